/// Converts the bits of floating-point numbers of two, four or eight bytes (IEEE 754).
enum FloatBits {
  /// The number; `nil` for any other number of bytes.
  static func value(_ bits: UInt64, count: Int) -> Double? {
    switch count {
    case 2: half(UInt16(truncatingIfNeeded: bits))
    case 4: Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case 8: Double(bitPattern: bits)
    default: nil
    }
  }

  /// One sign bit, five bits of exponent, ten bits of mantissa. `Float16` does not exist on every processor.
  private static func half(_ bits: UInt16) -> Double {
    let mantissa = Double(bits & 0x3FF), exponent = Int(bits >> 10 & 0x1F)
    let magnitude: Double =
      switch exponent {
      case 0: mantissa / 16_777_216
      case 31: mantissa == 0 ? .infinity : .nan
      default: Double(sign: .plus, exponent: exponent - 15, significand: 1 + mantissa / 1_024)
      }
    return bits & 0x8000 != 0 ? -magnitude : magnitude
  }
}
