import Bluetooth
import Engine
import Readings
import SensorProtocols

/// Plans the reading of sensor histories for gaps in the logbook: which sensor to visit and when, what to ask, and when
/// to leave. Rules only, without I/O. It is never urgent: a visit waits for everything else, ends after a minute and is
/// continued later.
package struct HistoryDownload {
  package enum Output {
    case read(BluetoothUUID)
    case write([UInt8], BluetoothUUID)
    case piece(HistoryChunk)
    case note(String)
    /// The visit is over; the text says why.
    case leave(String)
  }

  private struct Device {
    var wishes: [HistoryRequest] = []
    /// The download of the first gap, once it has begun.
    var download: AranetDownload?
    var rows = 0
    var failures = 0
    var notBefore: Instant
  }

  private struct Visit {
    let address: DeviceAddress
    let end: Instant
    var profile: GATTProfile?
    var wake: Instant?
    var wasOfUse = false
  }

  private var devices: [DeviceAddress: Device] = [:]
  private var visit: Visit?

  package init() {}

  /// After the start, the sensors that need a connection come first.
  private static let settling = Duration.seconds(30)
  /// The longest visit. A history of a week takes a minute. A device may advertise less while it is connected.
  private static let longestVisit = Duration.seconds(60)
  /// The pause between two visits of one device, to save its battery and to leave time for the others.
  private static let pause = Duration.seconds(60)
  private static let pauseAfterFailure = Duration.seconds(300)
  /// After this number of visits without a row, the device is left alone until the next start.
  private static let mostFailures = 3

  package mutating func want(_ wish: HistoryRequest, at instant: Instant) {
    let settled = max(instant, Instant.start.advanced(by: Self.settling))
    var device = devices[wish.gap.address] ?? Device(notBefore: settled)
    device.wishes.append(wish)
    devices[wish.gap.address] = device
  }

  /// Whether a device that has just been received is to be visited now.
  package func isDue(_ address: DeviceAddress, at instant: Instant) -> Bool {
    guard visit == nil, let device = devices[address], !device.wishes.isEmpty else { return false }
    return device.notBefore <= instant
  }

  package var visited: DeviceAddress? { visit?.address }

  /// Begins a visit: a connection to the device has been started.
  package mutating func begin(_ address: DeviceAddress, at instant: Instant) {
    visit = Visit(address: address, end: instant.advanced(by: Self.longestVisit))
  }

  /// When ``advance(to:into:)`` has something to do next.
  package var nextDeadline: Instant? {
    guard let visit else { return nil }
    return min(visit.wake ?? visit.end, visit.end)
  }

  /// Starts the download after the connection is established and the characteristics are known.
  package mutating func start(_ profile: GATTProfile, at instant: Instant, into outputs: inout [Output]) {
    visit?.profile = profile
    goOn(at: instant, into: &outputs)
  }

  package mutating func receive(
    _ characteristic: BluetoothUUID, _ value: [UInt8], at instant: Instant, into outputs: inout [Output]
  ) {
    drive(at: instant, into: &outputs) { download, wish, wishes in
      download.receive(characteristic, value, atUnixSeconds: wish.date(of: instant), into: &wishes)
    }
  }

  /// Ends the visit because the device refuses to read or write a characteristic.
  package mutating func refused(_ characteristic: BluetoothUUID, _ error: ATTError, into outputs: inout [Output]) {
    guard let address = visit?.address else { return }
    if error.asksForPairing {
      outputs.append(
        .note("\(address) gives its history to paired devices only; pair it again: lapwing pair \(address)"))
    } else {
      outputs.append(.note("\(address) gives no history: it refuses \(characteristic), \(error.words)"))
    }
    // Its gaps stay in the logbook and are tried again at the next start.
    devices[address] = nil
    outputs.append(.leave("its history is refused"))
  }

  package mutating func advance(to instant: Instant, into outputs: inout [Output]) {
    guard let visit else { return }
    if visit.end <= instant { return outputs.append(.leave("its history takes longer")) }
    guard let wake = visit.wake, wake <= instant else { return }
    self.visit?.wake = nil
    drive(at: instant, into: &outputs) { download, _, wishes in download.advance(into: &wishes) }
  }

  /// Ends the visit after the connection has ended or could not be made.
  package mutating func closed(at instant: Instant, into outputs: inout [Output]) {
    guard let visit else { return }
    self.visit = nil
    guard var device = devices[visit.address] else { return }
    device.failures = visit.wasOfUse ? 0 : device.failures + 1
    device.notBefore = instant.advanced(by: visit.wasOfUse ? Self.pause : Self.pauseAfterFailure)
    devices[visit.address] = device
    if device.failures >= Self.mostFailures {
      devices[visit.address] = nil
      outputs.append(
        .note("\(visit.address) could not be asked for its history; the box tries again at its next start"))
    }
  }

  /// Begins with the first gap, or leaves if there is none.
  private mutating func goOn(at instant: Instant, into outputs: inout [Output]) {
    guard let visit, var device = devices[visit.address] else { return }
    guard let wish = device.wishes.first else {
      devices[visit.address] = nil
      outputs.append(.leave("its history is read"))
      return
    }
    // An interrupted download continues.
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
        outputs.append(.piece(HistoryChunk(gap: wish.gap, rows: rows, isLast: false)))
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
      outputs.append(.piece(HistoryChunk(gap: wish.gap, rows: [], isLast: true)))
      device.wishes.removeFirst()
      device.download = nil
      device.rows = 0
    }
    devices[address] = device
    if isOver { goOn(at: instant, into: &outputs) }
  }

  private func summary(of wish: HistoryRequest, rows: Int) -> String {
    let time = "the \(wish.minutes) minutes in which it was not received"
    return rows == 0
      ? "\(wish.gap.address): its history holds nothing for \(time)"
      : "\(wish.gap.address): \(rows) measurements of its history fill \(time)"
  }
}
