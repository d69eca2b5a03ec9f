#define _GNU_SOURCE
#include "CPlatformSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Headers of older systems know nothing of this.
enum { call_openat2 = 437, no_magic_links = 2, no_links = 4, beneath = 8 };

struct opening {
  uint64_t flags;
  uint64_t mode;
  uint64_t resolve;
};

/// Opens what has a name of its own in a folder, unless that is a link.
static int open_part(int folder, const char *name, bool is_last) {
  int found = openat(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  struct stat facts;
  if (found < 0) return -1;
  int error = fstat(found, &facts) != 0           ? errno
              : S_ISLNK(facts.st_mode)            ? ELOOP
              : is_last || S_ISDIR(facts.st_mode) ? 0
                                                  : ENOTDIR;
  if (error == 0) return found;
  close(found);
  errno = error;
  return -1;
}

int cplatform_real_walk(const char *path) {
  int place = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
  while (place >= 0) {
    path += strspn(path, "/");
    size_t length = strcspn(path, "/");
    if (length == 0) return place;
    char name[NAME_MAX + 1];
    int next = -1;
    if (length > NAME_MAX) {
      errno = ENAMETOOLONG;
    } else if (length == 2 && memcmp(path, "..", 2) == 0) {
      errno = EXDEV;
    } else {
      memcpy(name, path, length);
      name[length] = 0;
      next = open_part(place, name, path[length + strspn(path + length, "/")] == 0);
    }
    int error = errno;
    close(place);
    errno = error;
    place = next;
    path += length;
  }
  return -1;
}

int cplatform_real_open(const char *path) {
  if (path[0] != '/') {
    errno = EINVAL;
    return -1;
  }
  int root = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (root < 0) return -1;
  const char *rest = path + strspn(path, "/");
  struct opening how = {.flags = O_PATH | O_CLOEXEC, .resolve = no_magic_links | no_links | beneath};
  int place = (int)syscall(call_openat2, root, *rest == 0 ? "." : rest, &how, sizeof how);
  int error = errno;
  close(root);
  // Before Linux 5.6 there is no such call, and some filters of containers deny what they do not know.
  if (place < 0 && (error == ENOSYS || error == EPERM)) return cplatform_real_walk(path);
  errno = error;
  return place;
}

/// Opens the folder of a real path and finds the name in it.
static int open_parent(const char *path, const char **name) {
  const char *slash = strrchr(path, '/');
  char folder[PATH_MAX];
  size_t length = slash == NULL ? 0 : slash == path ? 1 : (size_t)(slash - path);
  if (length == 0 || length >= sizeof folder || slash[1] == 0) {
    errno = slash != NULL && slash[1] != 0 ? ENAMETOOLONG : EINVAL;
    return -1;
  }
  memcpy(folder, path, length);
  folder[length] = 0;
  *name = slash + 1;
  return cplatform_real_open(folder);
}

static int make(int folder, const char *name, bool is_folder) {
  if (is_folder) return mkdirat(folder, name, 0777) == 0 ? 0 : errno;
  int file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (file < 0) return errno;
  close(file);
  return 0;
}

int cplatform_sandbox_place(const char *path, bool is_folder) {
  const char *name;
  int folder = open_parent(path, &name);
  if (folder < 0) return errno;
  int error = make(folder, name, is_folder);
  close(folder);
  return error;
}

void cplatform_sandbox_take_back(const char *path, bool is_folder) {
  const char *name;
  int folder = open_parent(path, &name);
  if (folder < 0) return;
  struct stat facts;
  if (is_folder) {
    unlinkat(folder, name, AT_REMOVEDIR);
  } else if (fstatat(folder, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(facts.st_mode)
             && facts.st_size == 0) {
    unlinkat(folder, name, 0);
  }
  close(folder);
}
