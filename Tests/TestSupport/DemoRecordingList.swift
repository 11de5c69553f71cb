import Bluetooth
import Readings

extension DemoRecording {
  /// What is in the recording and where each payload comes from, in Markdown: made from the same entries as the file.
  package var list: String {
    let captured = entries.filter { if case .captured = $0.origin { true } else { false } }
    var text = """
      # What is in demo.btsnoop

      This file is written by `make-recording` together with the recording; do not edit it.

      \(entries.count) packets in \(Self.seconds(entries.last?.instant ?? .start)) s, BTSnoop datalink 1002 (H4). \
      \(captured.count) of them carry a payload that somebody captured from a true sensor and published, verbatim; \
      \(entries.count - captured.count) are made by the encoders in `Tests/TestSupport`.

      - **It is a composition, no recording of one place.** Payloads that were captured from several straps by several \
      people are played as one strap, and at times of our own. The date in the file is made.
      - **Captured is the payload only**: the manufacturer data without the company identifier, or the value of the \
      characteristic. The captures were published as such, so every packet around them is made: HCI header, AD \
      structures, signal strength, connection, discovery.
      - A captured Aranet4 payload is sent again and again as it is, so its age does not grow; made ones age.
      - Addresses: `\(DeviceAddress.sampleAranet4)` is that of the captures V012 to V014. \
      `\(DeviceAddress.otherAranet4)` (V010) and `\(DeviceAddress.sampleStrap)` (strap) are made up: \
      those captures were published without theirs.

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

  /// The made packets by device and reason, in the order in which they first come.
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
