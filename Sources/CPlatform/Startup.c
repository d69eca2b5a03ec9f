#include "CPlatformStartup.h"

#include <stdbool.h>
#include <sys/auxv.h>

static int argument_count;
static char **argument_values;

__attribute__((constructor)) static void keep_arguments(int count, char **values) {
  argument_count = count;
  argument_values = values;
}

char **cplatform_arguments(int *count) {
  *count = argument_count;
  return argument_values;
}

const char *cplatform_started_path(void) { return (const char *)getauxval(AT_EXECFN); }

// What follows stands in for two files of the static Swift runtime, which are then not linked. Their
// constructors need /proc: one reads /proc/self/maps for the arguments; the other looks for a program that
// prints backtraces, installs a crash handler, and aborts where /proc/self/exe does not tell where to look.
// Hidden, because a shared runtime keeps its own.
#define IN_PLACE_OF_RUNTIME __attribute__((visibility("hidden")))

IN_PLACE_OF_RUNTIME char **_swift_stdlib_getUnsafeArgvArgc(int *count) { return cplatform_arguments(count); }

/// All zero means no backtraces; the room is more than the settings of the runtime take.
IN_PLACE_OF_RUNTIME const long long _swift_backtraceSettings[32] = {0};

IN_PLACE_OF_RUNTIME bool _swift_backtrace_isThunkFunction(const char *name) {
  (void)name;
  return false;
}
