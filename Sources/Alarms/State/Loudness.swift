/// The steps of the loudness of an alarm. An unanswered alarm grows louder up to the maximum; at the last step the
/// second sounder plays too.
package enum Loudness: UInt8, CaseIterable, Comparable, Sendable {
  case normal
  case louder
  /// The maximum, on every sounder of the box.
  case loudest

  package var name: String {
    switch self {
    case .normal: "normal"
    case .louder: "louder"
    case .loudest: "loudest"
    }
  }

  /// The level of the sounder: the configured one, half way from it to the maximum, or the maximum.
  package func level(from normal: SoundLevel) -> SoundLevel {
    switch self {
    case .normal: normal
    case .louder: SoundLevel(decibels: (normal.decibels + SoundLevel.maximum.decibels) / 2)
    case .loudest: .maximum
    }
  }

  package var usesSecondSounder: Bool { self == .loudest }

  package static func < (left: Loudness, right: Loudness) -> Bool { left.rawValue < right.rawValue }
}
