import Alarms
import Status
import Words

/// Decides which messages follow from what the box reports: the simple rule without a care circle. A pure value; time is an
/// argument (ms since 1970). The messages have no words yet.
///
/// An alarm of the configured priorities is reported when it begins, when it rises, when a person acknowledges it, when
/// it is not answered for a minute, and when it ends. Nothing is reported twice, whatever is reported again after a
/// restart of either side.
package struct AlarmNews: Sendable {
  /// Which alarms leave the box, and how messages word them.
  package struct Rule: Sendable {
    package var lowest = Priority.medium
    package var tellsTechnical = true
    package var wording = Wording()
    /// Of the channels that have a language of their own.
    package var languages: [String: Language] = [:]

    package init(
      lowest: Priority = .medium, tellsTechnical: Bool = true, wording: Wording = Wording(),
      languages: [String: Language] = [:]
    ) {
      (self.lowest, self.tellsTechnical, self.wording, self.languages) = (lowest, tellsTechnical, wording, languages)
    }

    package func wording(for channel: String) -> Wording { languages[channel].map(wording.in) ?? wording }
  }

  package private(set) var box: FollowedBox
  private let rule: Rule

  package init(_ box: FollowedBox, by rule: Rule) { (self.box, self.rule) = (box, rule) }

  /// Begins with the state of the box: takes what was missed, then compares.
  package mutating func begin(_ status: BoxStatus, at now: Int64) -> [AlarmMessage] {
    let run = status.run ?? ""
    if box.run != run { (box.run, box.sequence) = (run, 0) }
    var messages: [AlarmMessage] = []
    for event in status.missed ?? [] {
      guard case .alarm(let alarm) = event.content else { continue }
      messages += receive(alarm, at: now - Int64(max(0, min(status.seconds - event.seconds, 1e9)) * 1000))
    }
    for alarm in status.alarms { messages += apply(alarm, at: now) }
    let present = Set(status.alarms.map(Self.key))
    for (key, told) in box.open.sorted(by: { $0.key < $1.key }) where !present.contains(key) && told.run == run {
      messages += end(key, id: "\(told.alarmID)-end", nil, at: now)
    }
    box.sequence = max(box.sequence, status.alarmTransitions)
    return messages
  }

  /// Ends what an earlier run of the box has left open and this one does not report. The box takes its alarms up again soon after
  /// its start, so this is for some time later.
  package mutating func endEarlier(at now: Int64) -> [AlarmMessage] {
    var messages: [AlarmMessage] = []
    for (key, told) in box.open.sorted(by: { $0.key < $1.key }) where told.run != box.run {
      messages += end(key, id: "\(told.alarmID)-end", nil, at: now)
      box.open[key] = nil
    }
    return messages
  }

  package mutating func receive(_ alarm: AlarmReport, at now: Int64) -> [AlarmMessage] {
    let sequence = alarm.sequence ?? box.sequence &+ 1
    guard sequence > box.sequence else { return [] }
    box.sequence = sequence
    return apply(alarm, at: now)
  }

  package mutating func receive(_ notice: NoticeReport, at now: Int64) -> [AlarmMessage] {
    let found = box.open.filter { key, told in
      told.condition == notice.condition && told.state == .open && !told.isTest
        && key == Self.key(notice.condition, notice.address, notice.person, isTest: false)
    }
    guard let told = found.values.first else { return [] }
    let seconds = Int64(max(0, min(notice.unansweredSeconds, 1e6)))
    let term = AlarmTerm.unanswered(
      AlarmValue(notice.condition, value: notice.value, limit: notice.limit, person: notice.person), seconds: seconds)
    return [message("\(told.alarmID)-u\(seconds)", told, .unanswered, term, nil, at: now)]
  }

  private mutating func apply(_ alarm: AlarmReport, at now: Int64) -> [AlarmMessage] {
    // The other box of the pair reports its alarms itself. Only this one can report its loss. That no message can be
    // sent is for the room.
    guard !Self.isToldByOther(alarm.condition) else { return [] }
    let key = Self.key(alarm), known = box.open[key]
    box.open[key]?.run = box.run ?? ""
    let id = "\(box.run ?? "")-\(alarm.sequence ?? box.sequence)"
    switch alarm.presence {
    case Presence.on.name:
      // Withheld in a busy phase of flight: not even the box signals it.
      guard alarm.activation != Activation.off.name || known != nil else { return [] }
      guard let known, known.state != .ended, known.priority >= Self.priority(of: alarm) else {
        return begin(alarm, key, id, at: now)
      }
      switch (known.state, alarm.activation) {
      // A high alarm that a person answers stays present and is silent for 120 s.
      case (.open, Activation.paused.name):
        box.open[key]?.state = .acknowledged
        return [message(id, known, .acknowledged, .paused(condition: alarm.condition), alarm, at: now)]
      case (.acknowledged, Activation.on.name):
        box.open[key]?.state = .open
        return [message(id, known, .unanswered, .again(AlarmValue(alarm)), alarm, at: now)]
      default: return []
      }
    case Presence.ack.name:
      guard let known, known.state == .open else { return [] }
      box.open[key]?.state = .acknowledged
      return [message(id, known, .acknowledged, .acknowledged(condition: alarm.condition), alarm, at: now)]
    default:
      let messages = end(key, id: id, alarm, at: now)
      if alarm.presence == Presence.off.name { box.open[key] = nil }
      return messages
    }
  }

  private mutating func begin(_ alarm: AlarmReport, _ key: String, _ id: String, at now: Int64) -> [AlarmMessage] {
    let priority = Self.priority(of: alarm)
    guard priority >= rule.lowest, !alarm.isTechnical || rule.tellsTechnical else { return [] }
    let before = box.open[key].flatMap { $0.state == .ended ? nil : $0.first ?? $0.alarmID }
    let told = FollowedBox.Told(
      state: .open, alarmID: id, first: before, priority: priority, condition: alarm.condition,
      isTechnical: alarm.isTechnical,
      isTest: alarm.isTest ?? false, person: alarm.person, at: now, run: box.run ?? "")
    box.open[key] = told
    return [message(id, told, .began, .began(AlarmValue(alarm), priority, advice: alarm.action), alarm, at: now)]
  }

  private mutating func end(_ key: String, id: String, _ alarm: AlarmReport?, at now: Int64) -> [AlarmMessage] {
    guard let told = box.open[key] else { return [] }
    guard told.state != .ended else {
      if alarm == nil { box.open[key] = nil }
      return []
    }
    if alarm == nil { box.open[key] = nil } else { box.open[key]?.state = .ended }
    return [message(id, told, .ended, .ended(condition: told.condition, began: told.at), alarm, at: now)]
  }

  private func message(
    _ id: String, _ told: FollowedBox.Told, _ kind: OutsideMessage.Kind, _ term: AlarmTerm, _ alarm: AlarmReport?,
    at now: Int64
  ) -> AlarmMessage {
    let presence =
      alarm?.presence ?? (kind == .ended ? Presence.off.name : Presence.on.name)
    let facts = OutsideMessage.Facts(
      condition: told.condition, presence: presence, isTechnical: told.isTechnical,
      person: rule.wording.shows(told.person), value: alarm?.isLastValue == true ? nil : alarm?.value,
      limit: alarm?.limit, unit: Wording.unit(of: told.condition))
    return AlarmMessage(
      id: id, alarmID: told.alarmID, kind: kind, priority: told.priority, isTest: told.isTest, term: term,
      facts: facts, at: now)
  }

  private static func isToldByOther(_ condition: String) -> Bool {
    guard let id = ConditionID(name: condition) else { return false }
    return id == .nobodyTold || id.isOfOtherBox && id != .linkGone
  }

  private static func priority(of alarm: AlarmReport) -> Priority {
    Priority.allCases.first { $0.name == alarm.priority } ?? .high
  }

  private static func key(_ alarm: AlarmReport) -> String {
    key(alarm.condition, alarm.address, alarm.person, isTest: alarm.isTest ?? false)
  }

  private static func key(_ condition: String, _ address: String?, _ person: String?, isTest: Bool) -> String {
    "\(condition) \(address ?? "") \(person ?? "")\(isTest ? " test" : "")"
  }
}
