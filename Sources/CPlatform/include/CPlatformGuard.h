#ifndef CPLATFORM_GUARD_H
#define CPLATFORM_GUARD_H

#include <stdbool.h>
#include <stdint.h>

/// A timer on the wall clock that also becomes readable when that clock is set, or one on the clock that
/// counts sleep and that nobody sets (timerfd_create(2)); -1 with errno when there is no such thing.
int cplatform_timer(bool boot);

/// Lets the timer become readable at a moment of its clock, never when negative; false with errno.
bool cplatform_timer_set(int timer, bool boot, int64_t microseconds);

/// Becomes readable when a file's times change or the file goes (inotify(7)); -1 with errno.
int cplatform_watch_file(const char *path);

/// Takes what has made a timer or a watched file readable.
void cplatform_drain(int descriptor);

/// Gives back the memory of the program's code and constants, which come from its file again when they are used.
void cplatform_forget_code(void);

/// Starts a program in a session of its own, with /dev/null for its streams, all signals at default but for
/// SIGHUP, and no descriptor of ours; answers an errno.
int cplatform_start_detached(const char *executable, char *const *arguments, char *const *environment);

/// Lets another program take this process over, with an empty signal mask; answers an errno when it does not.
int cplatform_replace_process(const char *executable, char *const *arguments);

#endif
