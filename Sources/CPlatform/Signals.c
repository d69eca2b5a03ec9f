#define _GNU_SOURCE
#include "CPlatformProcess.h"

#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

static sigset_t set_of(uint64_t mask) {
  sigset_t set;
  sigemptyset(&set);
  for (int number = 1; mask != 0; number++, mask >>= 1)
    if (mask & 1) sigaddset(&set, number);
  return set;
}

uint64_t cplatform_not_ignored(uint64_t mask) {
  uint64_t kept = mask;
  for (int number = 1; mask != 0; number++, mask >>= 1) {
    struct sigaction action;
    if ((mask & 1) && sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN)
      kept &= ~(UINT64_C(1) << (number - 1));
  }
  return kept;
}

int cplatform_receive_signals(int descriptor, uint64_t mask, uint64_t *previous) {
  sigset_t set = set_of(mask), before;
  int opened = signalfd(descriptor, &set, SFD_NONBLOCK | SFD_CLOEXEC);
  if (opened < 0) return -1;
  pthread_sigmask(SIG_BLOCK, &set, &before);
  *previous = 0;
  for (int number = 1; number <= 64; number++)
    if (sigismember(&before, number) == 1) *previous |= UINT64_C(1) << (number - 1);
  return opened;
}

int cplatform_take_signals(int descriptor, struct cplatform_signal *signals, int capacity) {
  struct signalfd_siginfo taken[16];
  if (capacity > 16) capacity = 16;
  ssize_t length = read(descriptor, taken, sizeof taken[0] * (size_t)capacity);
  int count = length > 0 ? (int)((size_t)length / sizeof taken[0]) : 0;
  for (int index = 0; index < count; index++) {
    signals[index].number = (int)taken[index].ssi_signo;
    signals[index].descriptor = taken[index].ssi_fd;
  }
  return count;
}

void cplatform_restore_signals(uint64_t mask) {
  sigset_t set = set_of(mask);
  pthread_sigmask(SIG_SETMASK, &set, NULL);
}
