import Glibc

/// Writes entries with fields into the system's journal (its native protocol, systemd.io/JOURNAL_NATIVE_PROTOCOL),
/// without a library. It never waits: an entry that finds no room is dropped, and the caller told so.
package final class Journal: Sendable {
  /// How grave an entry is, as for syslog(3).
  package enum Severity: UInt8, Sendable {
    case alert = 1
    case critical = 2
    case error = 3
    case warning = 4
    case notice = 5
    case information = 6
  }

  /// Where the journal listens.
  package static let standardPath = "/run/systemd/journal/socket"

  private let datagrams: UnixDatagrams

  /// - Parameter path: the socket of the journal.
  package init?(path: String = Journal.standardPath) {
    guard let datagrams = UnixDatagrams(path: path) else { return nil }
    self.datagrams = datagrams
  }

  /// Whether a descriptor is the stream that the environment calls `JOURNAL_STREAM`, `device:inode`.
  package static func isStream(_ descriptor: Int32, named stream: String?) -> Bool {
    var status = stat()
    guard let stream, fstat(descriptor, &status) == 0 else { return false }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }

  /// Writes one entry.
  /// - Parameters:
  ///   - message: a sentence for a person.
  ///   - severity: how grave it is.
  ///   - fields: names (capitals, digits and underscores, not beginning with an underscore) and their values.
  /// - Returns: whether the journal took it.
  @discardableResult package func write(
    _ message: String, severity: Severity, fields: [(name: String, value: String)] = []
  ) -> Bool {
    var entry: [UInt8] = []
    for (name, value) in [("MESSAGE", message), ("PRIORITY", "\(severity.rawValue)"), ("SYSLOG_IDENTIFIER", "lapwing")]
      + fields
    {
      entry += name.utf8
      // A value's length stands before it, so that it may hold line ends.
      entry.append(UInt8(ascii: "\n"))
      withUnsafeBytes(of: UInt64(value.utf8.count).littleEndian) { entry += $0 }
      entry += value.utf8
      entry.append(UInt8(ascii: "\n"))
    }
    return entry.withUnsafeBytes { datagrams.send($0) }
  }
}
