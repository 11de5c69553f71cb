/// Cuts the objects of the outermost list out of a JSON text that comes in pieces, so that a text of any length needs the room of
/// one object. What an object holds is left to a decoder.
struct JSONElements: Sendable {
  enum Fault: Error, Equatable {
    /// It begins with this text.
    case noJSON(String)
    case longElement
    case cut
  }

  /// In bytes: the longest that a source here has is a tenth.
  static let longest = 64 << 10

  /// The brackets that are open.
  private var open: [UInt8] = []
  private var isInString = false, isEscaped = false, hasBegun = false
  private var element: [UInt8] = []
  /// The depth at which the element has begun.
  private var begins: Int?

  /// - Parameter take: gets each object when it is whole.
  mutating func receive(_ bytes: [UInt8], _ take: ([UInt8]) throws(Fault) -> Void) throws(Fault) {
    for byte in bytes {
      if !hasBegun {
        guard ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains(byte) else { continue }
        guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") else { throw .noJSON(Self.beginning(bytes)) }
        hasBegun = true
      }
      if begins != nil {
        guard element.count < Self.longest else { throw .longElement }
        element.append(byte)
      }
      if isInString {
        isInString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if byte == UInt8(ascii: "{"), begins == nil, open.last == UInt8(ascii: "[") {
          begins = open.count
          element = [byte]
        }
        guard open.count < 64 else { throw .longElement }
        open.append(byte)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard open.popLast() == (byte == UInt8(ascii: "}") ? UInt8(ascii: "{") : UInt8(ascii: "[")) else { throw .cut }
        if begins == open.count {
          begins = nil
          try take(element)
        }
      default: break
      }
    }
  }

  /// - Throws: if the text has not ended.
  func end() throws(Fault) { guard hasBegun, open.isEmpty else { throw hasBegun ? .cut : .noJSON("") } }

  private static func beginning(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix(40).map { (0x20..<0x7F).contains($0) ? $0 : 0x20 }, as: UTF8.self).trimmed
  }
}
