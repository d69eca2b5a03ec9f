#define _GNU_SOURCE
#include "CPlatformProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef MFD_EXEC
#define MFD_EXEC 0x0010U
#endif

static int fill_and_seal(int file, const char *bytes, size_t count) {
  for (size_t written = 0; written < count;) {
    ssize_t result = pwrite(file, bytes + written, count - written, (off_t)written);
    if (result > 0) {
      written += (size_t)result;
    } else if (result == 0 || errno != EINTR) {
      return result == 0 ? EIO : errno;
    }
  }
  int seals = F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL;
  return fcntl(file, F_ADD_SEALS, seals) == 0 ? 0 : errno;
}

int cplatform_sealed_contents(const void *bytes, size_t count, int *descriptor) {
  // Kernels before 6.3 do not know the flag, and let every such file be executed.
  int file = memfd_create("runintent", MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_EXEC);
  if (file < 0 && errno == EINVAL) file = memfd_create("runintent", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return errno;
  int error = fill_and_seal(file, bytes, count);
  if (error == 0) {
    *descriptor = fcntl(file, F_DUPFD_CLOEXEC, cplatform_last_handed + 1);
    if (*descriptor < 0) error = errno;
  }
  close(file);
  return error;
}

int cplatform_open_program(const char *path, int *descriptor) {
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (file < 0) return errno;
  struct stat facts;
  int error = fstat(file, &facts) != 0 ? errno : S_ISREG(facts.st_mode) ? 0 : EACCES;
  if (error == 0) {
    *descriptor = fcntl(file, F_DUPFD_CLOEXEC, cplatform_last_handed + 1);
    if (*descriptor < 0) error = errno;
  }
  close(file);
  return error;
}

bool cplatform_keep_writers_out(int descriptor) {
  // The default signal would end us when somebody wants to write.
  return fcntl(descriptor, F_SETSIG, SIGURG) == 0 && fcntl(descriptor, F_SETLEASE, F_RDLCK) == 0;
}

bool cplatform_holds(int descriptor, const void *bytes, size_t count) {
  const char *expected = bytes;
  char buffer[1 << 16];
  for (size_t at = 0;;) {
    ssize_t result = pread(descriptor, buffer, sizeof buffer, (off_t)at);
    if (result < 0 && errno == EINTR) continue;
    if (result <= 0) return result == 0 && at == count;
    if ((size_t)result > count - at || __builtin_memcmp(buffer, expected + at, (size_t)result) != 0) return false;
    at += (size_t)result;
  }
}

static bool is_handed(const struct cplatform_spawn *request, int number) {
  for (size_t i = 0; i < request->handed_count; i++)
    if (request->handed[i].number == number) return true;
  return false;
}

static void close_between(int first, int last) {
  if (first > last || syscall(SYS_close_range, first, last, 0) == 0) return;
  for (int number = first; number <= last; number++) close(number);
}

static int set_descriptors(const struct cplatform_spawn *request) {
  int input = request->input < 0 ? open("/dev/null", O_RDONLY | O_CLOEXEC) : request->input;
  if (input < 0 || (input == 0 ? fcntl(0, F_SETFD, 0) : dup2(input, 0)) < 0 || dup2(request->output, 1) < 0
      || dup2(request->errors, 2) < 0)
    return errno;
  for (size_t i = 0; i < request->handed_count; i++)
    if (dup2(request->handed[i].descriptor, request->handed[i].number) < 0) return errno;
  int next = cplatform_first_handed;
  for (int number = next; number <= cplatform_last_handed; number++) {
    if (!is_handed(request, number)) continue;
    close_between(next, number - 1);
    next = number + 1;
  }
  close_between(next, cplatform_last_handed);
  // The program and the pipe for its error must live until the program has begun.
  if (syscall(SYS_close_range, cplatform_last_handed + 1, ~0U, 4 /* CLOSE_RANGE_CLOEXEC */) == 0) return 0;
  long limit = sysconf(_SC_OPEN_MAX);
  for (int number = cplatform_last_handed + 1; number < (limit > 0 ? limit : 1024); number++)
    fcntl(number, F_SETFD, FD_CLOEXEC);
  return 0;
}

static int begin(const struct cplatform_spawn *request) {
  struct sigaction standard = {.sa_handler = SIG_DFL};
  for (int number = 1; number <= SIGRTMAX; number++) sigaction(number, &standard, NULL);
  if (setpgid(0, 0) != 0) return errno;
  int error = set_descriptors(request);
  if (error != 0) return error;
  if (chdir(request->directory) != 0) return errno;
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (request->sandbox != NULL) {
    error = cplatform_sandbox_enter(request->sandbox);
    if (error != 0) return -error;
  }
  if (request->program < 0)
    execve(request->executable, request->arguments, request->environment);
  else
    execveat(request->program, "", request->arguments, request->environment, AT_EMPTY_PATH);
  return errno;
}

static int raised_pipe(int ends[2]) {
  int low[2];
  if (pipe2(low, O_CLOEXEC) != 0) return errno;
  ends[0] = fcntl(low[0], F_DUPFD_CLOEXEC, cplatform_last_handed + 1);
  ends[1] = fcntl(low[1], F_DUPFD_CLOEXEC, cplatform_last_handed + 1);
  int error = ends[0] < 0 || ends[1] < 0 ? errno : 0;
  close(low[0]);
  close(low[1]);
  if (error != 0) {
    close(ends[0]);
    close(ends[1]);
  }
  return error;
}

int cplatform_fork(const struct cplatform_spawn *request, pid_t *pid) {
  int report[2];
  int error = raised_pipe(report);
  if (error != 0) return error;
  // No handler of ours may run in the child.
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  // Nothing is copied; the child has our memory until the program begins, which saves some 0.2 ms.
  pid_t child = vfork();
  if (child == 0) {
    int reason = begin(request);
    ssize_t written = write(report[1], &reason, sizeof reason);
    _exit(written == sizeof reason ? 127 : 126);
  }
  error = child < 0 ? errno : 0;
  sigprocmask(SIG_SETMASK, &before, NULL);
  close(report[1]);
  if (error == 0) {
    ssize_t result;
    int reason = 0;
    do result = read(report[0], &reason, sizeof reason);
    while (result < 0 && errno == EINTR);
    if (result == sizeof reason) {
      error = reason;
      while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
    } else {
      *pid = child;
    }
  }
  close(report[0]);
  return error;
}

bool cplatform_contains(const void *bytes, size_t count, const void *mark, size_t length) {
  return memmem(bytes, count, mark, length) != NULL;
}
