import Bluetooth
import Readings

extension DemoRecording {
  /// The contents of the recording and the origin of each payload, in Markdown, from the same entries as the file.
  package var list: String {
    let captured = entries.filter { if case .captured = $0.origin { true } else { false } }
    var text = """
      # What is in demo.btsnoop

      This file is written by `make-recording` together with the recording; do not edit it.

      \(entries.count) packets in \(Self.seconds(entries.last?.instant ?? .start)) s, BTSnoop datalink 1002 (H4). \
      \(captured.count) of them carry, unchanged, a payload that was captured from a real sensor and published; \
      \(entries.count - captured.count) are made by the encoders in `Tests/TestSupport`.

      - **It is a composition, not a recording of one place.** Payloads that several people captured from several straps \
      are played as one strap, at invented times. The date in the file is invented.
      - **Only the payloads are captured**: the manufacturer data without the company identifier, or the value of the \
      characteristic. The captures were published in this form, so every packet around them is made: HCI header, AD \
      structures, signal strength, connection, discovery.
      - A captured Aranet4 payload is repeated unchanged, so its age does not grow; the age of made ones does.
      - Addresses: `\(DeviceAddress.sampleAranet4)` is that of the captures V012 to V014. \
      `\(DeviceAddress.otherAranet4)` (V010) and `\(DeviceAddress.sampleStrap)` (strap) are invented, \
      because those captures were published without addresses.

      ## Captured payloads

      | vector | device | content | payload | packets | from – to, s | published at |
      |---|---|---|---|---|---|---|

      """
    for payload in CapturedPayload.aranet4Advertisements + CapturedPayload.heartRateMeasurements {
      let uses = captured.filter { $0.origin == .captured(payload) }
      guard let first = uses.first, let last = uses.last else { continue }
      text += "| \(payload.id) | \(payload.device) | \(payload.content) | `\(payload.hex)` | \(uses.count) "
      text += "| \(Self.seconds(first.instant)) – \(Self.seconds(last.instant)) | \(payload.source) |\n"
    }
    text += "\n## Made packets\n\n| device | packets | why |\n|---|---|---|\n"
    for (device, why, count) in madeGroups { text += "| \(device) | \(count) | \(why) |\n" }
    text += "\n## All packets\n\n| no. | s | device | content | payload |\n|---|---|---|---|---|\n"
    for (index, entry) in entries.enumerated() {
      text += "| \(index + 1) | \(Self.seconds(entry.instant)) | \(entry.device) | \(entry.content) | "
      switch entry.origin {
      case .captured(let payload): text += "\(payload.id) |\n"
      case .made: text += "made |\n"
      }
    }
    return text
  }

  /// The generated packets by device and reason, in the order of their first packet.
  private var madeGroups: [(device: String, why: String, count: Int)] {
    var groups: [(device: String, why: String, count: Int)] = []
    for entry in entries {
      guard case .made(let why) = entry.origin else { continue }
      if let index = groups.firstIndex(where: { $0.device == entry.device && $0.why == why }) {
        groups[index].count += 1
      } else {
        groups.append((entry.device, why, 1))
      }
    }
    return groups
  }

  /// Seconds with three decimals.
  private static func seconds(_ instant: Instant) -> String {
    let milliseconds = instant.nanoseconds / 1_000_000
    let fraction = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
  }
}
