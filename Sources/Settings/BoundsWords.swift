import Alarms

extension Bounds {
  /// Both in whole seconds, as the configuration writes them: 5/10.
  package var words: String { "\(notBefore.components.seconds)/\(mustBy.components.seconds)" }

  /// Those that can be set, as the configuration writes them.
  package static let settableWords = settable.map(\.words)

  /// - Parameter words: as the configuration writes them; `nil` where they cannot be set.
  package init?(words: String) {
    guard let bounds = Self.settable.first(where: { $0.words == words }) else { return nil }
    self = bounds
  }
}
