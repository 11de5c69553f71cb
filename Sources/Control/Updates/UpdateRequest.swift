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

  /// - Parameter reasonToWait: why this is no quiet moment.
  /// - Returns: what a person is shown.
  func answer(_ order: UpdateOrder, _ reasonToWait: () -> String? = { nil }) throws(LapwingError) -> String {
    let status: [UInt8]
    do throws(LapwingError) {
      status = try FileBytes.read("\(folder)/../box/status", mayWait: false, longest: 4096)
    } catch {
      throw LapwingError(
        .unavailable, code: "no-updates",
        "this system does not update itself: it was not started from Lapwing's card. Install the package of the new version"
      )
    }
    let told: String
    switch order {
    case .status: return String(decoding: status, as: UTF8.self).split(separator: "\n").joined(separator: "\n")
    case .quiet:
      try refuse(reasonToWait())
      return "nobody is watched now"
    case .install(let name, quietly: true):
      try refuse(reasonToWait())
      told = UpdateOrder.install(name, quietly: false).text
    case .back: told = "go back"
    case .show, .install: told = order.text
    }
    let file = RequestFile("update", in: folder)
    guard mayReplace(by: order) || !file.isWaiting else {
      throw LapwingError(
        .tryAgain, code: "busy", "the system is still about what it was asked before; see update status")
    }
    // The system asks once more before it installs, and before it starts again.
    try file.ask(order.text + "\n", code: "no-update-request")
    return "the system was asked to \(told); lapwing update status shows how it goes"
  }

  /// The system takes one order as soon as it has done the one before, and that may be an installation. Only to show what an
  /// update changes is done without, once a person has decided.
  private func mayReplace(by order: UpdateOrder) -> Bool {
    switch order {
    case .back, .install(_, quietly: false): waiting().hasPrefix(UpdateOrder.show("").text)
    case .status, .quiet, .show, .install: false
    }
  }

  private func waiting() -> String {
    let line = try? FileBytes.read("\(folder)/update", mayWait: false, longest: 4096)
    return String(decoding: line ?? [], as: UTF8.self)
  }

  /// The code of the refusal while this is no quiet moment.
  package static let notNow = "update-waits"

  private func refuse(_ reason: String?) throws(LapwingError) {
    guard let reason else { return }
    throw LapwingError(.tryAgain, code: Self.notNow, "the update waits, since \(reason)")
  }
}
