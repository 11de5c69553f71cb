import Alarms
import Peer
import Readings
import Status

/// What is known of both boxes of a pair: the link, what this box signals, and what people here have answered. A pure value, which
/// the threads of ``PeerRun`` share.
struct PeerState: Sendable {
  private(set) var link: PeerLink
  private var own: OwnSignals
  private(set) var health = PeerFrame.Health.missing
  private let follows: Bool
  private var answers = [UInt32](repeating: 0, count: 4)
  /// What this box has received of each signal of the other one, and since when it sounds here.
  private var told = [Told?](repeating: nil, count: 4)
  private var isSilentHere = [Bool](repeating: false, count: 4)
  /// Since when a signal is silenced here that still sounds there.
  private var silencedAt = [Instant?](repeating: nil, count: 4)
  /// How often each signal had to be given again.
  private var insistence = [UInt32](repeating: 0, count: 4)

  private struct Told: Sendable {
    let number: UInt32
    /// The number that this box was given for it.
    let given: UInt32
    let since: Instant
  }

  /// What is to be sent to this box.
  struct Order: Sendable, Equatable {
    let elsewhere: Elsewhere
    fileprivate let numbers: [UInt32]
  }

  /// No person answers faster. A silence that comes sooner follows from one that was given at the other box, and must
  /// not count as an answer to what has begun there since.
  private static let fastestAnswer = Duration.milliseconds(300)
  /// How long the other box may take to become silent too. After that the answer was not accepted there, so this box
  /// sounds again: no one must believe that an alarm is answered which is not.
  private static let longestWait = Duration.seconds(4)

  init(key: PeerKey, boot: UInt64, number: UInt32, follows: Bool, at instant: Instant) {
    link = PeerLink(key: key, boot: boot, at: instant)
    own = OwnSignals(number: number)
    self.follows = follows
  }

  mutating func setHealth(_ health: PeerFrame.Health, at instant: Instant) {
    self.health = health
    tell(at: instant)
  }

  mutating func begin(_ status: BoxStatus, at instant: Instant) {
    own.begin(status)
    for alarm in status.alarms { noteSilence(alarm, isEvent: false, at: instant) }
    tell(at: instant)
  }

  mutating func apply(_ alarm: AlarmReport, at instant: Instant) {
    own.apply(alarm)
    noteSilence(alarm, isEvent: true, at: instant)
    tell(at: instant)
  }

  mutating func end(at instant: Instant) {
    own.end()
    tell(at: instant)
  }

  /// A person here has silenced a signal of the other box, or ended its latched sound.
  private mutating func noteSilence(_ alarm: AlarmReport, isEvent: Bool, at instant: Instant) {
    guard let slot = Elsewhere.Slot.allCases.first(where: { $0.condition.name == alarm.condition }),
      alarm.isTest != true
    else { return }
    let index = Int(slot.rawValue), there = link.signals[index]
    let isSilent = alarm.presence != Presence.on.name || alarm.activation == Activation.paused.name
    defer {
      isSilentHere[index] = isSilent && alarm.presence != Presence.latched.name
      let isStanding = isSilentHere[index] && alarm.presence != Presence.off.name
      silencedAt[index] = isStanding ? silencedAt[index] ?? instant : nil
    }
    guard isEvent, isSilent, !isSilentHere[index], link.loss(at: instant) == nil, let told = told[index],
      told.number == there.number, told.since.duration(to: instant) >= Self.fastestAnswer
    else { return }
    switch there.signal.presence {
    case .sounding where alarm.presence != Presence.off.name && alarm.presence != Presence.latched.name,
      .latched where alarm.presence == Presence.off.name:
      answers[index] = there.number
    default: break
    }
  }

  mutating func receive(_ bytes: [UInt8], at instant: Instant) -> PeerFrame.Refusal? {
    let refusal = link.receive(bytes, at: instant)
    if refusal == nil {
      for (index, signal) in link.signals.enumerated() {
        let sounds = signal.signal.presence == .sounding || signal.signal.presence == .latched
        if !sounds || signal.number != answers[index] { answers[index] = 0 }
        // What is silent there too is answered.
        if signal.signal.presence != .sounding { silencedAt[index] = nil }
      }
      tell(at: instant)
    }
    return refusal
  }

  mutating func setNetworkDown(_ isDown: Bool) { link.setNetworkDown(isDown) }

  mutating func frame(at instant: Instant) -> [UInt8]? { link.frame(at: instant) }

  private mutating func tell(at instant: Instant) { link.tell(health, own.signals, answers: answers, at: instant) }

  /// What this box is to show of the other one; `nil` as long as that is not known.
  mutating func order(at instant: Instant) -> Order? {
    guard link.isSettled(at: instant) else { return nil }
    var elsewhere = link.elsewhere(follows: follows, at: instant)
    for (index, slot) in Elsewhere.Slot.allCases.enumerated() where elsewhere[slot].presence != .off {
      insist(index, on: elsewhere[slot], at: instant)
      // Any other number makes this box sound again; the steps are wide, so that no onset there has the same.
      elsewhere[slot].number = elsewhere[slot].number &+ insistence[index] &* 0x10_0000
    }
    return Order(elsewhere: elsewhere, numbers: link.signals.map(\.number))
  }

  private mutating func insist(_ index: Int, on signal: Elsewhere.Signal, at instant: Instant) {
    guard signal.presence == .sounding, let since = silencedAt[index],
      since.duration(to: instant) >= Self.longestWait
    else { return }
    insistence[index] &+= 1
    silencedAt[index] = nil
    answers[index] = 0
    tell(at: instant)
  }

  /// The box has carried out an order.
  mutating func noteDone(_ order: Order, at instant: Instant) {
    for (index, slot) in Elsewhere.Slot.allCases.enumerated() {
      let presence = order.elsewhere[slot].presence
      guard presence == .sounding || presence == .latched else {
        told[index] = nil
        continue
      }
      let given = order.elsewhere[slot].number
      if told[index]?.number != order.numbers[index] || told[index]?.given != given {
        told[index] = Told(number: order.numbers[index], given: given, since: instant)
      }
    }
  }

  /// The conditions of this box that a person has silenced at the other one.
  func answered(at instant: Instant) -> [String] {
    link.answered(at: instant).flatMap { own.conditions(of: $0) }
  }
}
