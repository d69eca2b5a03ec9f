#define _GNU_SOURCE
#include "CPlatformSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "the filter of system calls knows x86_64 and aarch64"
#endif

#ifndef SECCOMP_RET_KILL_PROCESS
#define SECCOMP_RET_KILL_PROCESS 0x80000000U
#endif

/// Calls that reach other processes, the kernel itself, mounts and keys, whatever their arguments are. Those that the
/// headers may not know yet stand with their numbers, which are the same on both machines.
static const int denied[] = {
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_perf_event_open, SYS_bpf,
    SYS_userfaultfd, 438 /* pidfd_getfd */, 440 /* process_madvise */, 448 /* process_mrelease */,
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_setns, 428 /* open_tree */, 429 /* move_mount */,
    430 /* fsopen */, 431 /* fsconfig */, 432 /* fsmount */, 433 /* fspick */, 442 /* mount_setattr */,
    467 /* open_tree_attr */, SYS_swapon, SYS_swapoff, SYS_quotactl, 443 /* quotactl_fd */,
    SYS_keyctl, SYS_add_key, SYS_request_key,
    SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load,
    SYS_reboot, SYS_acct, SYS_syslog, SYS_settimeofday, SYS_clock_settime,
    SYS_sethostname, SYS_setdomainname, SYS_vhangup, SYS_open_by_handle_at, SYS_fanotify_init,
    SYS_shmget, SYS_shmat, SYS_shmctl, SYS_semget, SYS_semop, SYS_semtimedop, SYS_semctl, SYS_msgget, SYS_msgsnd,
    SYS_msgrcv, SYS_msgctl, SYS_mq_open, SYS_mq_unlink,
#ifdef SYS_kexec_file_load
    SYS_kexec_file_load,
#endif
#ifdef __x86_64__
    SYS_iopl, SYS_ioperm, SYS_uselib,
#endif
};

/// What programs go on without: they ask for an older call.
static const int unknown[] = {
#ifdef SYS_inotify_init
                              SYS_inotify_init,
#endif
                              // Names and what becomes of them are seen by it in folders that Landlock closes.
                              SYS_inotify_init1, SYS_inotify_add_watch, 425 /* io_uring_setup */, 426 /* io_uring_enter */, 427 /* io_uring_register */,
                              435 /* clone3, whose flags lie in memory */};

struct filter {
  struct sock_filter code[512];
  unsigned short count;
};

static void add(struct filter *filter, unsigned short code, uint32_t value, uint8_t yes, uint8_t no) {
  filter->code[filter->count++] = (struct sock_filter){code, yes, no, value};
}

static void load(struct filter *filter, size_t offset) { add(filter, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0); }

/// The kernel looks at 32 bits of what is compared here; both machines have the lower ones first.
static void load_argument(struct filter *filter, int number) {
  load(filter, offsetof(struct seccomp_data, args) + 8 * (size_t)number);
}

static void answer(struct filter *filter, uint32_t action) { add(filter, BPF_RET | BPF_K, action, 0, 0); }
static void allow(struct filter *filter) { answer(filter, SECCOMP_RET_ALLOW); }
static void fail(struct filter *filter, int error) { answer(filter, SECCOMP_RET_ERRNO | (uint32_t)error); }

static void fail_if(struct filter *filter, uint32_t value, int error) {
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
  fail(filter, error);
}

static void fail_if_any(struct filter *filter, uint32_t bits, int error) {
  add(filter, BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
  fail(filter, error);
}

static void allow_if(struct filter *filter, uint32_t value) {
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
  allow(filter);
}

/// What follows, up to `end`, is for one call, or for one value of what is loaded.
static unsigned begin(struct filter *filter, uint32_t value) {
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 0);
  return filter->count;
}

static void end(struct filter *filter, unsigned start) {
  filter->code[start - 1].jf = (uint8_t)(filter->count - start);
}

static void stream_or_datagram(struct filter *filter) {
  load_argument(filter, 1);
  add(filter, BPF_ALU | BPF_AND | BPF_K, 0xF, 0, 0);
  unsigned stream = begin(filter, SOCK_STREAM);
  load_argument(filter, 2);
  allow_if(filter, 0);
  allow_if(filter, 6 /* IPPROTO_TCP; MPTCP would pass by Landlock */);
  fail(filter, EACCES);
  end(filter, stream);
  unsigned datagram = begin(filter, SOCK_DGRAM);
  load_argument(filter, 2);
  allow_if(filter, 0);
  allow_if(filter, 17 /* IPPROTO_UDP, for look-ups of names */);
  end(filter, datagram);
  fail(filter, EACCES);
}

static void sockets(struct filter *filter, const struct cplatform_sandbox *sandbox) {
  unsigned call = begin(filter, SYS_socket);
  load_argument(filter, 0);
  if (sandbox->opens_sockets) allow_if(filter, AF_UNIX);
  static const int families[] = {AF_INET, AF_INET6};
  for (int i = 0; i < 2 && sandbox->network != cplatform_network_none; i++) {
    unsigned family = begin(filter, (uint32_t)families[i]);
    if (sandbox->network == cplatform_network_any) allow(filter); else stream_or_datagram(filter);
    end(filter, family);
  }
  if (sandbox->network != cplatform_network_none) {
    unsigned family = begin(filter, AF_NETLINK);
    load_argument(filter, 2);
    allow_if(filter, 0 /* NETLINK_ROUTE, by which addresses are listed */);
    if (sandbox->network == cplatform_network_any) {
      allow_if(filter, 4 /* NETLINK_SOCK_DIAG */);
      allow_if(filter, 16 /* NETLINK_GENERIC */);
    }
    end(filter, family);
  }
  fail(filter, EACCES);
  end(filter, call);

  // A pair of datagram sockets could be connected anew, to a socket file.
  if (!sandbox->opens_sockets) {
    call = begin(filter, SYS_socketpair);
    load_argument(filter, 1);
    add(filter, BPF_ALU | BPF_AND | BPF_K, 0xF, 0, 0);
    allow_if(filter, SOCK_STREAM);
    allow_if(filter, SOCK_SEQPACKET);
    fail(filter, EACCES);
    end(filter, call);
  }
  if (sandbox->network != cplatform_network_ports) return;
  // Landlock sees no port where a connection is made by sending, or by listening without a name.
  fail_if(filter, SYS_listen, EACCES);
  static const int senders[][2] = {{SYS_sendto, 3}, {SYS_sendmsg, 2}, {SYS_sendmmsg, 3}};
  for (int i = 0; i < 3; i++) {
    call = begin(filter, (uint32_t)senders[i][0]);
    load_argument(filter, senders[i][1]);
    fail_if_any(filter, 0x20000000 /* MSG_FASTOPEN */, EACCES);
    allow(filter);
    end(filter, call);
  }
}

static void processes(struct filter *filter) {
  unsigned call = begin(filter, SYS_clone);
  load_argument(filter, 0);
  fail_if_any(filter, 0x7E020000 /* CLONE_NEW… */, EPERM);
  allow(filter);
  end(filter, call);
  call = begin(filter, SYS_unshare);
  load_argument(filter, 0);
  fail_if_any(filter, 0x7E020080 /* CLONE_NEW… */, EPERM);
  allow(filter);
  end(filter, call);
  // The limits of others are as good as a signal.
  call = begin(filter, SYS_prlimit64);
  load_argument(filter, 0);
  allow_if(filter, 0);
  load_argument(filter, 2);
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
  fail(filter, EPERM);
  load(filter, offsetof(struct seccomp_data, args[2]) + 4);
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
  fail(filter, EPERM);
  allow(filter);
  end(filter, call);
}

/// What sets how a process runs is for its own alone: a number of 0 is the caller, and there is no other.
static void scheduling(struct filter *filter) {
  static const int own[] = {SYS_sched_setscheduler, SYS_sched_setparam, SYS_sched_setaffinity, SYS_sched_setattr};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
    unsigned call = begin(filter, (uint32_t)own[i]);
    load_argument(filter, 0);
    allow_if(filter, 0);
    fail(filter, EPERM);
    end(filter, call);
  }
  // The first argument says what the second is a number of: a process.
  static const int named[][2] = {{SYS_setpriority, 0}, {SYS_ioprio_set, 1}};
  for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
    unsigned call = begin(filter, (uint32_t)named[i][0]);
    load_argument(filter, 0);
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)named[i][1], 1, 0);
    fail(filter, EPERM);
    load_argument(filter, 1);
    allow_if(filter, 0);
    fail(filter, EPERM);
    end(filter, call);
  }
}

static void terminals(struct filter *filter) {
  unsigned call = begin(filter, SYS_ioctl);
  load_argument(filter, 1);
  static const unsigned requests[] = {TIOCSTI, 0x541C /* TIOCLINUX */, TIOCSETD, TIOCCONS};
  for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) fail_if(filter, requests[i], EPERM);
  allow(filter);
  end(filter, call);
}

/// Before version 3 Landlock does not hold what empties a file without opening it for writing.
static void truncation(struct filter *filter) {
  fail_if(filter, SYS_truncate, EACCES);
  fail_if(filter, 437 /* openat2, whose flags lie in memory */, ENOSYS);
  static const int openers[][2] = {
      {SYS_openat, 2},
#ifdef SYS_open
      {SYS_open, 1},
#endif
  };
  for (size_t i = 0; i < sizeof openers / sizeof *openers; i++) {
    unsigned call = begin(filter, (uint32_t)openers[i][0]);
    load_argument(filter, openers[i][1]);
    add(filter, BPF_ALU | BPF_AND | BPF_K, O_TRUNC | O_ACCMODE, 0, 0);
    fail_if(filter, O_TRUNC | O_RDONLY, EACCES);
    fail_if(filter, O_TRUNC | O_ACCMODE, EACCES);
    allow(filter);
    end(filter, call);
  }
}

int cplatform_sandbox_filter(const struct cplatform_sandbox *sandbox) {
  struct filter filter;
  filter.count = 0;
  load(&filter, offsetof(struct seccomp_data, arch));
  add(&filter, BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0);
  answer(&filter, SECCOMP_RET_KILL_PROCESS);
  load(&filter, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
  // The numbers of x32 are others for the same calls.
  add(&filter, BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
  fail(&filter, ENOSYS);
#endif
  for (size_t i = 0; i < sizeof denied / sizeof *denied; i++) fail_if(&filter, (uint32_t)denied[i], EPERM);
  for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) fail_if(&filter, (uint32_t)unknown[i], ENOSYS);
  terminals(&filter);
  processes(&filter);
  scheduling(&filter);
  sockets(&filter, sandbox);
  if (sandbox->landlock > 0 && sandbox->landlock < 3) truncation(&filter);
  allow(&filter);
  struct sock_fprog program = {.len = filter.count, .filter = filter.code};
  long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 4 /* SPEC_ALLOW */, &program);
  if (result != 0 && errno == EINVAL) result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
  return result == 0 ? 0 : errno;
}
