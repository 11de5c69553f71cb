import Bluetooth
import Engine
import Logbook
import Readings
import SensorProtocols
import System

/// Fetches the records of sensors for the times in which the box did not hear them: whom to visit and when, what to ask,
/// and when to leave. The rules and no I/O. It is never urgent: a visit waits for everything else, ends after a minute
/// and is gone on with later.
package struct HistoryDownload {
  /// What is to be done.
  package enum Output {
    case read(BluetoothUUID)
    case write([UInt8], BluetoothUUID)
    /// This is for the logbook.
    case piece(HistoryChunk)
    /// A person should know of this.
    case note(String)
    /// There is nothing more to do at this visit.
    case leave(String)
  }

  private struct Device {
    /// The holes, the oldest first.
    var wishes: [HistoryRequest] = []
    /// Of the first of them, once it has begun.
    var download: AranetDownload?
    var rows = 0
    var failures = 0
    var notBefore: Instant
  }

  private struct Visit {
    let address: DeviceAddress
    let end: Instant
    var profile: GATTProfile?
    /// When the download asked to be called.
    var wake: Instant?
    var wasOfUse = false
  }

  private var devices: [DeviceAddress: Device] = [:]
  private var visit: Visit?

  package init() {}

  /// After the start the sensors that must be connected to come first.
  private static let settling = Duration.seconds(30)
  /// A record of a week takes a minute. A device may advertise less while it is connected.
  private static let longestVisit = Duration.seconds(60)
  /// Between two visits of one device, for the sake of its battery and of the others.
  private static let pause = Duration.seconds(60)
  private static let pauseAfterFailure = Duration.seconds(300)
  /// So many visits without a row, and it is left alone until the next start.
  private static let mostFailures = 3

  // MARK: Whom and when

  /// Somebody wants a hole filled.
  package mutating func want(_ wish: HistoryRequest, at instant: Instant) {
    let settled = max(instant, Instant.start.advanced(by: Self.settling))
    var device = devices[wish.hole.address] ?? Device(notBefore: settled)
    device.wishes.append(wish)
    devices[wish.hole.address] = device
  }

  /// Whether a device that is heard is to be visited now.
  package func isDue(_ address: DeviceAddress, at instant: Instant) -> Bool {
    guard visit == nil, let device = devices[address], !device.wishes.isEmpty else { return false }
    return device.notBefore <= instant
  }

  /// Whom the visit is to that is under way.
  package var visited: DeviceAddress? { visit?.address }

  /// A connection to the device has begun.
  package mutating func begin(_ address: DeviceAddress, at instant: Instant) {
    visit = Visit(address: address, end: instant.advanced(by: Self.longestVisit))
  }

  /// When ``advance(to:into:)`` has something to do next.
  package var nextDeadline: Instant? {
    guard let visit else { return nil }
    return min(visit.wake ?? visit.end, visit.end)
  }

  // MARK: The visit

  /// The connection stands, and its characteristics are known.
  package mutating func start(_ profile: GATTProfile, at instant: Instant, into outputs: inout [Output]) {
    visit?.profile = profile
    goOn(at: instant, into: &outputs)
  }

  /// The device has told the value of a characteristic.
  package mutating func take(
    _ characteristic: BluetoothUUID, _ value: [UInt8], at instant: Instant, into outputs: inout [Output]
  ) {
    drive(at: instant, into: &outputs) { download, wish, wishes in
      download.take(characteristic, value, atUnixSeconds: wish.date(of: instant), into: &wishes)
    }
  }

  /// The device does not let this be read, or written.
  package mutating func refused(_ characteristic: BluetoothUUID, _ error: ATTError, into outputs: inout [Output]) {
    guard let address = visit?.address else { return }
    if error.asksForPairing {
      outputs.append(
        .note("\(address) gives its record to paired devices only; pair it again: lapwing pair \(address)"))
    } else {
      outputs.append(.note("\(address) gives no record: it refuses \(characteristic), \(error.words)"))
    }
    // Its holes stay in the logbook and are tried again at the next start.
    devices[address] = nil
    outputs.append(.leave("its record is refused"))
  }

  /// Lets happen what is due.
  package mutating func advance(to instant: Instant, into outputs: inout [Output]) {
    guard let visit else { return }
    if visit.end <= instant { return outputs.append(.leave("its record takes longer")) }
    guard let wake = visit.wake, wake <= instant else { return }
    self.visit?.wake = nil
    drive(at: instant, into: &outputs) { download, _, wishes in download.advance(into: &wishes) }
  }

  /// The connection has ended, or did not come about.
  package mutating func closed(at instant: Instant, into outputs: inout [Output]) {
    guard let visit else { return }
    self.visit = nil
    guard var device = devices[visit.address] else { return }
    device.failures = visit.wasOfUse ? 0 : device.failures + 1
    device.notBefore = instant.advanced(by: visit.wasOfUse ? Self.pause : Self.pauseAfterFailure)
    devices[visit.address] = device
    if device.failures >= Self.mostFailures {
      devices[visit.address] = nil
      outputs.append(.note("\(visit.address) could not be asked for its record; again at the next start"))
    }
  }

  /// Begins with the first wish, or leaves where there is none.
  private mutating func goOn(at instant: Instant, into outputs: inout [Output]) {
    guard let visit, var device = devices[visit.address] else { return }
    guard let wish = device.wishes.first else {
      devices[visit.address] = nil
      outputs.append(.leave("its record is read"))
      return
    }
    // A download that was interrupted goes on.
    device.download = device.download ?? wish.download
    devices[visit.address] = device
    drive(at: instant, into: &outputs) { download, _, wishes in
      download.start(has: { visit.profile?.contains($0) ?? false }, into: &wishes)
    }
  }

  private mutating func drive(
    at instant: Instant, into outputs: inout [Output],
    _ body: (inout AranetDownload, HistoryRequest, inout [AranetDownload.Output]) -> Void
  ) {
    guard let address = visit?.address, var device = devices[address], let wish = device.wishes.first,
      var download = device.download
    else { return }
    var wishes: [AranetDownload.Output] = []
    body(&download, wish, &wishes)
    device.download = download
    var isOver = false
    for output in wishes {
      switch output {
      case .read(let characteristic): outputs.append(.read(characteristic))
      case .write(let message, let characteristic): outputs.append(.write(message, characteristic))
      case .wait(let time): visit?.wake = instant.advanced(by: time)
      case .rows(let rows):
        visit?.wasOfUse = true
        device.rows += rows.count
        outputs.append(.piece(HistoryChunk(hole: wish.hole, rows: rows, isLast: false)))
      case .finished:
        isOver = true
        outputs.append(.note(summary(of: wish, rows: device.rows)))
      case .failed(let reason):
        outputs.append(.note("\(address): \(reason)"))
        outputs.append(.leave(reason))
      }
    }
    if isOver {
      visit?.wasOfUse = true
      outputs.append(.piece(HistoryChunk(hole: wish.hole, rows: [], isLast: true)))
      device.wishes.removeFirst()
      device.download = nil
      device.rows = 0
    }
    devices[address] = device
    if isOver { goOn(at: instant, into: &outputs) }
  }

  private func summary(of wish: HistoryRequest, rows: Int) -> String {
    let time = "the \(wish.minutes) minutes in which it was not heard"
    return rows == 0
      ? "\(wish.hole.address): its own record holds nothing of \(time)"
      : "\(wish.hole.address): \(rows) measurements of its own record fill \(time)"
  }
}
