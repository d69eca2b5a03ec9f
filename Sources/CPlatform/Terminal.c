#define _GNU_SOURCE
#include "CPlatformProcess.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

extern char **environ;

static int start(
    const char *executable, char *const *arguments, char *const *environment, int terminal, pid_t *pid) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return error;
  error = posix_spawnattr_init(&attributes);
  if (error == 0) {
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setsigmask(&attributes, &none);
    for (int i = 0; error == 0 && i < 3; i++)
      error = posix_spawn_file_actions_adddup2(&actions, terminal, i);
    if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    if (error == 0)
      error = posix_spawn(
          pid, executable, &actions, &attributes, arguments,
          environment != NULL ? environment : environ);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int cplatform_run_in_terminal(
    const char *executable, char *const *arguments, char *const *environment, int terminal, int *status) {
  static const int kept[] = {SIGINT, SIGQUIT, SIGCHLD, SIGTTOU};
  enum { kept_count = sizeof kept / sizeof *kept };
  struct sigaction before[kept_count];
  for (int i = 0; i < kept_count; i++) {
    struct sigaction action = {.sa_handler = kept[i] == SIGCHLD ? SIG_DFL : SIG_IGN};
    sigaction(kept[i], &action, &before[i]);
  }
  struct termios modes;
  bool has_modes = tcgetattr(terminal, &modes) == 0;
  pid_t group = tcgetpgrp(terminal), pid = 0;

  int error = start(executable, arguments, environment, terminal, &pid);
  while (error == 0 && waitpid(pid, status, 0) < 0)
    if (errno != EINTR) error = errno;

  if (group > 0 && tcgetpgrp(terminal) != group) tcsetpgrp(terminal, group);
  if (has_modes) tcsetattr(terminal, TCSADRAIN, &modes);
  for (int i = 0; i < kept_count; i++) sigaction(kept[i], &before[i], NULL);
  return error;
}
