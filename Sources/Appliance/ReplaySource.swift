import Bluetooth
import Glibc
import Monitor
import Readings

/// Something that happens in a replay.
package enum EngineInput: Sendable {
  /// The radio reported something.
  case radio(RadioReport)
  /// Something else happened.
  case event(Event)
  /// Somebody says that a sensor is one's own.
  case adopt(AdoptionOrder)
  /// Somebody says that a sensor is not one's own.
  case forget(DeviceAddress)
  /// Somebody holds both buttons: the nearest sensor of each kind is one's own.
  case adoptNearest
}

/// A file to replay: a BTSnoop recording or a timeline, told apart by how it begins.
package struct ReplaySource: Sendable {
  /// What some editors put before a text in UTF-8.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private let path: String
  private var recording: Recording?
  private var timeline: Timeline?

  /// Opens a file.
  /// - Parameter persons: the names of those whom the configuration names, in its order: a timeline may name them too.
  package init(path: String, persons: [String] = []) throws(ApplianceError) {
    self.path = path
    var bytes = try FileBytes.read(path, mayWait: true)
    if bytes.starts(with: Self.byteOrderMark) { bytes.removeFirst(Self.byteOrderMark.count) }
    let first = bytes.first { !" \t\r\n".utf8.contains($0) }
    if first == nil { throw Self.error(path, .empty) }
    if first == UInt8(ascii: "{") {
      timeline = Timeline(bytes: bytes, persons: persons)
      return
    }
    do {
      recording = Recording(reader: try BTSnoopReader(bytes: bytes))
    } catch {
      guard error == .notBTSnoop else { throw Self.error(path, error) }
      throw ApplianceError(
        .badData, code: error.code,
        "\(path): neither a BTSnoop recording, as btmon -w writes, nor a timeline: line 1 is no JSON object like "
          + "{\"t\": 0}")
    }
  }

  /// What happens next and when, or `nil` at the end. What stands before a fault of the file is given out first.
  package mutating func next() throws(ApplianceError) -> (Instant, EngineInput)? {
    do {
      if let entry = try recording?.next() { return entry }
    } catch {
      throw Self.error(path, error)
    }
    do {
      return try timeline?.next()
    } catch {
      throw ApplianceError(error.status, code: error.code, "\(path), \(error.message)")
    }
  }

  /// What a person should know of the file after it has been played, beside its faults.
  package var remark: String? {
    guard let count = recording?.trace.unattributedValues, count > 0 else { return nil }
    return "\(path): \(count) values of characteristics were passed over, since the recording does not hold the "
      + "connection or the service discovery that says what they are; start recording before the sensor is connected"
  }

  private static func error(_ path: String, _ error: RecordingError) -> ApplianceError {
    ApplianceError(.badData, code: error.code, "\(path): \(error.message)")
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

/// The bytes of a file.
enum FileBytes {
  /// More than a day of the busiest radio; more would not fit into the memory of the box.
  private static let longest = 256 << 20

  /// Reads a whole file.
  /// - Parameters:
  ///   - mayWait: whether it may be a pipe, whose other end may never write.
  ///   - longest: the most bytes that it may have.
  static func read(_ path: String, mayWait: Bool, longest: Int = longest) throws(ApplianceError) -> [UInt8] {
    let number = open(path, O_RDONLY | O_CLOEXEC | (mayWait ? 0 : O_NONBLOCK))
    guard number >= 0 else {
      let reason = String(cString: strerror(errno))
      throw ApplianceError(.noInput, code: "no-input", "\(path): \(reason); check the path")
    }
    let file = try Descriptor(number, path)
    var status = stat()
    if !mayWait, fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFIFO {
      throw ApplianceError(.noInput, code: "no-input", "\(path): this is a pipe; name a file")
    }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(file.number, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EISDIR {
        throw ApplianceError(.noInput, code: "no-input", "\(path): this is a folder; name a file")
      }
      guard count >= 0 else {
        let reason = String(cString: strerror(errno))
        throw ApplianceError(.inputOutput, code: "read-failed", "\(path): \(reason)")
      }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= longest else {
        throw ApplianceError(.badData, code: "too-long", "\(path): longer than \(longest >> 20) MiB; cut it into parts")
      }
    }
  }
}
