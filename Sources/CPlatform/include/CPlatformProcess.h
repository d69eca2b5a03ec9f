#ifndef CPLATFORM_PROCESS_H
#define CPLATFORM_PROCESS_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "CPlatformSandbox.h"

/// A descriptor of ours, above every number that is handed over, and the number that it has in a program.
struct cplatform_handed {
  int descriptor;
  int number;
};

/// The numbers under which a program may find descriptors besides 0 to 2.
enum { cplatform_first_handed = 3, cplatform_last_handed = 255 };

/// A program to start; strings end with NUL, lists with NULL.
struct cplatform_spawn {
  const char *executable;
  char *const *arguments;
  char *const *environment;
  const char *directory;
  /// What becomes descriptor 0, or -1 for /dev/null; like the other two at least 3.
  int input;
  int output;
  int errors;
  const struct cplatform_handed *handed;
  size_t handed_count;
  /// The open program of `cplatform_fork`, or -1 for the one that `executable` names.
  int program;
  /// The limits that `cplatform_fork` sets, or NULL.
  const struct cplatform_sandbox *sandbox;
};

/// Starts a program in a process group of its own, with signals at default, an empty mask and no other
/// descriptors than 0 to 2 and those that are handed over (posix_spawn(3)); answers an errno.
int cplatform_spawn(const struct cplatform_spawn *request, pid_t *pid);

/// Opens contents for reading from their start, in memory that nobody can change any more (memfd_create(2),
/// F_ADD_SEALS in fcntl(2)); stores a descriptor that suits `cplatform_handed` and `program`. Answers an errno.
int cplatform_sealed_contents(const void *bytes, size_t count, int *descriptor);

/// Opens a regular file that is to be run; stores a descriptor, or answers an errno.
int cplatform_open_program(const char *path, int *descriptor);

/// Has whoever wants to write the file wait until the descriptor is closed; false where a writer has it open, it is
/// not ours or the file system cannot (F_SETLEASE in fcntl(2)).
bool cplatform_keep_writers_out(int descriptor);

/// Whether the file holds exactly these bytes.
bool cplatform_holds(int descriptor, const void *bytes, size_t count);

/// Starts what `program` has open, as `cplatform_spawn` does, whatever its path leads to by now (execveat(2)), and
/// within a sandbox; a script cannot be started from a descriptor. Answers an errno, as a negative number where the
/// sandbox could not be entered.
int cplatform_fork(const struct cplatform_spawn *request, pid_t *pid);

/// Runs a program at a terminal to its end, and stores its status for wait(2); answers an errno. It gets our
/// own environment when that is NULL.
///
/// It stays in our process group, which has the terminal: so its keys reach it, and when it is stopped we
/// are stopped with it and the shell sees it. Keys that interrupt are the program's alone meanwhile. The
/// terminal's modes and foreground group are put back afterwards.
int cplatform_run_in_terminal(
    const char *executable, char *const *arguments, char *const *environment, int terminal, int *status);

/// Makes a pipe whose ends are both above 2 and closed on exec; in packet mode every write is read back
/// as it was written (O_DIRECT in pipe(2)). Answers an errno.
int cplatform_pipe(int ends[2], bool packets);

/// Gives a pipe as much room as an ordinary user may have; answers its size in bytes.
int cplatform_pipe_enlarge(int descriptor);

/// Merges what is written to this end from now on, as an ordinary pipe does.
void cplatform_pipe_without_packets(int descriptor);

/// Reads without waiting from now on, and with `announces` queues the signal
/// `cplatform_write_signal` for this thread at every write to the other end (F_SETSIG in fcntl(2)).
bool cplatform_pipe_listen(int descriptor, bool announces);

/// The real-time signal that announces a write.
int cplatform_write_signal(void);

/// Waits for descriptors, at most so many nanoseconds, without a limit when negative (ppoll(2)).
int cplatform_poll(struct pollfd *descriptors, nfds_t count, int64_t nanoseconds);

/// A descriptor that becomes readable when the process has ended, -1 where there is no such thing.
int cplatform_pidfd(pid_t pid);

/// Makes orphaned descendants children of ours, and lets us wait for children even if we were started with
/// SIGCHLD ignored.
void cplatform_own_descendants(void);

/// Dumps no core here or in what we start.
void cplatform_leave_no_core(void);

/// Whether we have any child at all, also one that has ended and was not waited for.
bool cplatform_has_children(void);

/// Whether the process is a child of this thread, also one that has ended and was not waited for.
bool cplatform_is_own_child(pid_t pid);

/// A write to a pipe that nobody reads fails instead of ending the process.
void cplatform_ignore_broken_pipes(void);

struct cplatform_signal {
  int number;
  /// The descriptor that announces a write.
  int descriptor;
};

/// The signals of the mask (bit N - 1 for signal N) that are not set to be ignored.
uint64_t cplatform_not_ignored(uint64_t mask);

/// Blocks the signals of the mask in this thread and reads them from a descriptor instead: from the
/// given one, or a new one when that is -1. Answers it or -1; stores the mask that was in effect.
int cplatform_receive_signals(int descriptor, uint64_t mask, uint64_t *previous);

/// Takes signals that wait, without waiting; answers how many.
int cplatform_take_signals(int descriptor, struct cplatform_signal *signals, int capacity);

/// Puts a thread's signal mask back.
void cplatform_restore_signals(uint64_t mask);

/// Whether the bytes hold the mark (memmem(3)).
bool cplatform_contains(const void *bytes, size_t count, const void *mark, size_t length);

#endif
