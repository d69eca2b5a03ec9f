#define _GNU_SOURCE
#include "CPlatformMachine.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static const int watched[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGALRM, SIGTSTP, SIGTTIN, SIGTTOU};
enum { watched_count = sizeof watched / sizeof *watched };

static volatile sig_atomic_t caught[NSIG];

static pthread_t asking_thread;

/// The thread that asks must wake up, whichever thread the signal came to.
static void remember(int number) {
  caught[number] = 1;
  if (!pthread_equal(pthread_self(), asking_thread)) pthread_kill(asking_thread, number);
}

static bool any_caught(void) {
  for (int i = 0; i < watched_count; i++)
    if (caught[watched[i]]) return true;
  return false;
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static bool write_all(int terminal, const char *text, size_t length) {
  while (length > 0) {
    ssize_t count = write(terminal, text, length);
    if (count < 0 && errno == EINTR && !any_caught()) continue;
    if (count < 0) return false;
    text += count;
    length -= (size_t)count;
  }
  return true;
}

/// Reads up to the end of the line; the signals in `open` may come only while it waits.
static ssize_t read_line(
    int terminal, int64_t end, const sigset_t *open, char *answer, size_t capacity) {
  size_t length = 0;
  for (;;) {
    int64_t left = end - now();
    if (left <= 0 || length == capacity) return cplatform_answer_none;
    struct timespec time = {.tv_sec = left / 1000, .tv_nsec = left % 1000 * 1000000};
    struct pollfd input = {.fd = terminal, .events = POLLIN};
    int ready = ppoll(&input, 1, &time, open);
    if (any_caught()) return cplatform_answer_none;
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return cplatform_answer_none;
    ssize_t count = read(terminal, answer + length, capacity - length);
    if (count <= 0) return cplatform_answer_none;
    length += (size_t)count;
    if (answer[length - 1] == '\n') return (ssize_t)length - 1;
  }
}

/// Lets a pending stop signal take effect, even where the process keeps it blocked otherwise.
static void stop_here(int number) {
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, number);
  pthread_sigmask(SIG_UNBLOCK, &one, NULL);
}

ssize_t cplatform_prompt(
    int terminal, bool needs_foreground, const char *text, size_t length, bool is_secret,
    int milliseconds, char *answer, size_t capacity) {
  int64_t end = now() + milliseconds;
  sigset_t ours, before, open;
  sigemptyset(&ours);
  for (int i = 0; i < watched_count; i++) sigaddset(&ours, watched[i]);
  for (;;) {
    struct termios saved, asking;
    if (needs_foreground && tcgetpgrp(terminal) != getpgrp()) return cplatform_answer_none;
    if (tcgetattr(terminal, &saved) != 0) return cplatform_answer_none;

    asking_thread = pthread_self();
    pthread_sigmask(SIG_BLOCK, &ours, &before);
    open = before;
    struct sigaction old[watched_count], action = {.sa_handler = remember};
    for (int i = 0; i < watched_count; i++) {
      caught[watched[i]] = 0;
      sigaction(watched[i], NULL, &old[i]);
      if (old[i].sa_handler == SIG_IGN) continue;
      sigaction(watched[i], &action, NULL);
      sigdelset(&open, watched[i]);
    }

    asking = saved;
    asking.c_iflag |= ICRNL;
    asking.c_lflag |= ICANON | ISIG | ECHO | ECHOE | ECHOK | ECHONL;
    if (is_secret) asking.c_lflag &= ~(tcflag_t)ECHO;
    ssize_t result = cplatform_answer_none;
    if (tcsetattr(terminal, TCSAFLUSH, &asking) == 0 && tcflush(terminal, TCIFLUSH) == 0 &&
        write_all(terminal, text, length))
      result = read_line(terminal, end, &open, answer, capacity);
    if (result < 0) write_all(terminal, "\n", 1);
    tcsetattr(terminal, result < 0 ? TCSAFLUSH : TCSADRAIN, &saved);

    for (int i = 0; i < watched_count; i++) sigaction(watched[i], &old[i], NULL);
    bool has_stopped = false, has_ended = false;
    for (int i = 0; i < watched_count; i++) {
      int number = watched[i];
      if (!caught[number]) continue;
      raise(number);
      if (number == SIGTSTP || number == SIGTTIN || number == SIGTTOU) {
        has_stopped = true;
        stop_here(number);
      } else {
        has_ended = true;
      }
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (has_ended) return cplatform_answer_none;
    if (!has_stopped) return result;
  }
}
