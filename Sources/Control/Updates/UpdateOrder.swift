import Readings

/// What the system of Lapwing's card is asked to do about its updates.
package enum UpdateOrder: Sendable, Equatable {
  case status
  case quiet
  case back
  /// Shows what the file of this name in `/var/lib/lapwing/updates` changes.
  case show(String)
  /// Installs it; `quietly` only in a ``QuietMoment``.
  case install(String, quietly: Bool)

  private static let quietly = "quietly"

  /// As it stands in a request, and on the line that the system reads.
  package var text: String {
    switch self {
    case .status: "status"
    case .quiet: "quiet"
    case .back: "back"
    case .show(let name): "show \(name)"
    case .install(let name, let quietly): "install \(name)" + (quietly ? " \(Self.quietly)" : "")
    }
  }

  /// Reads the text of a request.
  /// - Throws: `usage` for another order, and for a name that is none of a file of the folder.
  package init(_ text: String) throws(LapwingError) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let name = words.dropFirst().first.flatMap { UpdateName.isTaken($0) ? $0 : nil }
    switch (words.first, words.count, name) {
    case ("status", 1, _): self = .status
    case ("quiet", 1, _): self = .quiet
    case ("back", 1, _): self = .back
    case ("show", 2, let name?): self = .show(name)
    case ("install", 2, let name?) where name != Self.quietly: self = .install(name, quietly: false)
    case ("install", 3, let name?) where words[2] == Self.quietly: self = .install(name, quietly: true)
    default:
      throw LapwingError(
        .usage, code: "bad-update",
        "an update is status, quiet, back, or show or install (quietly, if no person has asked for it) and the name of a file in /var/lib/lapwing/updates, of letters, digits, dots, hyphens and underscores"
      )
    }
  }
}
