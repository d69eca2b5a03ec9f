#include "CPlatformTexts.h"

// Embedded here because an array literal of this size takes Swift minutes to compile.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char messages[] = {
#embed "../IntentRendering/Resources/Messages.xcstrings"
};
static const unsigned char handlers[] = {
#embed "../IntentHandlers/Resources/Handlers.xcstrings"
};
static const unsigned char samples[] = {
#embed "../../intents/Localizable.xcstrings"
};

const unsigned char *cplatform_messages(size_t *count) {
  *count = sizeof messages;
  return messages;
}

const unsigned char *cplatform_handler_texts(size_t *count) {
  *count = sizeof handlers;
  return handlers;
}

const unsigned char *cplatform_sample_texts(size_t *count) {
  *count = sizeof samples;
  return samples;
}
