/// How loud an alarm sounds. Nobody answers: it grows louder up to the maximum, then a second sounder joins in.
package enum Loudness: UInt8, CaseIterable, Comparable, Sendable {
  /// The loudness that is set; never below the audible floor.
  case normal
  case louder
  /// As loud as the sounder can be, on every sounder that the box has.
  case loudest

  /// The word in JSON.
  package var name: String {
    switch self {
    case .normal: "normal"
    case .louder: "louder"
    case .loudest: "loudest"
    }
  }

  /// The level of the sounder, from the one that is set: half way to the maximum, then the maximum.
  package func level(from normal: SoundLevel) -> SoundLevel {
    switch self {
    case .normal: normal
    case .louder: SoundLevel(decibels: (normal.decibels + SoundLevel.maximum.decibels) / 2)
    case .loudest: .maximum
    }
  }

  /// Whether the second sounder joins in.
  package var usesSecondSounder: Bool { self == .loudest }

  package static func < (left: Loudness, right: Loudness) -> Bool { left.rawValue < right.rawValue }
}
