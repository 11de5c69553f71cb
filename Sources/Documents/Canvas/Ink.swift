import Readings

/// A colour by its meaning. What differs in colour differs in brightness, dash or shape too, so that a print in black and
/// white and a reader who sees no colours miss nothing.
package enum Ink: Sendable, CaseIterable {
  case paper
  case text
  /// Captions and notes.
  case quiet
  case axis
  case grid
  case mean
  /// From the lowest to the highest value.
  case range
  case limit
  case alarmHigh
  case alarmMedium
  case alarmLow
  case phase
  case otherPhase
  /// The background of a heading and of every second row.
  case shade
  /// Inside all limits.
  case good
  case goodFill
  /// To be looked at.
  case caution
  case cautionFill
  case danger
  case dangerFill

  /// Red, green and blue, from 0 to 255.
  package var rgb: (red: UInt8, green: UInt8, blue: UInt8) {
    switch self {
    case .paper: (0xFF, 0xFF, 0xFF)
    case .text: (0x22, 0x22, 0x22)
    case .quiet: (0x5A, 0x5A, 0x5A)
    case .axis: (0x33, 0x33, 0x33)
    case .grid: (0xDD, 0xDD, 0xDD)
    case .mean: (0x00, 0x60, 0xA8)
    case .range: (0xB9, 0xD6, 0xEE)
    case .limit: (0x8A, 0x3B, 0x00)
    case .alarmHigh: (0xC8, 0x20, 0x0E)
    case .alarmMedium: (0xB8, 0x7A, 0x00)
    case .alarmLow: (0x00, 0x7A, 0x87)
    case .phase: (0xF3, 0xF3, 0xEC)
    case .otherPhase: (0xE6, 0xE8, 0xEF)
    case .shade: (0xF2, 0xF4, 0xF6)
    case .good: (0x00, 0x79, 0x5A)
    case .goodFill: (0xE6, 0xF4, 0xEF)
    case .caution: (0xB8, 0x7A, 0x00)
    case .cautionFill: (0xFF, 0xF6, 0xDF)
    case .danger: (0xC8, 0x20, 0x0E)
    case .dangerFill: (0xFC, 0xED, 0xEA)
    }
  }

  package var hexadecimal: String {
    let (red, green, blue) = rgb
    return "#" + (UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)).digits(6, radix: 16, uppercase: true)
  }
}
