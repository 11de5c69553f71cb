/// Where the page of the running session is, and what its address says of the order before.
enum RunningSessionAddress {
  static let path = "/session"

  /// An order that was carried out. The raw values are in the address.
  enum Said: String {
    case started, ended, drunk, caffeine
    case phaseSet = "phase"
    case drinkBack = "drink-back"
    case caffeineBack = "caffeine-back"
  }

  static func after(_ said: Said) -> String { "\(path)?said=\(said.rawValue)" }
}
