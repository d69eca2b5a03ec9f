internal import IntentCore

/// A line by which a program tells how far it is: `{"progress": 0.4, "text": "copying"}`, either of both alone too.
enum CommandProgress {
  static func read(_ line: [UInt8]) -> (text: String, fraction: Double?)? {
    guard case .object(let object)? = try? Value(json: line, file: "progress") else { return nil }
    let fraction = object["progress"]?.doubleValue
    let text = object["text"]?.stringValue
    return fraction == nil && text == nil ? nil : (text ?? "", fraction)
  }
}
