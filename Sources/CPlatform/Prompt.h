#ifndef CPLATFORM_PROMPT_H
#define CPLATFORM_PROMPT_H

#include <signal.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>

/// Milliseconds of CLOCK_MONOTONIC.
int64_t cplatform_prompt_now(void);

/// Waits for input until the moment; the signals in `open` may come only meanwhile. 1 when there is some, 0
/// when the time is over, -1 after a signal.
int cplatform_prompt_wait(int terminal, int64_t end, const sigset_t *open);

/// Reads a line key by key and echoes it; answers its length or an enum cplatform_answer.
ssize_t cplatform_read_keys(
    int terminal, int64_t end, const sigset_t *open, const struct termios *modes, char *answer,
    size_t capacity);

/// Reads one key and echoes it; answers its length, 0 for Enter, or an enum cplatform_answer.
ssize_t cplatform_read_key(
    int terminal, int64_t end, const sigset_t *open, const struct termios *modes, char *answer,
    size_t capacity);

#endif
