/// What the judge found in one night or in many.
package struct NightResult: Sendable {
  /// Sentences about what is against the rules.
  package var violations: [String] = []
  /// High alarms that had to be delivered: one person could be reached, two or more could.
  package var withOne = 0
  package var withTwo = 0
  package var alarms = 0
  package var sent = 0
  package var ends = 0
  package var answers = 0
  /// By seconds, from an onset or from the end of an answer's hold to the first phone that confirmed, while two people or more
  /// could be reached.
  private var delays: [Int: Int] = [:]

  package init() {}

  mutating func note(delay: Double) { delays[Int(delay.rounded(.up)), default: 0] += 1 }

  package mutating func add(_ other: NightResult) {
    withOne += other.withOne
    withTwo += other.withTwo
    alarms += other.alarms
    sent += other.sent
    ends += other.ends
    answers += other.answers
    for (delay, count) in other.delays { delays[delay, default: 0] += count }
  }

  /// Median, 99 of 100 and the longest.
  package var delaysInWords: String {
    let sorted = delays.sorted { $0.key < $1.key }, count = delays.values.reduce(0, +)
    func quantile(_ share: Double) -> Int {
      var left = Int(share * Double(count))
      for (delay, number) in sorted {
        left -= number
        if left <= 0 { return delay }
      }
      return 0
    }
    return "\(quantile(0.5)) s half of them, \(quantile(0.99)) s 99 of 100, \(sorted.last?.key ?? 0) s all"
  }
}
