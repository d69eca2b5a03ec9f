#define _GNU_SOURCE
#include "CPlatformProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static bool is_handed(const struct cplatform_spawn *request, int number) {
  for (size_t i = 0; i < request->handed_count; i++)
    if (request->handed[i].number == number) return true;
  return false;
}

static int add_actions(posix_spawn_file_actions_t *actions, const struct cplatform_spawn *request) {
  int error =
      request->input < 0
          ? posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0)
          : posix_spawn_file_actions_adddup2(actions, request->input, 0);
  if (error == 0) error = posix_spawn_file_actions_adddup2(actions, request->output, 1);
  if (error == 0) error = posix_spawn_file_actions_adddup2(actions, request->errors, 2);
  int next = cplatform_first_handed;
  for (size_t i = 0; i < request->handed_count && error == 0; i++) {
    const struct cplatform_handed *handed = &request->handed[i];
    error = posix_spawn_file_actions_adddup2(actions, handed->descriptor, handed->number);
    if (handed->number >= next) next = handed->number + 1;
  }
  for (int number = cplatform_first_handed; number < next && error == 0; number++)
    if (!is_handed(request, number)) error = posix_spawn_file_actions_addclose(actions, number);
  if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(actions, next);
  if (error == 0) error = posix_spawn_file_actions_addchdir_np(actions, request->directory);
  return error;
}

static void set_attributes(posix_spawnattr_t *attributes) {
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  posix_spawnattr_setflags(
      attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setpgroup(attributes, 0);
  posix_spawnattr_setsigdefault(attributes, &all);
  posix_spawnattr_setsigmask(attributes, &none);
}

int cplatform_spawn(const struct cplatform_spawn *request, pid_t *pid) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return error;
  error = posix_spawnattr_init(&attributes);
  if (error == 0) {
    set_attributes(&attributes);
    error = add_actions(&actions, request);
    if (error == 0)
      error = posix_spawn(
          pid, request->executable, &actions, &attributes, request->arguments, request->environment);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

static int raise_descriptor(int *descriptor) {
  if (*descriptor > 2) return 0;
  int raised = fcntl(*descriptor, F_DUPFD_CLOEXEC, 3);
  if (raised < 0) return errno;
  close(*descriptor);
  *descriptor = raised;
  return 0;
}

int cplatform_pipe(int ends[2], bool packets) {
  if (pipe2(ends, O_CLOEXEC | (packets ? O_DIRECT : 0)) != 0) {
    if (!packets || errno != EINVAL) return errno;
    if (pipe2(ends, O_CLOEXEC) != 0) return errno;
  }
  int error = raise_descriptor(&ends[0]);
  if (error == 0) error = raise_descriptor(&ends[1]);
  if (error != 0) {
    close(ends[0]);
    close(ends[1]);
  }
  return error;
}

int cplatform_pipe_enlarge(int descriptor) {
  int size = fcntl(descriptor, F_SETPIPE_SZ, 1 << 20);
  return size > 0 ? size : fcntl(descriptor, F_GETPIPE_SZ);
}

void cplatform_pipe_without_packets(int descriptor) {
  int flags = fcntl(descriptor, F_GETFL);
  if (flags >= 0) fcntl(descriptor, F_SETFL, flags & ~O_DIRECT);
}

bool cplatform_pipe_listen(int descriptor, bool announces) {
  if (announces) {
    struct f_owner_ex owner = {.type = F_OWNER_TID, .pid = (pid_t)syscall(SYS_gettid)};
    announces = fcntl(descriptor, F_SETOWN_EX, &owner) == 0
                && fcntl(descriptor, F_SETSIG, cplatform_write_signal()) == 0;
  }
  return fcntl(descriptor, F_SETFL, O_NONBLOCK | (announces ? O_ASYNC : 0)) == 0 && announces;
}

int cplatform_write_signal(void) { return SIGRTMIN; }

int cplatform_poll(struct pollfd *descriptors, nfds_t count, int64_t nanoseconds) {
  struct timespec limit = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  return ppoll(descriptors, count, nanoseconds < 0 ? NULL : &limit, NULL);
}

int cplatform_pidfd(pid_t pid) {
#ifdef SYS_pidfd_open
  return (int)syscall(SYS_pidfd_open, pid, 0);
#else
  return -1;
#endif
}

void cplatform_own_descendants(void) {
  struct sigaction action;
  if (sigaction(SIGCHLD, NULL, &action) == 0 && action.sa_handler == SIG_IGN) signal(SIGCHLD, SIG_DFL);
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

void cplatform_leave_no_core(void) {
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
}

bool cplatform_has_children(void) {
  siginfo_t info;
  return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

bool cplatform_is_own_child(pid_t pid) {
  siginfo_t info;
  return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT | __WNOTHREAD) == 0;
}

void cplatform_ignore_broken_pipes(void) { signal(SIGPIPE, SIG_IGN); }
