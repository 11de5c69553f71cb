import Engine
import Readings
import System

/// Asks the system of Lapwing's card for another network: as configured, none in flight, or a hot spot for the page. A unit with
/// the rights to do so waits for the request (docs/image.md).
///
/// What the system does now is in `/run/box/network-mode`. Without that file this is no such card.
package struct NetworkRequest: Sendable {
  package struct State: Sendable, Equatable {
    package let mode: NetworkMode
    /// The number of the latest order; empty for one without a number.
    package let order: String
    /// Why that order was not carried out, or not for long.
    package let refusal: String?
  }

  private let folder: String
  private let system: String

  /// - Parameter system: where the system shows what it does.
  package init(folder: String = RequestFile.folder, system: String = "/run/box") {
    self.folder = folder
    self.system = system
  }

  /// What the system does now; `nil` for a box that was not started from the card.
  package var state: State? {
    guard let bytes = try? FileBytes.read("\(system)/network-mode", mayWait: false, longest: 1024) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    guard let mode = lines.first.flatMap({ NetworkMode(rawValue: String($0)) }) else { return nil }
    let refusal = lines.dropFirst(2).first.map(String.init)
    return State(
      mode: mode, order: lines.dropFirst().first.map(String.init) ?? "",
      refusal: refusal?.isEmpty == false ? refusal : nil)
  }

  /// Writes the request.
  /// - Parameter number: by which the state shows that the order was accepted; `nil` if that does not matter.
  package func ask(_ mode: NetworkMode, number: String? = nil) throws(LapwingError) {
    guard state != nil else { throw Self.noCard }
    let line = mode.rawValue + (number.map { " \($0)" } ?? "") + "\n"
    try RequestFile("network", in: folder).ask(line, code: "no-network-request")
  }

  /// Carries out the order of a client: `status`, or the name of a mode.
  /// - Returns: what a person is shown.
  func answer(_ name: String) throws(LapwingError) -> String {
    if name == "status" {
      guard let state else { throw Self.noCard }
      return [state.mode.sentence, state.refusal.map { "the latest order: \($0)" }].compactMap(\.self)
        .joined(separator: "\n")
    }
    guard let mode = NetworkMode(rawValue: name) else {
      throw LapwingError(
        .usage, code: "bad-network",
        "the network can be \(NetworkMode.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    try ask(mode)
    return "the system was asked for the network \(name); lapwing network shows how it goes"
  }

  package func refuseInFlight() throws(LapwingError) {
    if state?.mode == .flight { throw NetworkMode.noStranger }
  }

  private static let noCard = LapwingError(
    .unavailable, code: "no-network-modes",
    "this system has no flight mode and no hot spot: it was not started from Lapwing's card")
}
