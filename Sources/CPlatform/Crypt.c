#define _GNU_SOURCE
#include "CPlatformCrypt.h"

#include <crypt.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

bool cplatform_random(void *bytes, size_t count) {
  char *next = bytes;
  while (count > 0) {
    ssize_t filled = getrandom(next, count, 0);
    if (filled < 0 && errno == EINTR) continue;
    if (filled <= 0) return false;
    next += filled;
    count -= (size_t)filled;
  }
  return true;
}

bool cplatform_hash_setting(char *setting, size_t capacity) {
  char salt[16];
  if (capacity > INT_MAX || !cplatform_random(salt, sizeof salt)) return false;
  return crypt_gensalt_rn("$y$", 0, salt, sizeof salt, setting, (int)capacity) != NULL;
}

bool cplatform_hash(const char *secret, const char *setting, char *hash, size_t capacity) {
  struct crypt_data *data = calloc(1, sizeof *data);
  if (data == NULL) return false;
  const char *made = crypt_rn(secret, setting, data, sizeof *data);
  bool is_made = made != NULL && made[0] != '*' && strlen(made) < capacity;
  if (is_made) strcpy(hash, made);
  explicit_bzero(data, sizeof *data);
  free(data);
  return is_made;
}
