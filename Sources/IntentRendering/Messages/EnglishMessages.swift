internal import IntentCore

/// The English wording of every fault; each area has a file, and a test finds a code that is in none.
///
/// The arguments that the wording knows, all optional:
///
/// | argument | what it holds |
/// |---|---|
/// | `name` | a parameter or option as the caller spelled it (`--state`), else what the fault is about |
/// | `value`, `found` | what was given, or its length or count |
/// | `allowed` | the list of values, kinds or keys that would do |
/// | `expected` | what would do, in words ("a whole number") |
/// | `limit` | the number that a value or file passes |
/// | `suggestion` | what the person probably meant; it is appended to any message |
/// | `intent`, `handler`, `program`, `resource`, `kind`, `key`, `option` | whom or what it concerns |
/// | `missing` | the capabilities that nobody granted, or their phrases |
/// | `source` | how the run was entered: `script`, `timer`… |
/// | `command` | the words, or the text, of the command that would allow it |
/// | `repair` | the command that mends it; a hint of its own where the wording has none |
/// | `hint` | one more line of advice, shown beneath any message |
/// | `path`, `searchPath` | a file or folder; the folders that were searched |
/// | `reason` | why, in words of the system or a provider |
/// | `status`, `signal`, `seconds`, `count`, `owner`, `size`, `percent`, `mark`, `code` | numbers |
enum EnglishMessages {
  static let table: [FaultCode: MessageTemplate] = {
    var table: [FaultCode: MessageTemplate] = [:]
    for area in [usage, values, files, json, definitions, permission, running, ourselves] {
      for (code, template) in area { table[code] = template }
    }
    return table
  }()

  typealias Area = KeyValuePairs<FaultCode, MessageTemplate>
}
