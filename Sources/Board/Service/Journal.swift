import Glibc

/// Writes entries with fields to the systemd journal, by its native protocol (systemd.io/JOURNAL_NATIVE_PROTOCOL),
/// without a library. Any thread may use it. It never waits: if the queue of the journal is full, the entry is dropped,
/// and the caller gets `false`.
package final class Journal: Sendable {
  /// The priority of an entry, as for syslog(3).
  package enum Severity: UInt8, Sendable {
    case alert = 1
    case critical = 2
    case error = 3
    case warning = 4
    case notice = 5
    case information = 6
  }

  package static let standardPath = "/run/systemd/journal/socket"

  private let datagrams: UnixDatagrams

  /// `nil` if the path is not valid or there are no more sockets.
  package init?(path: String = Journal.standardPath) {
    guard let datagrams = UnixDatagrams(path: path) else { return nil }
    self.datagrams = datagrams
  }

  /// Whether a descriptor is connected to the journal.
  /// - Parameter stream: the environment variable `JOURNAL_STREAM`, `device:inode`.
  package static func isStream(_ descriptor: Int32, named stream: String?) -> Bool {
    var status = stat()
    guard let stream, fstat(descriptor, &status) == 0 else { return false }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }

  /// - Parameter fields: names (capitals, digits and underscores, not beginning with an underscore) and their values.
  /// - Returns: whether the journal has accepted the entry.
  @discardableResult package func write(
    _ message: String, severity: Severity, fields: [(name: String, value: String)] = []
  ) -> Bool {
    var entry: [UInt8] = []
    for (name, value) in [("MESSAGE", message), ("PRIORITY", "\(severity.rawValue)"), ("SYSLOG_IDENTIFIER", "lapwing")]
      + fields
    {
      entry += name.utf8
      // The length of a value comes before it, so that the value may contain line ends.
      entry.append(UInt8(ascii: "\n"))
      withUnsafeBytes(of: UInt64(value.utf8.count).littleEndian) { entry += $0 }
      entry += value.utf8
      entry.append(UInt8(ascii: "\n"))
    }
    return entry.withUnsafeBytes { datagrams.send($0) }
  }
}
