#ifndef CPLATFORM_CRYPT_H
#define CPLATFORM_CRYPT_H

#include <stdbool.h>
#include <stddef.h>

/// Fills a buffer from the kernel's random source, whatever its length (getrandom(2)).
bool cplatform_random(void *bytes, size_t count);

/// Writes a new setting for yescrypt with crypt's usual cost, ended by NUL (crypt_gensalt(3)).
bool cplatform_hash_setting(char *setting, size_t capacity);

/// Writes the hash of a secret by a setting or an earlier hash, ended by NUL (crypt(3)). It takes some tens of
/// milliseconds and 16 MiB.
bool cplatform_hash(const char *secret, const char *setting, char *hash, size_t capacity);

#endif
