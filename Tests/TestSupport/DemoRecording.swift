import Bluetooth
import Readings

/// The demonstration recording: eight minutes of an Aranet4, another one that is soon out of reach, a heart-rate strap,
/// and strangers. The same bytes on every run.
///
/// The payloads are captured ones wherever a published capture fits. What no capture shows (air that rises above
/// 1000 ppm and is then exchanged, a strap that is found, lost and found again) is made by the encoders of this
/// target. Every packet around a payload is made: the captures were published as payloads, not as packets.
package struct DemoRecording: Sendable {
  /// Where a packet's payload comes from.
  package enum Origin: Sendable, Equatable {
    /// It was captured and published.
    case captured(CapturedPayload)
    /// It was made, for a reason.
    case made(why: String)
  }

  package struct Entry: Sendable {
    /// When, since the first packet.
    package let instant: Instant
    package let packet: HCIPacket
    /// From or to which device.
    package let device: String
    /// What it says, for a person.
    package let content: String
    /// Where its payload comes from.
    package let origin: Origin
  }

  /// 2026-01-01 00:00:00 UTC. A made date: no day is claimed on which this was recorded.
  package static let startUnixSeconds: Int64 = 1_767_225_600

  /// All packets in the order of their times.
  package let entries: [Entry]

  /// Puts the recording together.
  package init() {
    var script = DemoScript()
    script.mainAranet4()
    script.otherAranet4()
    script.strap()
    script.strangers()
    let first = script.entries.map(\.instant).min() ?? .start
    entries = script.entries.enumerated()
      .sorted { ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset) }
      .map { _, entry in
        Entry(
          instant: Instant.start.advanced(by: first.duration(to: entry.instant)), packet: entry.packet,
          device: entry.device, content: entry.content, origin: entry.origin)
      }
  }

  /// The file, BTSnoop of datalink 1002.
  package var bytes: [UInt8] {
    var writer = BTSnoopWriter(startUnixSeconds: Self.startUnixSeconds)
    for entry in entries { writer.write(entry.packet.bytes, kind: entry.packet.kind, at: entry.instant) }
    return writer.bytes
  }
}
