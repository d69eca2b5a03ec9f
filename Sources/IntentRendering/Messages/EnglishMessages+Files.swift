internal import IntentCore

extension EnglishMessages {
  private static let mend = "to mend it: ${repair:command}"
  private static let list = "to see the intents: runintent list"

  /// Things that are not there, files and folders.
  static let files: Area = [
    .intentUnknown: MessageTemplate(
      "there is no intent \"${intent,name,value|of this name}\"[ in ${searchPath,path}]", hints: [list]),
    .entityUnknown: MessageTemplate(
      "${name|the value} is ${allowed:or|something that is not there}[, not \"${value}\"]"),
    .entityAmbiguous: MessageTemplate(
      "${name|the value}[ \"${value}\"] could be ${allowed:or|more than one thing}",
      hints: ["name it by one of these ids"]),
    .fileMissing: MessageTemplate("there is no file or folder ${path,name|of this name}[: ${reason}]"),
    .runUnknown: MessageTemplate(
      "there is no run ${name,value,run|of this number}", hints: ["to see the runs: runintent log"]),
    .folderUnreadable: MessageTemplate(
      "cannot read the folder ${path|of definitions}[: ${reason}]", hints: [mend]),
    .fileUnreadable: MessageTemplate("cannot read ${path|a file}[: ${reason}]", hints: [mend]),
    .fileNotRegular: MessageTemplate(
      "${path|the definition} is ${kind,found|not a regular file}; only a regular file can be a definition"),
    .fileTooLarge: MessageTemplate(
      "${path|the file} is too large[: ${size,found} bytes][, at most ${limit} are allowed]"),
    .fileOwner: MessageTemplate(
      "${path|the definition} belongs to another user[ (${owner})], who could change it",
      hints: [mend]),
    .fileWritable: MessageTemplate(
      "${path|the definition} may be changed by others than its owner", hints: [mend]),
    .fileName: MessageTemplate(
      "${path,name,value|the file} cannot name an intent: use a-z, 0-9, \".\", \"_\" and \"-\", at most 64, and .json"
    ),
  ]

  static let json: Area = [
    .jsonSyntax: MessageTemplate(
      "expected ${expected|JSON}[, found ${found,value}][: ${reason}]"),
    .jsonEncoding: MessageTemplate("${path|the file} is not valid UTF-8[: ${reason}]"),
    .jsonByteOrderMark: MessageTemplate(
      "${path|the file} begins with a byte order mark, which JSON does not allow (RFC 8259, 8.1)",
      hints: ["to mend it: save it as UTF-8 without a byte order mark"]),
    .jsonDuplicateKey: MessageTemplate("the key \"${key,name,value|of this name}\" is there twice"),
    .jsonDepth: MessageTemplate(
      "objects and lists are nested too deeply[: at most ${limit} levels are allowed]"),
    .jsonNul: MessageTemplate("a text must not hold the character U+0000"),
    .jsonSurrogate: MessageTemplate(
      "[${value,found} is ]half of a surrogate pair, which is no character on its own"),
    .jsonNumber: MessageTemplate("${value,found|this} is not a number as JSON has them[: ${reason}]"),
    .jsonEmpty: MessageTemplate("${path|the file} is empty"),
  ]
}
