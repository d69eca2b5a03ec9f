#!/usr/bin/env python3
"""Tries one way out of a sandbox and prints "out" when it led there, else why not.

usage: attempts.py KIND FACTS — FACTS is the JSON of what lies outside, as `escapes` made it.
"""
import ctypes
import errno
import fcntl
import json
import mmap
import os
import platform
import resource
import signal
import socket
import struct
import subprocess
import sys
import time

C = ctypes.CDLL(None, use_errno=True)
X86 = platform.machine() == "x86_64"
# The numbers of calls on x86_64 and aarch64.
NUMBERS = {
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "unshare": (272, 97), "mount": (165, 40), "chroot": (161, 51),
    "setns": (308, 268), "keyctl": (250, 219), "add_key": (248, 217), "bpf": (321, 280), "perf": (298, 241),
    "shmget": (29, 194), "shmat": (30, 196), "name_to_handle": (303, 264), "open_by_handle": (304, 265),
    "userfaultfd": (323, 282), "inotify_init": (294, 26), "inotify_watch": (254, 27), "priority": (141, 140),
    "affinity": (203, 122), "io_priority": (251, 30), "kcmp": (312, 272), "mq_open": (240, 180), "fanotify": (300, 262), "prlimit": (302, 261),
    "io_uring": (425, 425), "clone3": (435, 435), "pidfd_open": (434, 434), "pidfd_getfd": (438, 438),
    "pidfd_signal": (424, 424), "memfd": (319, 279), "openat2": (437, 437), "syslog": (103, 116),
}


def call(name, *words):
    words = [ctypes.c_long(word) if isinstance(word, int) else word for word in words]
    result = C.syscall(NUMBERS[name][0 if X86 else 1], *words)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def opened(path, flags=os.O_RDONLY):
    file = os.open(path, flags | os.O_CLOEXEC, 0o600)
    os.close(file)


def read(path):
    with open(path, "rb") as file:
        file.read(1)


def connect(family, kind, protocol, address):
    made = socket.socket(family, kind, protocol)
    made.settimeout(5)
    made.connect(address)
    made.send(b"x")


def io_uring(f):
    # A ring that exists can open any file.
    call("io_uring", 4, ctypes.create_string_buffer(120))


def fast_open(f):
    made = socket.socket()
    made.sendto(b"x", 0x20000000, ("127.0.0.1", f["tcp"]))


def paired(f):
    one, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    one.connect(f["datagrams"])
    one.send(b"x")


def asynchronous_signal(f):
    reading, writing = os.pipe()
    fcntl.fcntl(reading, fcntl.F_SETOWN, f["victim"])
    fcntl.fcntl(reading, 10, signal.SIGUSR1)
    fcntl.fcntl(reading, fcntl.F_SETFL, fcntl.fcntl(reading, fcntl.F_GETFL) | os.O_ASYNC)
    os.write(writing, b"x")
    # The kernel says nothing when it does not deliver.
    awaited(f["signalled"])


def awaited(path):
    for _ in range(40):
        if os.path.exists(path):
            return
        time.sleep(0.025)
    raise OSError(errno.EPERM, "it did not come")


def executed_memory(f):
    file = os.memfd_create("x", os.MFD_CLOEXEC)
    with open("/bin/cat", "rb") as cat:
        os.write(file, cat.read())
    os.set_inheritable(file, True)
    subprocess.run([f"/proc/self/fd/{file}", f["secret"]], check=True, pass_fds=[file], stdout=subprocess.DEVNULL)


def child(f):
    subprocess.run(["/bin/sh", "-c", 'setsid -w cat "$1" >/dev/null', "sh", f["secret"]], check=True)


def gained(f):
    answer = subprocess.run([f["setuid"], "-u"], check=True, stdout=subprocess.PIPE).stdout
    if int(answer) == os.geteuid():
        raise OSError(errno.EPERM, "it has the same rights")


def inherited(f):
    known = {os.path.realpath("/dev/null")}
    for name in os.listdir("/proc/self/fd"):
        try:
            target = os.readlink(f"/proc/self/fd/{name}")
        except OSError:
            continue
        own = target in known or target.startswith(("pipe:", "/proc/", "/memfd:"))
        if not own and not target.endswith("attempts.py"):
            return
    raise OSError(errno.EBADF, "there are none")


def shared_memory(f):
    segment = call("shmget", f["segment"], 0, 0)
    C.syscall.restype = ctypes.c_long
    call("shmat", segment, None, 0)


def queue(f):
    call("mq_open", b"runintent-escapes", os.O_CREAT | os.O_RDWR, 0o600, None)
    C.mq_unlink(b"/runintent-escapes")


def abstract(f):
    connect(socket.AF_UNIX, socket.SOCK_STREAM, 0, "\0" + f["abstract"])


def keyring(f):
    call("add_key", b"user", b"runintent-escapes", b"x", 1, -3)


def handle(f):
    buffer = bytearray(struct.pack("Ii", 128, 0) + bytes(128))
    pointer = (ctypes.c_char * len(buffer)).from_buffer(buffer)
    mount = ctypes.c_int()
    # The handle is made without opening the file.
    call("name_to_handle", -100, f["secret"].encode(), pointer, ctypes.byref(mount), 0)
    folder = os.open("/usr" if os.stat("/usr").st_dev == os.stat(f["secret"]).st_dev else f["inside"], os.O_RDONLY)
    os.read(call("open_by_handle", folder, pointer, os.O_RDONLY), 1)


def device(f):
    path = f["inside"] + "/device"
    os.mknod(path, 0o600 | 0o060000, os.stat(f["outside"]).st_dev)
    os.unlink(path)


def foreign_numbers(f):
    # The same calls by their numbers in another world of calls.
    result = C.syscall(0x40000000 | 2, f["secret"].encode(), 0, 0)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def old_calls(f):
    # mov eax, 20 (getpid); int 0x80; ret
    memory = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    memory.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")
    function = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(memory)))
    pid = os.fork()
    if pid == 0:
        os._exit(0 if function() > 0 else 1)
    status = os.waitpid(pid, 0)[1]
    if status != 0:
        raise OSError(errno.ENOSYS, "it was ended")


def linked(f):
    path = f["inside"] + "/link"
    os.link(f["secret"], path)
    try:
        read(path)
    finally:
        os.unlink(path)


def followed(f):
    path = f["inside"] + "/way"
    os.symlink(f["secret"], path)
    try:
        read(path)
    finally:
        os.unlink(path)


def moved(f):
    path = f["inside"] + "/moved"
    opened(path, os.O_CREAT | os.O_WRONLY)
    os.rename(path, f["outside"] + "/moved")


def kept(f):
    made = socket.socket()
    made.bind(("127.0.0.1", 0))
    made.listen()


def listening(f):
    socket.socket().listen()


def terminal(f):
    file = os.open("/dev/tty", os.O_RDWR)
    fcntl.ioctl(file, 0x5412, b"x")


def mounted(f):
    call("mount", b"none", f["inside"].encode(), b"tmpfs", 0, None)


def user_namespace(f):
    pid = os.fork()
    if pid == 0:
        try:
            call("unshare", 0x10000000)
        except OSError as error:
            os._exit(error.errno)
        os._exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if status != 0:
        raise OSError(status, os.strerror(status))


def clone3(f):
    words = struct.pack("QQQQQQQQ", 0x10000000, 0, 0, 0, 17, 0, 0, 0)
    pid = call("clone3", words, len(words))
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)


def memory(f):
    with open(f"/proc/{f['victim']}/mem", "rb"):
        pass


def stolen(f):
    file = call("pidfd_open", f["victim"], 0)
    call("pidfd_getfd", file, 1, 0)


def limits(f):
    call("prlimit", f["victim"], resource.RLIMIT_NOFILE, struct.pack("QQ", 64, 64), None)


def watch(f):
    inotify = call("inotify_init", 0)
    call("inotify_watch", inotify, f["home"].encode(), 0x100 | 0x20)


def slow(f):
    call("priority", 0, f["victim"], 19)


def pin(f):
    call("affinity", f["victim"], 8, struct.pack("Q", 1))


def idle(f):
    call("io_priority", 1, f["victim"], 3 << 13)


def vm(f):
    buffer = ctypes.create_string_buffer(1)
    with open("/proc/self/maps") as maps:
        address = int(maps.readline().split("-")[0], 16)
    local = struct.pack("PN", ctypes.addressof(buffer), 1)
    remote = struct.pack("PN", f.get("address", address), 1)
    call("process_vm_readv", f["victim"], local, 1, remote, 1, 0)


AF_INET, STREAM, DATAGRAM = socket.AF_INET, socket.SOCK_STREAM, socket.SOCK_DGRAM
local = lambda port: ("127.0.0.1", port)

KINDS = {
    "watch the home": watch, "slow another process": slow, "pin another process": pin,
    "starve another process": idle,
    "write a file outside": lambda f: opened(f["outside"] + "/made", os.O_CREAT | os.O_WRONLY),
    "change a file outside": lambda f: opened(f["given"], os.O_WRONLY),
    "truncate a file outside": lambda f: os.truncate(f["given"], 0),
    "truncate it by opening": lambda f: opened(f["given"], os.O_TRUNC),
    "remove a file outside": lambda f: os.unlink(f["given"]),
    "make a folder outside": lambda f: os.mkdir(f["outside"] + "/folder"),
    "read the home": lambda f: read(f["secret"]),
    "list the home": lambda f: os.listdir(f["home"]),
    "write in /tmp": lambda f: opened(f["temporary"], os.O_CREAT | os.O_WRONLY),
    "write in /dev/shm": lambda f: opened(f["memory"], os.O_CREAT | os.O_WRONLY),
    "read /etc/shadow": lambda f: read("/etc/shadow"),
    "read the store": lambda f: read(f["store"]),
    "change the store": lambda f: opened(f["store"], os.O_WRONLY),
    "read the configuration": lambda f: read(f["configuration"]),
    "change the configuration": lambda f: opened(f["configuration"], os.O_WRONLY),
    "rename out": moved,
    "link in": linked,
    "follow a link out": followed,
    "open by a handle": handle,
    "make a device": device,
    "let a child read the home": child,
    "run a program in memory": executed_memory,
    "run a program with other rights": gained,
    "use a descriptor that was left open": inherited,
    "connect by TCP": lambda f: connect(AF_INET, STREAM, 0, local(f["tcp"])),
    "connect by TCP over IPv6": lambda f: connect(socket.AF_INET6, STREAM, 0, ("::ffff:127.0.0.1", f["tcp"])),
    "connect by MPTCP": lambda f: connect(AF_INET, STREAM, 262, local(f["tcp"])),
    "connect by fast open": fast_open,
    "send by UDP": lambda f: connect(AF_INET, DATAGRAM, 0, local(f["udp"])),
    "make a raw socket": lambda f: socket.socket(AF_INET, socket.SOCK_RAW, 1),
    "make a packet socket": lambda f: socket.socket(17, socket.SOCK_RAW, 0),
    "make a netlink socket": lambda f: socket.socket(16, socket.SOCK_RAW, 9),
    "keep a port": kept,
    "listen without a port": listening,
    "connect to a socket file": lambda f: connect(socket.AF_UNIX, STREAM, 0, f["streams"]),
    "connect a pair to a socket file": paired,
    "connect to an abstract socket": abstract,
    "send a signal": lambda f: os.kill(f["victim"], signal.SIGUSR1),
    "send a signal by a descriptor": lambda f: call(
        "pidfd_signal", call("pidfd_open", f["victim"], 0), signal.SIGUSR1, None, 0),
    "let the kernel send a signal": asynchronous_signal,
    "trace a process": lambda f: call("ptrace", 16, f["victim"], 0, 0),
    "read the memory of a process": vm,
    "open the memory of a process": memory,
    "read the variables of a process": lambda f: read(f"/proc/{f['victim']}/environ"),
    "take a descriptor of a process": stolen,
    "limit a process": limits,
    "use io_uring": io_uring,
    "type into the terminal": terminal,
    "make a user namespace": user_namespace,
    "make one by clone3": clone3,
    "mount": mounted,
    "change the root": lambda f: call("chroot", f["inside"].encode()),
    "use the keyring": keyring,
    "share memory": shared_memory,
    "open a message queue": queue,
    "load a program into the kernel": lambda f: call("bpf", 0, struct.pack("IIII", 2, 4, 4, 1) + bytes(100), 116),
    "measure the machine": lambda f: call("perf", struct.pack("IIQ", 1, 112, 0) + bytes(100), 0, -1, -1, 0),
    "read the kernel's log": lambda f: call("syslog", 3, ctypes.create_string_buffer(64), 64),
    "use the numbers of x32": foreign_numbers,
    "use the calls of 32 bits": old_calls,
}


def main():
    kind, facts = sys.argv[-2:]
    try:
        KINDS[kind](json.loads(facts))
    except (OSError, subprocess.CalledProcessError) as error:
        print(errno.errorcode.get(getattr(error, "errno", None), type(error).__name__))
        return
    print("out")


if __name__ == "__main__":
    main()
