import Alarms
import Peer
import Status

/// What this box signals, for the other one of the pair: made from what the control socket reports. A pure value.
struct OwnSignals: Sendable {
  private struct Alarm: Sendable {
    let condition: String
    let slot: Elsewhere.Slot
    let family: SignalFamily
    let presence: Elsewhere.Presence
  }

  private var alarms: [String: Alarm] = [:]
  private var numbers: [UInt32]

  /// - Parameter number: where the numbers of onsets begin, by chance: an answer to an earlier run of this process does not
  ///   count for this one.
  init(number: UInt32) { numbers = Array(repeating: number, count: Elsewhere.Slot.allCases.count) }

  mutating func begin(_ status: BoxStatus) {
    let present = Set(status.alarms.map(Self.key))
    alarms = alarms.filter { present.contains($0.key) }
    for alarm in status.alarms { apply(alarm) }
  }

  /// The box has ended, so it signals nothing.
  mutating func end() { alarms = [:] }

  /// Applies a change of an alarm. What is about the other box is not sent to it.
  mutating func apply(_ report: AlarmReport) {
    // One that this version does not know sounds at the other box all the same.
    let condition = ConditionID(name: report.condition)
    guard condition?.isOfOtherBox != true,
      let priority = Priority.allCases.first(where: { $0.name == report.priority })
    else { return }
    let key = Self.key(report), presence = Self.presence(report)
    guard presence != .off else { return alarms[key] = nil }
    let family =
      SignalFamily.allCases.first { $0.name == report.family }
      ?? condition.map { ConditionTable.standard[$0].family } ?? .technical
    let slot = Elsewhere.Slot(priority, isTechnical: report.isTechnical)
    let before = alarms[key]
    alarms[key] = Alarm(condition: report.condition, slot: slot, family: family, presence: presence)
    guard presence == .sounding, before?.presence != .sounding || before?.slot != slot else { return }
    let place = Int(slot.rawValue)
    numbers[place] = numbers[place] == .max ? 1 : numbers[place] + 1
  }

  private static func presence(_ report: AlarmReport) -> Elsewhere.Presence {
    switch (report.presence, report.activation) {
    case (Presence.on.name, Activation.on.name): .sounding
    case (Presence.on.name, Activation.paused.name), (Presence.ack.name, _): .silent
    case (Presence.latched.name, Activation.on.name): .latched
    // Gone, or withheld in a busy phase of flight.
    default: .off
    }
  }

  private static func key(_ report: AlarmReport) -> String {
    "\(report.condition) \(report.address ?? "") \(report.person ?? "")\(report.isTest == true ? " test" : "")"
  }

  /// As they are sent, by slot.
  var signals: [PeerFrame.Signal] {
    Elsewhere.Slot.allCases.map { slot in
      let here = alarms.values.filter { $0.slot == slot }
      func has(_ presence: Elsewhere.Presence) -> Bool { here.contains { $0.presence == presence } }
      let isLit = has(.sounding) || has(.silent)
      let presence: Elsewhere.Presence =
        has(.sounding) || (has(.latched) && isLit) ? .sounding : has(.latched) ? .latched : isLit ? .silent : .off
      // The heart sounds before the air, and that before the box.
      let heard = here.filter { $0.presence == .sounding || $0.presence == .latched || presence == .silent }
      let family = heard.map(\.family).min { $0.rawValue < $1.rawValue } ?? .technical
      let number = numbers[Int(slot.rawValue)]
      return PeerFrame.Signal(
        Elsewhere.Signal(presence, presence == .off ? .technical : family), number: presence == .off ? 0 : number)
    }
  }

  /// The conditions that sound in a slot, and in no other: an acknowledgement is by the condition, and an answer to a medium alarm
  /// must not silence a high one.
  func conditions(of slot: Elsewhere.Slot) -> [String] {
    let sounding = alarms.values.filter { $0.presence != .silent }
    let others = Set(sounding.filter { $0.slot != slot }.map(\.condition))
    return Set(sounding.filter { $0.slot == slot }.map(\.condition)).subtracting(others).sorted()
  }
}
