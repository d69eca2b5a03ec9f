#ifndef CPLATFORM_SANDBOX_H
#define CPLATFORM_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

/// What a program in a sandbox may do with the network.
enum cplatform_network { cplatform_network_none, cplatform_network_ports, cplatform_network_any };

/// The limits of a program, made by its parent and entered in the child (landlock(7), seccomp(2)).
struct cplatform_sandbox {
  /// The version of Landlock that is used; 0 for none.
  int landlock;
  /// The rules of Landlock, or -1.
  int rules;
  enum cplatform_network network;
  bool opens_sockets;
};

/// The version of Landlock that the kernel has; 0 where it has none.
int cplatform_landlock(void);

/// Makes the rules, which allow nothing yet, for the version that `landlock` says; stores -1 where that is 0.
/// Answers an errno.
int cplatform_sandbox_make(struct cplatform_sandbox *sandbox);

/// Opens a place for a rule; of a real path (`is_real`) no part may be a link by now. Answers -1 with `errno`.
int cplatform_sandbox_open(const char *path, bool is_real);

/// Opens what an absolute path names, only as a place (O_PATH), unless a part of it is a link by now
/// (openat2(2), or part by part where the kernel has no such call). Answers -1 with `errno`.
int cplatform_real_open(const char *path);

/// The same, part by part.
int cplatform_real_walk(const char *path);

/// Allows reading and running what is open, and all beneath it; with `writes` also changing it. A file that lies on
/// no disk needs no rule. Answers an errno.
int cplatform_sandbox_allow(const struct cplatform_sandbox *sandbox, int place, bool writes);

/// Allows connections to a TCP port. Answers an errno.
int cplatform_sandbox_allow_port(const struct cplatform_sandbox *sandbox, int port);

/// Gives up, for this process and all that it starts, what the sandbox does not allow, and the gain of rights.
/// Answers an errno; after one the process must do nothing more.
int cplatform_sandbox_enter(const struct cplatform_sandbox *sandbox);

/// Installs the filter of system calls that goes with the sandbox. Answers an errno.
int cplatform_sandbox_filter(const struct cplatform_sandbox *sandbox);

/// Makes a file, or with `is_folder` a folder, that is not there yet, by its real path. Answers an
/// errno.
int cplatform_sandbox_place(const char *path, bool is_folder);

/// Removes what `cplatform_sandbox_place` made, where nothing was put into it.
void cplatform_sandbox_take_back(const char *path, bool is_folder);

#endif
