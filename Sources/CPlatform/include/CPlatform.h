#include <sys/types.h>
#include "CPlatformMachine.h"
