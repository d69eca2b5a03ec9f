internal import IntentCore

/// The English wording of every fault; each area has a file, and a test finds a code that is in none.
///
/// The arguments that the wording knows, all optional:
///
/// | argument | what it holds |
/// |---|---|
/// | `name` | a parameter or option as the caller spelled it (`--state`), else what the fault is about |
/// | `value`, `found` | what was given; its kind, length or count |
/// | `allowed` | the list of values or keys that would do |
/// | `expected` | what would do, in words ("a whole number") |
/// | `limit`, `minimum`, `maximum` | the numbers that are passed |
/// | `suggestion` | what the person probably meant; it is appended to any message |
/// | `hint` | one more line of advice, shown beneath any message |
/// | `repair` | the command that mends it, words or text; a hint where the wording has none |
/// | `command` | the command that would allow it, words or text |
/// | `intent`, `handler`, `program`, `resource`, `profile`, `door`, `option` | whom or what it concerns |
/// | `kind` | of which kind a thing is, such as "a FIFO" |
/// | `missing` | the capabilities that nobody granted, or phrases for them |
/// | `source` | how the run was entered: `script`, `timer`… |
/// | `path`, `searchPath` | a file or folder; the folders that were searched |
/// | `key`, `within` | a key of a definition; the key path of the object that it is in |
/// | `reason` | why, in words of the system or a provider; or a keyword that selects a variant |
/// | `cause` | the code of a fault beneath, whose wording is used with the same arguments |
/// | `status`, `signal`, `seconds`, `owner`, `size`, `bytes`, `percent`, `mark`, `position` | numbers |
enum EnglishMessages {
  static func template(_ code: FaultCode) -> MessageTemplate? {
    let written = usage(code) ?? values(code) ?? files(code) ?? configuration(code) ?? json(code)
    if let written { return written }
    let meant = definitions(code) ?? secrets(code) ?? permission(code) ?? running(code)
    let known = meant ?? vpn(code) ?? phrases(code) ?? keys(code)
    return known ?? doors(code) ?? ourselves(code)
  }
}
