import FoundationEssentials
import Readings

/// Which news of the box the page shows at once. A sensor may send ten values a second, which no one reads, and which a phone pays
/// with its battery: of each sensor one a second is shown, the newest. Whatever is no reading, such as an alarm, is shown at once.
struct NewsPace {
  /// A little less than a second, so that a sensor that sends each second never waits. One a second is from the specification of
  /// the page.
  private static let shortest = Duration.milliseconds(900)

  private struct Line: Decodable {
    let kind: String?
    let address: String?
  }

  /// When each sensor had news last that were shown.
  private var latest: [String: Instant] = [:]

  /// Whether these lines have something to show now.
  mutating func isDue(_ lines: [String], at now: Instant) -> Bool {
    var isDue = false
    for line in lines {
      let read = try? JSONDecoder().decode(Line.self, from: Data(line.utf8))
      guard let address = read?.address, read?.kind == "reading" else {
        isDue = true
        continue
      }
      guard latest[address].map({ $0.duration(to: now) >= Self.shortest }) ?? true else { continue }
      latest[address] = now
      isDue = true
    }
    return isDue
  }
}
