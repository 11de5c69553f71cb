import Alarms
import Readings
import Status
import Words

/// What the page shows of a judgement: a word, and a class for its colour.
struct Standing {
  let word: NowWords
  let style: String

  init(_ judgement: Judgement) {
    word =
      switch judgement {
      case .good: .good
      case .unjudged: .unjudged
      case .unwatched: .unwatched
      case .low: .low
      case .high: .high
      case .step(.low): .advisory
      case .step(.medium): .warning
      case .step(.high): .critical
      case .alarm: .alarm
      }
    style = judgement.priority?.name ?? (judgement == .good ? Self.good : Self.stale)
  }

  /// Of a value that is too old to be judged.
  static let old = Standing(word: .old, style: stale)

  private static let good = "good"
  private static let stale = "stale"

  private init(word: NowWords, style: String) { (self.word, self.style) = (word, style) }

  var isGood: Bool { style == Self.good }

  static func of(_ value: Double, _ quantity: Quantity, of sensor: SensorReport, in status: BoxStatus) -> Standing {
    Standing(Judgement.of(value, quantity, of: sensor, in: status))
  }
}
