import Control
import Glibc
import Readings
import Settings
import Status
import System

/// Has a running box pair with a device or read it, since the box uses the adapter, and shows how it goes.
struct BoxVisit {
  private var client: ControlClient

  /// - Returns: `nil` if no box is running with this configuration.
  init?(of configuration: Configuration) {
    guard let client = try? ControlClient(path: configuration.controlSocket) else { return nil }
    self.client = client
  }

  mutating func status() throws(LapwingError) -> BoxStatus { try client.status() }

  mutating func unpair(_ address: DeviceAddress) throws(LapwingError) {
    _ = try client.order(.unpair(address.description))
    try Output.standard.line("The keys of \(address) are deleted")
  }

  mutating func pair(_ address: DeviceAddress, passkey: UInt32?) throws(LapwingError) {
    _ = try client.order(.pair(address.description, passkey: passkey.map { Int($0) }))
    try follow("pair", address) { (visit, client) throws(LapwingError) in
      guard visit.step == .number else { return visit.isOver }
      guard isatty(STDIN_FILENO) == 1 else {
        _ = try? client.order(.stop)
        throw LapwingError(
          .usage, code: "no-passkey",
          "\(address) shows a number now; give it with --passkey, or run this command in a terminal")
      }
      try Output.error.write("Enter the number that \(address) shows: ")
      let number = readLine().flatMap { Int($0.filter { !$0.isWhitespace }) }
      _ = try client.order(.passkey(number ?? -1))
      return false
    }
    try Output.standard.line("\(address) is paired")
  }

  /// The next reading of a sensor.
  mutating func read(_ address: DeviceAddress, within time: Duration) throws(LapwingError) -> ReadingReport {
    _ = try client.order(.read(address.description))
    let clock = MonotonicClock(), start = clock.now
    try follow("read", address) { (visit, _) throws(LapwingError) in
      guard !visit.isOver, start.duration(to: clock.now) >= time else { return visit.isOver }
      throw LapwingError(
        .unavailable, code: "no-reading", "\(address) gave no reading in \(time.components.seconds) s")
    }
    let sensor = try client.status().sensors.first { $0.identity.address == address.description }
    guard let reading = sensor?.reading else {
      throw LapwingError(.unavailable, code: "no-reading", "\(address) was read, and has left again")
    }
    return reading
  }

  /// Looks at the order until it is over.
  /// - Parameter isOver: is asked for each look; whether nothing more is awaited.
  /// - Throws: why it failed.
  private mutating func follow(
    _ purpose: String, _ address: DeviceAddress,
    until isOver: (VisitReport, inout ControlClient) throws(LapwingError) -> Bool
  ) throws(LapwingError) {
    while true {
      guard let visit = try client.status().visit, visit.address == address.description, visit.purpose == purpose
      else {
        throw LapwingError(.unavailable, code: "replaced", "the box has received another request meanwhile")
      }
      if visit.step == .failed {
        throw LapwingError(.unavailable, code: visit.code ?? "failed", visit.sentence ?? "\(address) did not answer")
      }
      if try isOver(visit, &client) { return }
      usleep(200_000)
    }
  }
}
