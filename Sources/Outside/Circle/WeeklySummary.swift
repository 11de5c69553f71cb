import Circle
import Words

/// The weekly summary: what the circle's log of a week says. A pure value.
struct WeeklySummary {
  private let wording: Wording

  init(_ wording: Wording) { self.wording = wording }

  /// In milliseconds.
  static let week: Int64 = 7 * 86_400_000

  func lines(_ log: [CircleLine]) -> [String] {
    func lines(_ kind: CircleEntry.Kind) -> [CircleLine] { log.filter { $0.kind == kind.rawValue } }
    var text: [String] = []
    let began = lines(.began).filter { $0.about != CircleAlarm.helpCondition }
    text.append(
      say(began.isEmpty ? .quiet : .alarms(began.count, counts(began.map { $0.about.map(wording.name) }))))
    let help = lines(.help).count
    if help > 0 { text.append(say(.helpCalls(help))) }
    let told = Set(
      log.filter { $0.kind == CircleLine.told && $0.message == CircleMessageKind.alarm.rawValue }.compactMap(\.person))
    if !told.isEmpty { text.append(say(.told(told.sorted().joined(separator: ", ")))) }
    let taken = lines(.taken)
    if !taken.isEmpty { text.append(say(.tookIt(counts(taken.map(\.person))))) }
    let okay = lines(.okay)
    if !okay.isEmpty { text.append(say(.saidOkay(counts(okay.map { $0.person ?? say(.atBox) })))) }
    let nobody = lines(.nobodyReady).count
    if nobody > 0 { text.append(say(.nobodyToTell(nobody))) }
    let drills = lines(.drill).count
    if drills > 0 {
      text.append(say(.drills(drills)))
      let answered = lines(.drillAnswered), missed = lines(.drillMissed)
      if !answered.isEmpty { text.append(say(.answeredDrill(counts(answered.map(\.person))))) }
      if !missed.isEmpty { text.append(say(.missedDrill(counts(missed.map(\.person))))) }
    }
    let failed = log.filter {
      $0.kind == CircleEntry.Kind.failed.rawValue || $0.kind == CircleEntry.Kind.expired.rawValue
    }
    if !failed.isEmpty { text.append(say(.notArrived(counts(failed.map(\.channel))))) }
    return text
  }

  private func say(_ words: SummaryWords) -> String { wording(words) }

  /// Each word with how often it occurs, if more than once.
  private func counts(_ words: [String?]) -> String {
    var counts: [(word: String, count: Int)] = []
    for word in words.map({ $0 ?? say(.unknown) }) {
      if let place = counts.firstIndex(where: { $0.word == word }) {
        counts[place].count += 1
      } else {
        counts.append((word, 1))
      }
    }
    return counts.map { $0.count > 1 ? say(.times($0.word, $0.count)) : $0.word }.joined(separator: ", ")
  }
}
