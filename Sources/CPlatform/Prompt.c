#define _GNU_SOURCE
#include "CPlatformMachine.h"
#include "Prompt.h"

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

int64_t cplatform_prompt_now(void) {
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

int cplatform_prompt_wait(int terminal, int64_t end, const sigset_t *open) {
  for (;;) {
    int64_t left = end - cplatform_prompt_now();
    if (left <= 0) return 0;
    struct timespec time = {.tv_sec = left / 1000, .tv_nsec = left % 1000 * 1000000};
    struct pollfd input = {.fd = terminal, .events = POLLIN};
    int ready = ppoll(&input, 1, &time, open);
    if (any_caught()) return -1;
    if (ready < 0 && errno == EINTR) continue;
    return ready < 0 ? -1 : ready > 0;
  }
}

/// Reads up to the end of the line, as the terminal gives it.
static ssize_t read_line(
    int terminal, int64_t end, const sigset_t *open, char *answer, size_t capacity) {
  size_t length = 0;
  while (length < capacity && cplatform_prompt_wait(terminal, end, open) > 0) {
    ssize_t count = read(terminal, answer + length, capacity - length);
    if (count <= 0) break;
    length += (size_t)count;
    if (answer[length - 1] == '\n') return (ssize_t)length - 1;
  }
  return cplatform_answer_none;
}

/// The modes while the question stands: a line of the terminal's own, or single keys without an echo.
static struct termios asking_modes(struct termios modes, enum cplatform_question question) {
  modes.c_iflag |= ICRNL;
  modes.c_lflag |= ICANON | ISIG | ECHO | ECHOE | ECHOK | ECHONL;
  if (question == cplatform_question_secret) modes.c_lflag &= ~(tcflag_t)ECHO;
  if (question == cplatform_question_decision || question == cplatform_question_key) {
    modes.c_iflag &= ~(tcflag_t)(IGNCR | INLCR | ISTRIP);
    modes.c_lflag &= ~(tcflag_t)(ICANON | IEXTEN | ECHO | ECHONL);
    modes.c_cc[VMIN] = 1;
    modes.c_cc[VTIME] = 0;
  }
  return modes;
}

/// Lets a pending stop signal take effect, even where the process keeps it blocked otherwise.
static void stop_here(int number) {
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, number);
  pthread_sigmask(SIG_UNBLOCK, &one, NULL);
}

ssize_t cplatform_prompt(
    int terminal, bool needs_foreground, const char *text, size_t length,
    enum cplatform_question question, bool marks_pastes, int milliseconds, char *answer,
    size_t capacity) {
  static const char mark[] = "\033[?2004h", unmark[] = "\033[?2004l";
  marks_pastes = marks_pastes && question == cplatform_question_decision;
  int64_t end = cplatform_prompt_now() + milliseconds;
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

    asking = asking_modes(saved, question);
    ssize_t result = cplatform_answer_none;
    if (tcsetattr(terminal, TCSAFLUSH, &asking) == 0 && tcflush(terminal, TCIFLUSH) == 0 &&
        (!marks_pastes || write_all(terminal, mark, sizeof mark - 1)) &&
        write_all(terminal, text, length))
      result = question == cplatform_question_decision
                   ? cplatform_read_keys(terminal, end, &open, &saved, answer, capacity)
               : question == cplatform_question_key
                   ? cplatform_read_key(terminal, end, &open, &saved, answer, capacity)
                   : read_line(terminal, end, &open, answer, capacity);
    if (marks_pastes) write_all(terminal, unmark, sizeof unmark - 1);
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
