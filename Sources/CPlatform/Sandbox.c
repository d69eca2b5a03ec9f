#define _GNU_SOURCE
#include "CPlatformProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Headers of older systems know only a part of this.
enum {
  call_create_ruleset = 444,
  call_add_rule = 445,
  call_restrict_self = 446,
  rule_beneath = 1,
  rule_port = 2,
};

struct ruleset {
  uint64_t files;
  uint64_t network;
  uint64_t scoped;
};

struct beneath {
  uint64_t allowed;
  int32_t place;
} __attribute__((packed));

struct port {
  uint64_t allowed;
  uint64_t port;
};

#define BIT(n) (UINT64_C(1) << (n))

enum { execute, write_file, read_file, read_folder, remove_folder, remove_file, make_device, make_folder, make_file,
       make_socket, make_pipe, make_block, make_link, refer, truncate_file, control_device };

static const uint64_t of_files =
    BIT(execute) | BIT(write_file) | BIT(read_file) | BIT(truncate_file) | BIT(control_device);
static const uint64_t reading = BIT(execute) | BIT(read_file) | BIT(read_folder);
// No devices: of root's, they would be the disks.
static const uint64_t writing = BIT(write_file) | BIT(remove_folder) | BIT(remove_file) | BIT(make_folder)
    | BIT(make_file) | BIT(make_socket) | BIT(make_pipe) | BIT(make_link) | BIT(refer) | BIT(truncate_file);
enum { bind_tcp = 1, connect_tcp = 2, scope_abstract = 1, scope_signal = 2 };

static uint64_t known_files(int version) {
  static const int bits[] = {0, 13, 14, 15, 15, 16};
  return BIT(bits[version > 5 ? 5 : version]) - 1;
}

int cplatform_landlock(void) {
  long version = syscall(call_create_ruleset, NULL, 0, 1 /* LANDLOCK_CREATE_RULESET_VERSION */);
  return version < 0 ? 0 : (int)version;
}

int cplatform_sandbox_make(struct cplatform_sandbox *sandbox) {
  int version = sandbox->landlock;
  sandbox->rules = -1;
  if (version < 1) return 0;
  struct ruleset all = {.files = known_files(version)};
  if (version >= 4 && sandbox->network != cplatform_network_any) all.network = bind_tcp | connect_tcp;
  if (version >= 6) all.scoped = scope_abstract | scope_signal;
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  long rules = syscall(call_create_ruleset, &all, size, 0);
  if (rules < 0) return errno;
  sandbox->rules = fcntl((int)rules, F_DUPFD_CLOEXEC, cplatform_last_handed + 1);
  int error = sandbox->rules < 0 ? errno : 0;
  close((int)rules);
  return error;
}

int cplatform_sandbox_open(const char *path, bool is_real) {
  return is_real ? cplatform_real_open(path) : open(path, O_PATH | O_CLOEXEC);
}

int cplatform_sandbox_allow(const struct cplatform_sandbox *sandbox, int place, bool writes) {
  if (sandbox->rules < 0) return 0;
  struct stat facts;
  if (fstat(place, &facts) != 0) return errno;
  uint64_t allowed = writes ? reading | writing : reading;
  if (S_ISCHR(facts.st_mode)) allowed |= BIT(control_device);
  if (!S_ISDIR(facts.st_mode)) allowed &= of_files;
  struct beneath rule = {.allowed = allowed & known_files(sandbox->landlock), .place = place};
  if (syscall(call_add_rule, sandbox->rules, rule_beneath, &rule, 0) == 0) return 0;
  return errno == EBADFD ? 0 : errno;
}

int cplatform_sandbox_allow_port(const struct cplatform_sandbox *sandbox, int number) {
  if (sandbox->rules < 0 || sandbox->landlock < 4) return ENOSYS;
  struct port rule = {.allowed = connect_tcp, .port = (uint64_t)number};
  return syscall(call_add_rule, sandbox->rules, rule_port, &rule, 0) == 0 ? 0 : errno;
}

/// Root keeps what it needs to work on the files of others, and loses what reaches past files.
static int drop_capabilities(void) {
  static const uint64_t kept = BIT(CAP_CHOWN) | BIT(CAP_DAC_OVERRIDE) | BIT(CAP_DAC_READ_SEARCH) | BIT(CAP_FOWNER)
      | BIT(CAP_FSETID) | BIT(CAP_SETGID) | BIT(CAP_SETUID) | BIT(CAP_NET_BIND_SERVICE) | BIT(CAP_NET_RAW);
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct sets[2];
  if (syscall(SYS_capget, &header, sets) != 0) return errno;
  if ((sets[0].permitted | sets[1].permitted) == 0) return 0;
  for (int number = 0; number < 64; number++)
    if (!(kept & BIT(number)) && prctl(PR_CAPBSET_READ, number, 0, 0, 0) == 1
        && prctl(PR_CAPBSET_DROP, number, 0, 0, 0) != 0 && errno != EPERM)
      return errno;
  if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) != 0 && errno != EINVAL) return errno;
  for (int half = 0; half < 2; half++) {
    uint32_t mask = (uint32_t)(kept >> (32 * half));
    sets[half].effective &= mask;
    sets[half].permitted &= mask;
    sets[half].inheritable = 0;
  }
  return syscall(SYS_capset, &header, sets) == 0 ? 0 : errno;
}

/// Its own folder of /proc is known only here.
static int allow_self(const struct cplatform_sandbox *sandbox) {
  int self = open("/proc/self", O_PATH | O_CLOEXEC);
  if (self < 0) return 0;
  int error = cplatform_sandbox_allow(sandbox, self, false);
  close(self);
  return error;
}

int cplatform_sandbox_enter(const struct cplatform_sandbox *sandbox) {
  int error = drop_capabilities();
  if (error != 0) return error;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  if (sandbox->rules >= 0) {
    error = allow_self(sandbox);
    if (error != 0) return error;
    if (syscall(call_restrict_self, sandbox->rules, 0) != 0) return errno;
    close(sandbox->rules);
  }
  return cplatform_sandbox_filter(sandbox);
}
