import Bluetooth
import Glibc
import Readings
import System

/// A BTSnoop file that grows with the messages of the kernel's monitor. At any time it is complete except for its last
/// packet. Errors name the path.
package struct CaptureFile {
  private let path: String
  private let file: Descriptor
  private var writer = BTSnoopWriter.ofMonitor()
  /// The number of packets in the file.
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

  /// Adds a message of the monitor.
  package mutating func add(_ message: RawSpan, unixMicroseconds: Int64) {
    if writer.write(monitorMessage: message, unixMicroseconds: unixMicroseconds) { packets += 1 }
  }

  /// Writes what was added.
  package mutating func flush() throws(LapwingError) {
    do { try Output(descriptor: file.number).write(writer.take()) } catch {
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
