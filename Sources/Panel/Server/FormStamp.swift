/// A number for what a form was made from (FNV-1a, 64 bits). A form that was made from something else is refused.
enum FormStamp {
  static func text(of parts: [String]) -> String {
    // The length keeps two parts from being read as others.
    let bytes = parts.flatMap { "\($0.utf8.count):\($0)".utf8 }
    let number = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(number, radix: 16)
  }
}
