#ifndef CPLATFORM_STARTUP_H
#define CPLATFORM_STARTUP_H

/// The arguments of this process, ended by NULL, without a need for /proc.
char *const *cplatform_arguments(void);

#endif
