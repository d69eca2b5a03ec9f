package import IntentCore

/// A colour or weight (ECMA-48, SGR) for a piece of text.
package enum Paint: Sendable {
  case tint(Tint)
  case bold
  /// What a program wrote to its error stream.
  case errorStream

  fileprivate var parameters: String {
    switch self {
    case .tint(.green): "32"
    case .tint(.grey): "90"
    case .tint(.red): "31"
    case .tint(.yellow): "33"
    case .tint(.blue): "34"
    case .bold: "1"
    case .errorStream: "2;31"
    }
  }
}

extension [UInt8] {
  /// Appends what the closure appends, in colour when the style has colour.
  mutating func paint(_ paint: Paint?, _ style: Style, _ append: (inout [UInt8]) -> Void) {
    guard style.color, let paint else { return append(&self) }
    self += "\u{1B}[\(paint.parameters)m".utf8
    append(&self)
    self += "\u{1B}[0m".utf8
  }

  package mutating func paint(_ paint: Paint?, _ style: Style, _ text: String) {
    self.paint(paint, style) { $0 += text.utf8 }
  }
}
