import Words

/// Where the page of the running session is, and what its address says of the order before.
enum RunningSessionAddress {
  static let path = "/session"

  static func after(_ said: RunningSessionWords.Order) -> String { "\(path)?said=\(said.rawValue)" }
}
