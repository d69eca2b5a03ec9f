internal import Glibc

/// What every program in a sandbox may reach.
enum SandboxPlaces {
  /// The programs of the system with all that they are made of, and what says how the machine is.
  static let readable = [
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store",
    "/sys/devices/system/cpu", "/dev/random", "/dev/urandom", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat",
    "/proc/loadavg", "/proc/uptime", "/proc/version", "/proc/filesystems", "/proc/sys/vm/overcommit_memory",
  ]

  static let writable = ["/dev/null", "/dev/zero", "/dev/full", "/dev/tty"]

  /// The settings of the system: what others than root cannot read they cannot read in a sandbox either. Root could,
  /// so that it gets what is known to be for everybody.
  static var settings: [String] {
    geteuid() == 0 ? rootsSettings.map { "/etc/\($0)" } : ["/etc"]
  }

  private static let rootsSettings = [
    "passwd", "group", "nsswitch.conf", "hosts", "host.conf", "hostname", "services", "protocols", "gai.conf",
    "localtime", "timezone", "locale.alias", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives",
    "os-release",
    "machine-id", "fstab", "mtab", "mime.types", "magic", "terminfo", "inputrc", "login.defs", "profile",
    "profile.d",
    "bash.bashrc", "environment", "xdg", "fonts", "ssl/certs", "ssl/openssl.cnf", "ca-certificates", "pki",
    "crypto-policies", "gitconfig", "wgetrc", "python3", "perl", "vim",
  ]
}
