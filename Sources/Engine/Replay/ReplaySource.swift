import Bluetooth
import Monitor
import Readings

/// A file to replay: a BTSnoop recording or a timeline, recognised by its first bytes. Errors name the file and the
/// line.
package struct ReplaySource: Sendable {
  /// The mark that some editors put before a text in UTF-8.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private let path: String
  private var recording: Recording?
  private var timeline: Timeline?

  /// - Parameters:
  ///   - path: the name of the file in messages.
  ///   - bytes: the whole file.
  ///   - persons: the names of the persons in the configuration, in its order. A timeline may name them.
  ///   - buttons: the meanings of presses in a timeline.
  ///   - isFollowing: whether the box sounds for the other one of a pair, which a timeline may hold.
  package init(
    path: String, bytes: [UInt8], persons: [String] = [], buttons: ButtonTable = .standard, isFollowing: Bool = false
  ) throws(LapwingError) {
    self.path = path
    var bytes = bytes
    if bytes.starts(with: Self.byteOrderMark) { bytes.removeFirst(Self.byteOrderMark.count) }
    let first = bytes.first { !" \t\r\n".utf8.contains($0) }
    if first == nil { throw Self.error(path, .empty) }
    if first == UInt8(ascii: "{") {
      timeline = Timeline(bytes: bytes, persons: persons, buttons: buttons, isFollowing: isFollowing)
      return
    }
    do {
      recording = Recording(reader: try BTSnoopReader(bytes: bytes))
    } catch {
      guard error == .notBTSnoop else { throw Self.error(path, error) }
      throw LapwingError(
        .badData, code: error.code,
        "\(path): neither a BTSnoop recording, as btmon -w writes, nor a timeline: line 1 is not a JSON object such as "
          + "{\"t\": 0}")
    }
  }

  /// The next input and its time, or `nil` at the end. Everything before a fault of the file is returned first.
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

  /// A remark for people after the replay, beside the faults; `nil` if there is nothing to say.
  package var remark: String? {
    guard let count = recording?.trace.unattributedValues, count > 0 else { return nil }
    return "\(path): \(count) values of characteristics were ignored, because the recording does not hold the "
      + "connection or the service discovery that says what they are; start recording before the sensor is connected"
  }

  private static func error(_ path: String, _ error: RecordingError) -> LapwingError {
    LapwingError(.badData, code: error.code, "\(path): \(error.message)")
  }
}

/// The radio reports in a BTSnoop recording.
private struct Recording: Sendable {
  var reader: BTSnoopReader
  var trace = HCITrace()
  var instant = Instant.start
  /// Reports of the latest packet that were not returned yet, the next one last.
  var waiting: [RadioReport] = []

  /// A packet without a report still advances the time.
  mutating func next() throws(RecordingError) -> (Instant, EngineInput)? {
    if let report = waiting.popLast() { return (instant, .radio(report)) }
    guard let packet = try reader.next() else { return nil }
    instant = packet.instant
    waiting = trace.reports(of: packet).reversed()
    return (instant, waiting.popLast().map(EngineInput.radio) ?? .event(.tick))
  }
}
