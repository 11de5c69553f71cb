import Bluetooth
import FoundationEssentials
import Glibc
import Readings
import SensorProtocols
import Settings
import Status
import System

/// Reads the history of an Aranet into a file. It continues after a lost connection, and after an earlier run that
/// wrote the same file. For `lapwing history`.
package enum DeviceHistory {
  /// How long a device may be away before the job ends.
  private static let patience = Duration.seconds(30)
  /// A history of a week takes a minute; a device that takes this long never ends.
  private static let longest = Duration.seconds(3600)
  /// The largest number of connections in a row without a new row.
  private static let mostFailures = 3

  /// Reads the history.
  /// - Parameters:
  ///   - since: the oldest time that is wanted, in seconds since 1970.
  ///   - progress: receives the number of rows so far and in total.
  /// - Returns: the number of rows added.
  nonisolated package static func fetch(
    _ address: DeviceAddress, since: Int64?, to path: String, _ configuration: Configuration,
    progress: (Int, Int) throws(LapwingError) -> Void
  ) throws(LapwingError) -> Int {
    let bonds = try BondFile(path: configuration.bondsPath).read()
    let visit = try DeviceJob(to: address, configuration, bonds: bonds)
    visit.wake = visit.now.advanced(by: patience)
    var session = Session(address: address, since: since, path: path)
    let isDone = try visit.run(within: longest) { happening throws(LapwingError) in
      try session.handle(happening, visit, progress)
    }
    guard isDone else { throw session.fault("did not send its whole history") }
    return session.rows
  }

  private struct Session {
    let address: DeviceAddress
    let since: Int64?
    let path: String
    private var file: HistoryFile?
    private var download: AranetDownload?
    private var failures = 0
    private(set) var rows = 0

    init(address: DeviceAddress, since: Int64?, path: String) {
      self.address = address
      self.since = since
      self.path = path
    }

    func fault(_ what: String, _ code: String = "no-history") -> LapwingError {
      LapwingError(.unavailable, code: code, "\(address) \(what); \(rows) rows are in \(path)")
    }

    mutating func handle(
      _ happening: DeviceJob.Happening, _ visit: DeviceJob,
      _ progress: (Int, Int) throws(LapwingError) -> Void
    ) throws(LapwingError) -> Bool {
      switch happening {
      case .received(let advertisement, let device, isConnectable: true) where !visit.isLinked:
        if download == nil { try begin(advertisement) }
        visit.wake = nil
        visit.connect(to: device, .record)
      case .woken where !visit.isLinked:
        throw LapwingError(
          .unavailable, code: "not-there",
          "\(address) was not received for \(patience.components.seconds) s; is it near, switched on, and not connected "
            + "to anything else?")
      case .woken: return try drive(visit, progress) { $0.advance(into: &$1) }
      case .client(.ready(let profile)):
        return try drive(visit, progress) { $0.start(has: profile.contains, into: &$1) }
      case .client(.value(let characteristic, let data)):
        let now = MonotonicClock.unixMilliseconds() / 1000
        return try drive(visit, progress) { $0.receive(characteristic, data, atUnixSeconds: now, into: &$1) }
      case .client(.refused(_, let error)) where error.asksForPairing:
        throw LapwingError(
          .unavailable, code: "not-paired",
          "\(address) gives its history to paired devices only; run lapwing pair \(address)")
      case .client(.refused(let characteristic, let error)): throw fault("refuses \(characteristic): \(error.words)")
      case .closed(let reason):
        failures += 1
        guard failures < mostFailures else { throw fault("ended the connection: \(reason)") }
        visit.wake = visit.now.advanced(by: patience)
      default: break
      }
      return false
    }

    private mutating func begin(_ advertisement: Advertisement) throws(LapwingError) {
      let reading = try? SensorDecoder.reading(
        advertisement: advertisement.data.span.bytes, scanResponse: advertisement.scanResponse.span.bytes)
      guard let model = (reading ?? nil)?.model, let empty = AranetDownload(of: model, after: 0) else {
        throw LapwingError(
          .unavailable, code: "no-history",
          "\(address) is not a sensor whose history Lapwing can read; an Aranet is one")
      }
      let file = try HistoryFile(path: path, empty.quantities)
      let after = max(since ?? 0, file.latest ?? 0)
      self.file = file
      download = AranetDownload(of: model, after: after)
    }

    private mutating func drive(
      _ visit: DeviceJob, _ progress: (Int, Int) throws(LapwingError) -> Void,
      _ body: (inout AranetDownload, inout [AranetDownload.Output]) -> Void
    ) throws(LapwingError) -> Bool {
      var outputs: [AranetDownload.Output] = []
      guard var download else { return false }
      body(&download, &outputs)
      self.download = download
      for output in outputs {
        switch output {
        case .read(let characteristic): visit.read(characteristic)
        case .write(let message, let characteristic): visit.write(message, to: characteristic)
        case .wait(let time): visit.wake = visit.now.advanced(by: time)
        case .rows(let more):
          failures = 0
          rows += more.count
          try file?.append(more)
          try progress(download.progress.done, download.progress.of)
        case .finished: return true
        case .failed(let reason): throw fault(reason)
        }
      }
      return false
    }
  }

  /// Reads a time of the command line: ISO 8601, or a number of hours or days before now, such as `36h` or `7d`. The
  /// result is in seconds since 1970.
  package static func time(_ text: String, now: Int64) -> Int64? {
    if let unit = text.last, let number = Int64(text.dropLast()), (0...36_500).contains(number) {
      if unit == "h" { return now - number * 3600 }
      if unit == "d" { return now - number * 86_400 }
    }
    let spellings = [text, text + "Z", text + ":00Z", text + "T00:00:00Z"]
    for spelling in spellings {
      if let date = try? Date(spelling, strategy: .iso8601) { return Int64(date.timeIntervalSince1970) }
    }
    return nil
  }
}

/// A CSV file with the history of a sensor: one row per time, and an empty cell for a value that was not measured. An
/// existing file with the same columns is continued after its last row.
package struct HistoryFile {
  private let path: String
  private let file: Descriptor
  private let quantities: [Quantity]
  /// The time of the last row, in seconds since 1970; `nil` if there is no row.
  package let latest: Int64?
  private static let longest = 64 << 20

  package init(path: String, _ quantities: [Quantity]) throws(LapwingError) {
    self.path = path
    self.quantities = quantities
    let heading = (["time"] + quantities.map(\.key)).joined(separator: ",") + "\n"
    var bytes: [UInt8] = []
    if access(path, F_OK) == 0 { bytes = try FileBytes.read(path, mayWait: false, longest: Self.longest) }
    // A row that was cut off is written again.
    let whole = (bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    let text = String(decoding: bytes[..<whole], as: UTF8.self)
    guard whole == 0 || text.hasPrefix(heading) else {
      throw LapwingError(
        .badData, code: "other-file",
        "\(path): this file has other columns than \(heading.dropLast()); name another file")
    }
    guard whole > 0 || bytes.isEmpty else {
      throw LapwingError(
        .badData, code: "other-file", "\(path): this is not a file of a sensor's history; name another file")
    }
    latest = try Self.latest(in: text, path)
    let number = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_APPEND, 0o644)
    guard number >= 0 else {
      throw LapwingError(.inputOutput, code: "not-written", "\(path): \(SystemFault.reason)")
    }
    file = try Descriptor(number, path)
    _ = ftruncate(number, off_t(whole))
    if whole == 0 { try Output(descriptor: number).write(heading) }
  }

  private static func latest(in text: String, _ path: String) throws(LapwingError) -> Int64? {
    let rows = text.split(separator: "\n").dropFirst()
    guard let last = rows.last else { return nil }
    guard let cell = last.split(separator: ",", omittingEmptySubsequences: false).first,
      let date = try? Date(String(cell), strategy: .iso8601)
    else {
      throw LapwingError(
        .badData, code: "other-file", "\(path):\(rows.count + 1): the row does not begin with a time; name another file"
      )
    }
    return Int64(date.timeIntervalSince1970)
  }

  /// Adds rows and waits until they are on the disk.
  package func append(_ rows: [AranetDownload.Row]) throws(LapwingError) {
    var text = ""
    for row in rows {
      text += Date(timeIntervalSince1970: Double(row.unixSeconds)).formatted(.iso8601)
      for quantity in quantities { text += "," + (row.measurements[quantity].map(Self.number) ?? "") }
      text += "\n"
    }
    do { try Output(descriptor: file.number).write(text) } catch {
      throw LapwingError(error.status, code: error.code, "\(path): \(error.message)")
    }
    guard fdatasync(file.number) == 0 else {
      throw LapwingError(.inputOutput, code: "not-written", "\(path): \(SystemFault.reason)")
    }
  }

  private static func number(_ value: Double) -> String {
    let rounded = JSONText.rounded(value)
    return Int64(exactly: rounded).map(\.description) ?? rounded.description
  }
}
