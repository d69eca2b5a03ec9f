internal import IntentCore

extension EnglishMessages {
  private static let mend = "to mend it: ${repair:command}"

  static func secrets(_ code: FaultCode) -> MessageTemplate? {
    switch code {
    case .secretUndefined:
      MessageTemplate(
        "the configuration defines no secret[ \"${name}\"| of this name]",
        hints: ["to define it, write into ${path}: ${expected}"])
    case .secretUnreadable:
      MessageTemplate(
        "the secret[ \"${name}\"] cannot be read[ from ${path,variable}][: ${reason}]",
        variants: [
          "not-absolute": "the secret \"${name}\" cannot be read from ${path}: its path is not absolute",
          "irregular": "the secret \"${name}\" cannot be read: ${path} is ${kind}",
          "not-set": "the secret \"${name}\" cannot be read: the variable ${variable} is not set or empty",
        ])
    case .secretPermissions:
      MessageTemplate(
        "the secret[ \"${name}\"] can be read by others[: ${path}]", hints: [mend],
        variants: [
          "owner":
            "the secret \"${name}\" belongs to another user (id ${owner}), who can read it and change it: ${path}"
        ])
    case .secretInvalid:
      MessageTemplate(
        "the secret[ \"${name}\"] cannot be used[: ${reason}]",
        variants: [
          "empty": "the secret \"${name}\" is empty",
          "too-long": "the secret \"${name}\" is longer than 64 KiB",
          "nul": "the secret \"${name}\" holds a NUL byte",
          "encoding": "the secret \"${name}\" is not UTF-8",
          "too-short":
            "the secret \"${name}\" is too short to be hidden in what a program prints; it needs 4 bytes",
        ])
    case .secretCommand:
      MessageTemplate(
        "the secret[ \"${name}\"] is not to be had from ${program|its program}"
          + "[: it ended with status ${status}|: it was ended by ${signal:signal}|: ${reason}]",
        hints: ["it wrote: ${found}"],
        variants: [
          "not-absolute": "the secret \"${name}\" is not to be had from ${program}: its path is not absolute",
          "not-executable":
            "the secret \"${name}\" is not to be had from ${program}: no such program can be run",
          "too-slow":
            "the secret \"${name}\" is not to be had from ${program}: it did not end within ${seconds} s",
        ])
    default: nil
    }
  }
}
