import Bluetooth
import Monitor
import Readings

/// A file to replay: a BTSnoop recording or a timeline, told apart by how it begins.
package struct ReplaySource: Sendable {
  /// What some editors put before a text in UTF-8.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private let path: String
  private var recording: Recording?
  private var timeline: Timeline?

  /// - Parameters:
  ///   - path: what the file is called in messages.
  ///   - bytes: all of it.
  ///   - persons: the names of those whom the configuration names, in its order: a timeline may name them too.
  ///   - buttons: what the presses of a timeline mean.
  package init(
    path: String, bytes: [UInt8], persons: [String] = [], buttons: ButtonTable = .standard
  ) throws(LapwingError) {
    self.path = path
    var bytes = bytes
    if bytes.starts(with: Self.byteOrderMark) { bytes.removeFirst(Self.byteOrderMark.count) }
    let first = bytes.first { !" \t\r\n".utf8.contains($0) }
    if first == nil { throw Self.error(path, .empty) }
    if first == UInt8(ascii: "{") {
      timeline = Timeline(bytes: bytes, persons: persons, buttons: buttons)
      return
    }
    do {
      recording = Recording(reader: try BTSnoopReader(bytes: bytes))
    } catch {
      guard error == .notBTSnoop else { throw Self.error(path, error) }
      throw LapwingError(
        .badData, code: error.code,
        "\(path): neither a BTSnoop recording, as btmon -w writes, nor a timeline: line 1 is no JSON object like "
          + "{\"t\": 0}")
    }
  }

  /// What happens next and when, or `nil` at the end. What stands before a fault of the file is given out first.
  package mutating func next() throws(LapwingError) -> (Instant, EngineInput)? {
    do {
      if let entry = try recording?.next() { return entry }
    } catch {
      throw Self.error(path, error)
    }
    do {
      return try timeline?.next()
    } catch {
      throw LapwingError(error.status, code: error.code, "\(path), \(error.message)")
    }
  }

  /// What a person should know of the file after it has been played, beside its faults.
  package var remark: String? {
    guard let count = recording?.trace.unattributedValues, count > 0 else { return nil }
    return "\(path): \(count) values of characteristics were passed over, since the recording does not hold the "
      + "connection or the service discovery that says what they are; start recording before the sensor is connected"
  }

  private static func error(_ path: String, _ error: RecordingError) -> LapwingError {
    LapwingError(.badData, code: error.code, "\(path): \(error.message)")
  }
}

/// The radio's reports in a BTSnoop recording.
private struct Recording: Sendable {
  var reader: BTSnoopReader
  var trace = HCITrace()
  var instant = Instant.start
  /// Reports of the latest packet that have not been given out, the next one last.
  var waiting: [RadioReport] = []

  /// A packet that holds nothing for us still tells that time has passed.
  mutating func next() throws(RecordingError) -> (Instant, EngineInput)? {
    if let report = waiting.popLast() { return (instant, .radio(report)) }
    guard let packet = try reader.next() else { return nil }
    instant = packet.instant
    waiting = trace.reports(of: packet).reversed()
    return (instant, waiting.popLast().map(EngineInput.radio) ?? .event(.tick))
  }
}
