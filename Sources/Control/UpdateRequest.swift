import Readings
import System

/// Asks the system of Lapwing's card to update itself. A unit with the rights to do so waits for the request, and decides:
/// the box only asks (docs/image.md).
///
/// What the system says of itself is in `/run/box/status`, beside the folder of the service. Without that file this is no such
/// card, and the package is updated by the system that it was installed in.
package struct UpdateRequest {
  private let folder: String

  init(folder: String = RequestFile.folder) { self.folder = folder }

  /// Carries out `status`, `quiet` (whether nobody is watched), `back`, or `show NAME` or `install NAME`, where NAME is a file in `/var/lib/lapwing/updates`. After
  /// `install NAME` may stand `quietly`: then it is done only in a ``QuietMoment``.
  /// - Parameter reasonToWait: why this is no quiet moment.
  /// - Returns: what a person is told.
  func answer(_ order: String, _ reasonToWait: () -> String? = { nil }) throws(LapwingError) -> String {
    let isQuiet = order.hasPrefix("install ") && order.hasSuffix(Self.quietly)
    let line = isQuiet ? String(order.dropLast(Self.quietly.utf8.count)) : order
    let status: [UInt8]
    do throws(LapwingError) {
      status = try FileBytes.read("\(folder)/../box/status", mayWait: false, longest: 4096)
    } catch {
      throw LapwingError(
        .unavailable, code: "no-updates",
        "this system does not update itself: it was not started from Lapwing's card. Install the package of the new version"
      )
    }
    if line == "status" {
      return String(decoding: status, as: UTF8.self).split(separator: "\n").joined(separator: "\n")
    }
    if line == "quiet" {
      try refuse(reasonToWait())
      return "nobody is watched now"
    }
    guard line == "back" || Self.namesOne(line) else {
      throw LapwingError(
        .usage, code: "bad-update",
        "an update is status, quiet, back, or show or install (quietly, if nobody has asked for it) and the name of a file in /var/lib/lapwing/updates, of letters, digits, dots, hyphens and underscores"
      )
    }
    if isQuiet { try refuse(reasonToWait()) }
    let file = RequestFile("update", in: folder)
    // The system takes one as soon as it has done the one before, and that may be an installation. Only to show what an update
    // changes is done without, once a person has decided.
    let mayReplace = waiting().hasPrefix("show ") && !isQuiet && !line.hasPrefix("show ")
    guard mayReplace || !file.isWaiting else {
      throw LapwingError(
        .tryAgain, code: "busy", "the system is still about what it was asked before; see update status")
    }
    // The system asks once more before it installs, and before it starts again.
    try file.ask((isQuiet ? order : line) + "\n", code: "no-update-request")
    return "the system was asked to \(line == "back" ? "go back" : line); lapwing update status tells how it goes"
  }

  private func waiting() -> String {
    let line = try? FileBytes.read("\(folder)/update", mayWait: false, longest: 4096)
    return String(decoding: line ?? [], as: UTF8.self)
  }

  /// The code of the refusal while this is no quiet moment.
  package static let notNow = "update-waits"
  private static let quietly = " quietly"

  private func refuse(_ reason: String?) throws(LapwingError) {
    guard let reason else { return }
    throw LapwingError(.tryAgain, code: Self.notNow, "the update waits, since \(reason)")
  }

  private static func namesOne(_ line: String) -> Bool {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    return words.count == 2 && ["show", "install"].contains(words[0]) && UpdateName.isTaken(words[1])
  }
}
