import Bluetooth
import Foundation
import Readings
import TestSupport
import Testing

/// The demonstration recording in `Recordings` and what it is made from.
struct DemoRecordingTests {
  private let recording = DemoRecording()

  private func committed(_ name: String, from source: String = #filePath) throws -> [UInt8] {
    let root = URL(filePath: source).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return Array(try Data(contentsOf: root.appending(path: "data/recordings").appending(path: name)))
  }

  @Test func `the committed recording is byte for byte what is built`() throws {
    let isSame = try committed("demo.btsnoop") == recording.bytes
    #expect(isSame, "run: swift run make-recording Recordings")
  }

  @Test func `the committed list is that of the recording`() throws {
    let isSame = try committed("demo.md") == Array(recording.list.utf8)
    #expect(isSame, "run: swift run make-recording Recordings")
  }

  @Test func `the recording is read whole, in order, and every value is attributed`() {
    let (packets, error) = readAll(recording.bytes)
    #expect(error == nil)
    #expect(packets.count == recording.entries.count)
    #expect(packets.map(\.instant) == recording.entries.map(\.instant))
    var trace = HCITrace()
    let reports = packets.flatMap { trace.reports(of: $0) }
    #expect(trace.unattributedValues == 0)
    #expect(reports.count { $0 == .connected(.sampleStrap) } == 2)
    #expect(reports.count { $0 == .disconnected(.sampleStrap) } == 1)
  }

  @Test func `a packet that is said to be captured carries the captured payload to its end`() {
    for entry in recording.entries {
      guard case .captured(let payload) = entry.origin else { continue }
      // A report's last byte is its strength.
      let bytes = entry.packet.kind == .event ? entry.packet.bytes.dropLast() : entry.packet.bytes[...]
      #expect(bytes.suffix(payload.bytes.count) == payload.bytes[...], "\(entry.content)")
    }
  }

  @Test func `the recording lasts about eight minutes`() throws {
    let last = try #require(recording.entries.last).instant
    #expect((470...490).contains(last.seconds))
    #expect(recording.entries.first?.instant == .start)
  }
}
