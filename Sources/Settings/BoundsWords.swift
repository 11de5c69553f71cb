import Alarms

extension Bounds: SettingWords {
  /// Both times in whole seconds, as the configuration writes them, such as 5/10.
  package var words: String { "\(notBefore.components.seconds)/\(mustBy.components.seconds)" }

  /// The allowed bounds, as the configuration writes them.
  package static let settableWords = settable.map(\.words)

  /// - Parameter words: as the configuration writes them; `nil` if these bounds are not allowed.
  package init?(words: String) {
    guard let bounds = Self.settable.first(where: { $0.words == words }) else { return nil }
    self = bounds
  }
}
