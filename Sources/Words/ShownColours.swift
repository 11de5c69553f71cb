package enum ShownColours: String, CaseIterable, Sendable {
  /// Green, yellow, orange, red.
  case usual
  /// Blue to orange, which people who confuse red and green can distinguish.
  case blueOrange = "blue-orange"

  package var words: SharedWords {
    switch self {
    case .usual: .usualColours
    case .blueOrange: .blueOrange
    }
  }
}
