#ifndef CPLATFORM_TEXTS_H
#define CPLATFORM_TEXTS_H

#include <stddef.h>

/// The bytes of the string catalogs that travel inside the program; they live as long as it does.
const unsigned char *cplatform_messages(size_t *count);
const unsigned char *cplatform_handler_texts(size_t *count);
const unsigned char *cplatform_sample_texts(size_t *count);

/// The Markdown of the guides, the front page first, each ended by a zero.
const unsigned char *cplatform_guides(size_t *count);

#endif
