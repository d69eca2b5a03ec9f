#include "CPlatformProcess.h"
#include "CPlatformStartup.h"
#include <sys/types.h>
