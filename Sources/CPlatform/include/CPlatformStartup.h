#ifndef CPLATFORM_STARTUP_H
#define CPLATFORM_STARTUP_H

/// What main got, without a need for /proc: how many words, and the words themselves, ended by NULL.
char **cplatform_arguments(int *count);

/// The path that the process was started by, as execve(2) got it; NULL when the kernel does not tell
/// (AT_EXECFN in getauxval(3)).
const char *cplatform_started_path(void);

#endif
