#ifndef CPLATFORM_MACHINE_H
#define CPLATFORM_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// The variables of this process as NAME=VALUE, ended by NULL; NULL when there are none.
char *const *cplatform_environment(void);

/// How many processors this process may run on, at least 1 (sched_getaffinity(2)).
int cplatform_processor_count(void);

/// Whether an access control list says more than the permission bits (acl(5)).
bool cplatform_has_acl(const char *path);

/// The columns of a terminal, 0 when it does not say, -1 when the descriptor is none.
int cplatform_terminal_width(int descriptor);

/// The rows of the controlling terminal, 0 when there is none or it does not say.
int cplatform_terminal_height(void);

/// The 32-bit counters behind an AF_PACKET entry of getifaddrs(3).
void cplatform_link_bytes(const void *data, uint64_t *received, uint64_t *sent);

/// Opens descriptors 0 to 2 where they are closed, to /dev/null or at least to something that refuses
/// reading and writing; bit N of the answer says that N was closed.
int cplatform_open_standard_streams(void);

/// Ignores SIGPIPE, and lets signals that mean a crash end the process without a report.
void cplatform_set_up_signals(void);

enum cplatform_question {
  /// A value, which may be pasted.
  cplatform_question_line,
  /// A value that is not shown.
  cplatform_question_secret,
  /// A decision, which only keys that a person types one after the other can make.
  cplatform_question_decision,
  /// One key, typed by a person; Enter is an empty answer.
  cplatform_question_key,
};

enum cplatform_answer {
  cplatform_answer_none = -1,
  /// Something came that no person typed: a paste, or a terminal's own reply. It has been read to its end.
  cplatform_answer_pasted = -2,
};

/// Writes a text to a terminal and reads the line that is typed after it, without its end.
///
/// What was typed before is dropped. The modes of the terminal are put back whatever happens; a signal
/// that ends or stops the process takes effect after that. Answers the length of the line, or
/// cplatform_answer_none at the end of input, after the time, after a signal, or when another process
/// group has the terminal and `needs_foreground` says that it matters.
///
/// A decision is read key by key: keys that come at once, an escape and other controls are no answer. With
/// `marks_pastes` the terminal is told to mark pastes meanwhile (bracketed paste mode).
ssize_t cplatform_prompt(
    int terminal, bool needs_foreground, const char *text, size_t length,
    enum cplatform_question question, bool marks_pastes, int milliseconds, char *answer,
    size_t capacity);

/// Lets no crash leave a core, wherever the system sends one, and no other process of the user look into the
/// memory (PR_SET_DUMPABLE in prctl(2)); programs that are started get neither.
void cplatform_guard_memory(void);

/// Removes a folder with all that is in it, as far as it can, however deep; links are not followed.
void cplatform_discard_folder(const char *path);

#endif
