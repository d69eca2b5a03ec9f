#define _GNU_SOURCE
#include "CPlatformGuard.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

int cplatform_timer(bool boot) {
  return timerfd_create(boot ? CLOCK_BOOTTIME : CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
}

bool cplatform_timer_set(int timer, bool boot, int64_t microseconds) {
  // Far away rather than disarmed: only an armed timer tells of a clock that is set.
  int64_t when = microseconds < 0 ? INT64_C(253402300799000000) : microseconds;
  struct itimerspec time = {
      .it_value = {.tv_sec = when / 1000000, .tv_nsec = when % 1000000 * 1000 + 1}};
  int flags = TFD_TIMER_ABSTIME | (boot ? 0 : TFD_TIMER_CANCEL_ON_SET);
  return timerfd_settime(timer, flags, &time, NULL) == 0;
}

int cplatform_watch_file(const char *path) {
  int watch = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (watch < 0) return -1;
  if (inotify_add_watch(watch, path, IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF) < 0) {
    int error = errno;
    close(watch);
    errno = error;
    return -1;
  }
  return watch;
}

void cplatform_drain(int descriptor) {
  char buffer[4096];
  while (read(descriptor, buffer, sizeof buffer) > 0) continue;
}

// Only whole pages of what nothing ever wrote to: the file has the rest no more.
static int forget_segments(struct dl_phdr_info *program, size_t size, void *unused) {
  (void)size;
  (void)unused;
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int i = 0; i < program->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &program->dlpi_phdr[i];
    if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W) != 0) continue;
    uintptr_t start = program->dlpi_addr + segment->p_vaddr;
    uintptr_t end = (start + segment->p_filesz) & ~(page - 1);
    start = (start + page - 1) & ~(page - 1);
    if (start < end) madvise((void *)start, end - start, MADV_DONTNEED);
  }
  // The first is the program itself.
  return 1;
}

void cplatform_forget_code(void) { dl_iterate_phdr(forget_segments, NULL); }

int cplatform_start_detached(const char *executable, char *const *arguments, char *const *environment) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t reset, none;
  sigfillset(&reset);
  sigdelset(&reset, SIGHUP);
  sigemptyset(&none);
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return error;
  error = posix_spawnattr_init(&attributes);
  if (error == 0) {
    for (int stream = 0; stream < 3 && error == 0; stream++)
      error = posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
    if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    if (error == 0) error = posix_spawn_file_actions_addchdir_np(&actions, "/");
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigdefault(&attributes, &reset);
    posix_spawnattr_setsigmask(&attributes, &none);
    pid_t pid;
    if (error == 0) error = posix_spawn(&pid, executable, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int cplatform_replace_process(const char *executable, char *const *arguments) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execv(executable, arguments);
  return errno;
}
