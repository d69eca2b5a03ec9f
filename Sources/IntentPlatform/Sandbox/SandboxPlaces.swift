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
    "passwd", "group", "nsswitch.conf", "hosts", "host.conf", "hostname", "networks", "services", "protocols",
    "gai.conf", "localtime", "timezone", "locale.alias", "locale.gen", "locale.conf", "default/locale",
    "ld.so.cache",
    "ld.so.conf", "ld.so.conf.d", "ld.so.preload", "alternatives", "os-release", "debian_version",
    "lsb-release",
    "machine-id", "fstab", "mtab", "mime.types", "magic", "terminfo", "inputrc", "shells", "login.defs",
    "profile",
    "profile.d", "bash.bashrc", "environment", "xdg", "fonts", "ImageMagick-6", "ImageMagick-7", "ssl/certs",
    "ssl/openssl.cnf", "ssl/cert.pem", "ca-certificates", "ca-certificates.conf", "pki", "crypto-policies",
    "gitconfig",
    "wgetrc", "curlrc", "python3", "perl", "java-11-openjdk", "java-17-openjdk", "java-21-openjdk", "vim",
    "nanorc",
    "rsyncd.conf", "sensors3.conf", "sensors.d", "smartmontools", "dictionaries-common", "paperspecs",
    "papersize",
  ]
}
