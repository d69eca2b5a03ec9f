#include "CPlatformMachine.h"
#include "Prompt.h"

#include <stdbool.h>
#include <string.h>
#include <unistd.h>

enum {
  /// Keys that come closer than this were not typed by a person (milliseconds).
  together = 8,
  /// A paste, or a terminal's own reply, is over when nothing came for so long (milliseconds).
  quiet = 60,
};

/// What stands before and after a paste (bracketed paste mode of xterm's ctlseqs).
static const char paste_begin[] = "\033[200~", paste_end[] = "\033[201~";
enum { mark_length = sizeof paste_begin - 1 };

struct paste {
  char last[mark_length];
  bool is_open;
};

static void follow(struct paste *paste, const char *bytes, ssize_t count) {
  for (ssize_t i = 0; i < count; i++) {
    memmove(paste->last, paste->last + 1, mark_length - 1);
    paste->last[mark_length - 1] = bytes[i];
    if (memcmp(paste->last, paste_begin, mark_length) == 0) paste->is_open = true;
    if (memcmp(paste->last, paste_end, mark_length) == 0) paste->is_open = false;
  }
}

/// Reads on until all that belongs to what came has come.
static ssize_t drop(int terminal, int64_t end, const sigset_t *open, const char *bytes, ssize_t count) {
  struct paste paste = {0};
  char more[512];
  follow(&paste, bytes, count);
  for (;;) {
    int64_t until = cplatform_prompt_now() + quiet;
    int ready = cplatform_prompt_wait(terminal, paste.is_open || until > end ? end : until, open);
    if (ready < 0) return cplatform_answer_none;
    if (ready == 0) return cplatform_prompt_now() < end ? cplatform_answer_pasted : cplatform_answer_none;
    count = read(terminal, more, sizeof more);
    if (count <= 0) return cplatform_answer_none;
    follow(&paste, more, count);
  }
}

static bool is_continuation(char byte) { return ((unsigned char)byte & 0xC0) == 0x80; }

/// Whether the bytes are what one key sends: one character of UTF-8 and no more.
static bool is_one_key(const char *bytes, ssize_t count) {
  if (is_continuation(bytes[0])) return false;
  for (ssize_t i = 1; i < count; i++)
    if (!is_continuation(bytes[i])) return false;
  return count <= 4;
}

/// Whether the key stands for a character that may be echoed: no control of C0, DEL or C1.
static bool is_text(const char *bytes, ssize_t count) {
  unsigned char first = (unsigned char)bytes[0];
  if (first < 0x20 || first == 0x7F) return false;
  return !(count == 2 && first == 0xC2 && (unsigned char)bytes[1] < 0xA0);
}

static void show(int terminal, const char *bytes, size_t count) {
  if (write(terminal, bytes, count) < 0) return;
}

/// Takes the last character back, on the screen too; most of three bytes and more take two columns there.
static size_t erase(int terminal, const char *answer, size_t length) {
  if (length == 0) return 0;
  while (length > 0 && is_continuation(answer[length - 1])) length--;
  length--;
  show(terminal, "\b \b", 3);
  if ((unsigned char)answer[length] >= 0xE1) show(terminal, "\b \b", 3);
  return length;
}

ssize_t cplatform_read_keys(
    int terminal, int64_t end, const sigset_t *open, const struct termios *modes, char *answer,
    size_t capacity) {
  size_t length = 0;
  int64_t last = cplatform_prompt_now() - together;
  for (;;) {
    if (cplatform_prompt_wait(terminal, end, open) <= 0) return cplatform_answer_none;
    char key[64];
    ssize_t count = read(terminal, key, sizeof key);
    if (count <= 0) return cplatform_answer_none;
    int64_t moment = cplatform_prompt_now();
    if (moment - last < together || !is_one_key(key, count))
      return drop(terminal, end, open, key, count);
    last = moment;
    cc_t control = (cc_t)key[0];
    if (control == '\n' || control == '\r') {
      show(terminal, "\n", 1);
      return (ssize_t)length;
    }
    if (control == modes->c_cc[VEOF]) return cplatform_answer_none;
    if (control == modes->c_cc[VERASE] || control == '\b' || control == 0x7F) {
      length = erase(terminal, answer, length);
    } else if (control == modes->c_cc[VKILL]) {
      while (length > 0) length = erase(terminal, answer, length);
    } else if (!is_text(key, count) || length + (size_t)count > capacity) {
      return drop(terminal, end, open, key, count);
    } else {
      memcpy(answer + length, key, (size_t)count);
      length += (size_t)count;
      show(terminal, key, (size_t)count);
    }
  }
}

ssize_t cplatform_read_key(
    int terminal, int64_t end, const sigset_t *open, const struct termios *modes, char *answer,
    size_t capacity) {
  if (cplatform_prompt_wait(terminal, end, open) <= 0) return cplatform_answer_none;
  char key[64];
  ssize_t count = read(terminal, key, sizeof key);
  if (count <= 0) return cplatform_answer_none;
  if (!is_one_key(key, count) || (size_t)count > capacity)
    return drop(terminal, end, open, key, count);
  if ((cc_t)key[0] == modes->c_cc[VEOF]) return cplatform_answer_none;
  if (is_text(key, count)) show(terminal, key, (size_t)count);
  show(terminal, "\n", 1);
  if (key[0] == '\n' || key[0] == '\r') return 0;
  memcpy(answer, key, (size_t)count);
  return count;
}
