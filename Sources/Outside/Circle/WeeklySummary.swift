import Circle

/// The weekly summary: what the circle's log of a week says. A pure value.
enum WeeklySummary {
  /// In milliseconds.
  static let week: Int64 = 7 * 86_400_000

  /// - Parameter log: the lines of a week, oldest first.
  static func lines(_ log: [CircleLine]) -> [String] {
    func lines(_ kind: CircleEntry.Kind) -> [CircleLine] { log.filter { $0.kind == kind.rawValue } }
    var text: [String] = []
    let began = lines(.began).filter { $0.about != CircleAlarm.helpCondition }
    text.append(
      began.isEmpty ? "No high alarm this week." : "High alarms: \(began.count) (\(counts(began.map(\.about)))).")
    let help = lines(.help).count
    if help > 0 { text.append("Calls for help: \(help).") }
    let told = Set(
      log.filter { $0.kind == CircleLine.told && $0.message == CircleMessageKind.alarm.rawValue }.compactMap(\.person))
    if !told.isEmpty { text.append("Told of an alarm: \(told.sorted().joined(separator: ", ")).") }
    let taken = lines(.taken)
    if !taken.isEmpty { text.append("Answered \"I have it\": \(counts(taken.map(\.person))).") }
    let okay = lines(.okay)
    if !okay.isEmpty { text.append("Answered \"all is well\": \(counts(okay.map { $0.person ?? "at the box" })).") }
    let nobody = lines(.nobodyReady).count
    if nobody > 0 { text.append("Alarms for which nobody could be told: \(nobody).") }
    let drills = lines(.drill).count
    if drills > 0 {
      text.append("Drills: \(drills).")
      let answered = lines(.drillAnswered), missed = lines(.drillMissed)
      if !answered.isEmpty { text.append("Answered a drill: \(counts(answered.map(\.person))).") }
      if !missed.isEmpty { text.append("Did not answer a drill: \(counts(missed.map(\.person))).") }
    }
    let failed = log.filter {
      $0.kind == CircleEntry.Kind.failed.rawValue || $0.kind == CircleEntry.Kind.expired.rawValue
    }
    if !failed.isEmpty { text.append("Messages that did not arrive: \(counts(failed.map(\.channel))).") }
    return text
  }

  /// Each word with how often it occurs, if more than once.
  private static func counts(_ words: [String?]) -> String {
    var counts: [(word: String, count: Int)] = []
    for word in words.map({ $0 ?? "unknown" }) {
      if let place = counts.firstIndex(where: { $0.word == word }) {
        counts[place].count += 1
      } else {
        counts.append((word, 1))
      }
    }
    return counts.map { $0.count > 1 ? "\($0.word) \($0.count) times" : $0.word }.joined(separator: ", ")
  }
}
