import Bluetooth
import Readings

/// A BTSnoop file put together by hand, record by record: the writer of `Bluetooth` knows one framing only.
struct RawRecording {
  /// The file so far.
  private(set) var bytes: [UInt8]

  init(magic: String = "btsnoop\0", version: UInt32 = 1, datalink: UInt32 = 1002) {
    bytes = Array(magic.utf8)
    append(version)
    append(datalink)
  }

  /// Adds a record.
  /// - Parameter microseconds: since the year 0.
  func record(_ data: [UInt8], flags: UInt32, microseconds: Int64 = 0) -> RawRecording {
    var longer = self
    longer.append(UInt32(data.count))
    longer.append(UInt32(data.count))
    longer.append(flags)
    longer.append(UInt32(0))
    longer.append(microseconds)
    longer.bytes += data
    return longer
  }

  private mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
  }
}

/// All that a reader gives out, and the error that ended it.
func readAll(_ file: [UInt8]) -> (packets: [RecordedPacket], error: RecordingError?) {
  var packets: [RecordedPacket] = []
  do {
    var reader = try BTSnoopReader(bytes: file)
    while let packet = try reader.next() { packets.append(packet) }
    return (packets, nil)
  } catch {
    return (packets, error)
  }
}
