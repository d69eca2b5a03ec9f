#include "CPlatformMachine.h"
#include "CPlatformProcess.h"
