import Bluetooth
import Control
import Glibc
import Readings
import Settings
import System

/// Records the traffic between the kernel and its Bluetooth adapters, with the times of the kernel. It records a
/// running box, or else an adapter that listens for the recording. For `lapwing record`.
package enum RadioRecording {
  package struct Outcome: Sendable {
    package let packets: Int
    package let isOfRunningBox: Bool
    package let notes: [String]
  }

  /// The longest message: a header and 16 bits of length.
  private static let longestMessage = 6 + 65_535
  private static let messagesPerTurn = 256

  /// Records until the time is over or a signal arrives.
  /// - Parameters:
  ///   - path: the file, which must not exist.
  ///   - duration: the longest time; `nil` for no limit.
  ///   - configuration: names the control socket of a running box, and otherwise the adapter and the sensors.
  nonisolated package static func run(
    to path: String, for duration: Duration?, _ configuration: Configuration
  ) throws(LapwingError) -> Outcome {
    let loop = try JobLoop()
    let monitor: KernelSocket
    do { monitor = try KernelSocket.monitor() } catch { throw fault(error) }
    let isOfRunningBox = (try? ControlClient(path: configuration.controlSocket)) != nil
    let radio =
      isOfRunningBox
      ? nil
      : try LiveRadio(configuration, bonds: try BondFile(path: configuration.bondsPath).read(), at: loop.clock.now)
    var file = try CaptureFile(path: path)
    try loop.sleeper.add(monitor.descriptor)
    for descriptor in radio?.descriptors ?? [] { try loop.sleeper.add(descriptor) }
    var notes: [String] = []
    var buffer = [UInt8](repeating: 0, count: longestMessage)
    var outputs: [RadioOutput] = []
    defer { radio?.end() }
    _ = try loop.run(until: duration.map { loop.clock.now.advanced(by: $0) }) { now throws(LapwingError) in
      while radio?.serve(at: now, into: &outputs) == true {}
      for case .note(let text) in outputs where !notes.contains(text) { notes.append(text) }
      outputs.removeAll(keepingCapacity: true)
      let isAll = try copyMessages(monitor, into: &file, &buffer)
      try file.flush()
      return isAll ? .wait(until: radio?.nextDeadline) : .again
    }
    try file.finish()
    loop.letSignalsEnd()
    return Outcome(packets: file.packets, isOfRunningBox: isOfRunningBox, notes: notes)
  }

  /// - Returns: whether all messages were copied.
  private static func copyMessages(
    _ monitor: KernelSocket, into file: inout CaptureFile, _ buffer: inout [UInt8]
  ) throws(LapwingError) -> Bool {
    for _ in 0..<messagesPerTurn {
      let (message, date) = monitor.receiveDated(into: &buffer)
      switch message {
      case .nothing: return true
      case .closed(let reason):
        throw LapwingError(
          .unavailable, code: "no-monitor", "the kernel has closed its monitor (\(LapwingError.reason(reason)))")
      case .bytes(let count):
        let microseconds = date > 0 ? date : MonotonicClock.unixMilliseconds() * 1000
        file.add(buffer.span.extracting(0..<count).bytes, unixMicroseconds: microseconds)
      }
    }
    return false
  }

  private static func fault(_ error: KernelSocketError) -> LapwingError {
    guard error == .noPermission else { return LapwingError(error) }
    return LapwingError(
      .unavailable, code: "no-permission",
      "a recording needs the capability CAP_NET_RAW, which shows it the traffic of all adapters: start it with sudo")
  }
}

/// A BTSnoop file that grows with the messages of the kernel's monitor. At any time it is complete except for its last
/// packet. Errors name the path.
package struct CaptureFile {
  private let path: String
  private let file: Descriptor
  private var writer = BTSnoopWriter.ofMonitor()
  package private(set) var packets = 0

  /// Creates the file for its owner alone, because it may hold keys. An existing recording is not overwritten. A pipe
  /// is written to.
  package init(path: String) throws(LapwingError) {
    self.path = path
    var number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if number < 0, errno == EEXIST {
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else {
        throw LapwingError(.inputOutput, code: "file-exists", "\(path): this file already exists; name another one")
      }
      number = open(path, O_WRONLY | O_CLOEXEC)
    }
    guard number >= 0 else {
      throw LapwingError(.inputOutput, code: "not-written", "\(path): \(SystemFault.reason)")
    }
    file = try Descriptor(number, path)
    try flush()
  }

  package mutating func add(_ message: RawSpan, unixMicroseconds: Int64) {
    if writer.write(monitorMessage: message, unixMicroseconds: unixMicroseconds) { packets += 1 }
  }

  package mutating func flush() throws(LapwingError) {
    do { try Output(descriptor: file.number).write(writer.removeBytes()) } catch {
      throw LapwingError(error.status, code: error.code, "\(path): \(error.message)")
    }
  }

  /// Writes the rest and waits until it is on the disk.
  package mutating func finish() throws(LapwingError) {
    try flush()
    // A pipe or another special file cannot be synchronised.
    guard fdatasync(file.number) == 0 || errno == EINVAL || errno == EROFS else {
      throw LapwingError(.inputOutput, code: "not-written", "\(path): \(SystemFault.reason)")
    }
  }
}
