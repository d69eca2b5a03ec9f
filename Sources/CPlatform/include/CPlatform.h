#include "CPlatformProcess.h"
#include <sys/types.h>
