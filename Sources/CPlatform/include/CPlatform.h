#include "CPlatformMachine.h"
#include "CPlatformProcess.h"
#include "CPlatformStartup.h"
#include "CPlatformTexts.h"
