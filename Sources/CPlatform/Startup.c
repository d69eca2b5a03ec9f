#define _GNU_SOURCE
#include "CPlatformStartup.h"

#include <stdlib.h>
#include <unistd.h>

static char **saved_arguments;

/// Runs before Swift's own start, which reads /proc for the arguments and, for its crash reports, ends the
/// process where /proc/self/exe cannot be read and no root is named.
static void start(int count, char **arguments, char **environment) {
  (void)count;
  (void)environment;
  saved_arguments = arguments;
  char byte;
  if (readlink("/proc/self/exe", &byte, 1) < 0) setenv("SWIFT_ROOT", "/", 0);
}

__attribute__((section(".preinit_array"), used)) static void (*const start_early)(int, char **, char **) = start;

char *const *cplatform_arguments(void) { return saved_arguments; }
