#define _GNU_SOURCE
#include "CPlatformMachine.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/if_link.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

char *const *cplatform_environment(void) { return environ; }

int cplatform_processor_count(void) {
  for (int possible = 1024; possible <= 1 << 20; possible *= 4) {
    cpu_set_t *set = CPU_ALLOC(possible);
    if (set == NULL) break;
    size_t size = CPU_ALLOC_SIZE(possible);
    int result = sched_getaffinity(0, size, set);
    int error = errno;
    int count = result == 0 ? CPU_COUNT_S(size, set) : 0;
    CPU_FREE(set);
    if (count > 0) return count;
    if (error != EINVAL) break;
  }
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (int)online : 1;
}

bool cplatform_has_acl(const char *path) {
  return lgetxattr(path, "system.posix_acl_access", NULL, 0) > 0;
}

int cplatform_terminal_width(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : -1;
}

int cplatform_terminal_height(void) {
  int terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);
  if (terminal < 0) return 0;
  struct winsize size;
  int rows = ioctl(terminal, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
  close(terminal);
  return rows;
}

void cplatform_link_bytes(const void *data, uint64_t *received, uint64_t *sent) {
  const struct rtnl_link_stats *counters = data;
  *received = counters->rx_bytes;
  *sent = counters->tx_bytes;
}

int cplatform_open_standard_streams(void) {
  struct pollfd streams[3] = {{.fd = 0}, {.fd = 1}, {.fd = 2}};
  while (poll(streams, 3, 0) < 0 && errno == EINTR) continue;
  int closed = 0;
  for (int stream = 0; stream < 3; stream++) {
    if (!(streams[stream].revents & POLLNVAL)) continue;
    closed |= 1 << stream;
    if (open("/dev/null", O_RDWR | O_NOCTTY) < 0) open("/", O_PATH);
  }
  return closed;
}

void cplatform_set_up_signals(void) {
  static const int fatal[] = {SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP, SIGSYS};
  struct sigaction action = {.sa_handler = SIG_DFL};
  for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) sigaction(fatal[i], &action, NULL);
  action.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &action, NULL);
}

void cplatform_guard_memory(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

/// Whether an entry is gone; of a folder that holds something not yet.
static bool unlink_entry(int folder, const char *name) {
  return unlinkat(folder, name, 0) == 0 || unlinkat(folder, name, AT_REMOVEDIR) == 0 || errno == ENOENT;
}

static DIR *entries(int folder, const char *name) {
  int copy = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *stream = copy < 0 ? NULL : fdopendir(copy);
  if (stream == NULL && copy >= 0) close(copy);
  return stream;
}

/// Moves the folders in a folder beside it and removes the rest, so that no depth is too deep.
static bool flatten(int top, const char *name, unsigned *number) {
  fchmodat(top, name, 0700, 0);
  DIR *stream = entries(top, name);
  if (stream == NULL) return false;
  bool moved = false;
  for (struct dirent *entry; (entry = readdir(stream)) != NULL;) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    int folder = dirfd(stream);
    if (unlink_entry(folder, entry->d_name)) {
      moved = true;
      continue;
    }
    fchmodat(folder, entry->d_name, 0700, 0);
    for (int tries = 0; tries < 100; tries++) {
      char place[24];
      snprintf(place, sizeof place, "%u", (*number)++);
      if (renameat(folder, entry->d_name, top, place) != 0) continue;
      moved = true;
      break;
    }
  }
  closedir(stream);
  return unlinkat(top, name, AT_REMOVEDIR) == 0 || moved;
}

void cplatform_discard_folder(const char *path) {
  unsigned number = 0;
  for (bool goes_on = true; goes_on && rmdir(path) != 0;) {
    goes_on = false;
    chmod(path, 0700);
    DIR *stream = entries(AT_FDCWD, path);
    if (stream == NULL) return;
    for (struct dirent *entry; (entry = readdir(stream)) != NULL;) {
      if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
      if (unlink_entry(dirfd(stream), entry->d_name) || flatten(dirfd(stream), entry->d_name, &number))
        goes_on = true;
    }
    closedir(stream);
  }
}
