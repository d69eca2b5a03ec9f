#include "CPlatformTexts.h"

// The guides in the order of their topics, each ended by a zero; read for help and set-up alone.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char guides[] = {
#embed "../runintent/runintent.docc/runintent.md" suffix(, 0,)
#embed "../runintent/runintent.docc/Definitions.md" suffix(, 0,)
#embed "../runintent/runintent.docc/Permissions.md" suffix(, 0,)
#embed "../runintent/runintent.docc/Secrets.md" suffix(, 0,)
#embed "../runintent/runintent.docc/VPN.md" suffix(, 0,)
#embed "../runintent/runintent.docc/Doors.md" suffix(, 0,)
#embed "../runintent/runintent.docc/Automations.md" suffix(, 0,)
#embed "../runintent/runintent.docc/Workflows.md" suffix(, 0,)
#embed "../runintent/runintent.docc/Phrases.md" suffix(, 0,)
#embed "../runintent/runintent.docc/Keys.md" suffix(, 0,)
#embed "../runintent/runintent.docc/Configuration.md" suffix(, 0,)
#embed "../runintent/runintent.docc/JSON.md" suffix(, 0,)
#embed "../runintent/runintent.docc/Sharing.md" suffix(, 0,)
#embed "../runintent/runintent.docc/Installing.md" suffix(, 0,)
#embed "../runintent/runintent.docc/Programs.md" suffix(, 0,)
#embed "../runintent/runintent.docc/Sandbox.md" suffix(, 0,)
#embed "../runintent/runintent.docc/Protection.md" suffix(, 0,)
#embed "../runintent/runintent.docc/Choices.md" suffix(, 0,)
};

const unsigned char *cplatform_guides(size_t *count) {
  *count = sizeof guides;
  return guides;
}
