import Alarms
import Readings

/// Decides what is spoken in a pause of the sounder: of the alarm that sounds, and then what a person has requested.
///
/// The rule for alarms: after its first burst; again when it changes, which is another alarm, a higher priority, or a value
/// that differs by a tenth from the one spoken last; and else after one minute and then every two minutes. A voice after every
/// burst would be a second alarm that never ends, and a person who comes later must not wait longer than a pause of an alarm
/// lasts. What does not fit into a pause follows in the next one, and a part that fits into no pause is left out.
///
/// It runs on the critical loop and allocates only in its initializer.
package struct Announcer: Sendable {
  /// Our own choices, with the reasons above.
  private static let firstRepeat = Duration.seconds(60)
  private static let laterRepeats = Duration.seconds(120)
  private static let change = 0.1
  /// A value that goes up and down is not spoken more often.
  private static let shortestChange = Duration.seconds(20)
  /// The parts of an announcement of an alarm.
  private static let parts = 6

  private let isOn: Bool
  private let persons: Int
  /// The alarm that was announced last, with the value that was spoken; and how often it was.
  private var announced: (alarm: HeardAlarm, at: Instant, times: Int)?
  /// The next part of it; ``parts`` if all of it was spoken.
  private var nextPart = parts
  /// Whether a burst has been played since a part was spoken.
  private var isBurstNew = false
  /// Whether the latest part was one of an alarm.
  private var isAboutAlarm = false
  private var requested: [SpeechPart] = []
  private var nextRequested = 0
  private var clips: [Clip] = []

  package init(_ plan: SpeechPlan = SpeechPlan()) {
    isOn = plan.use == .alarms
    persons = plan.persons
    clips.reserveCapacity(64)
  }

  /// A burst of an alarm begins.
  package mutating func noteBurst() { isBurstNew = true }

  /// A person wants to be told this. It replaces what was requested before.
  package mutating func request(_ parts: [SpeechPart]) {
    requested = parts
    nextRequested = 0
  }

  /// Whether something may be spoken in a pause.
  package var isWaiting: Bool { nextRequested < requested.count || (isOn && isBurstNew) }

  /// Whether an alarm has been announced, so that ``follow(_:)`` has something to do.
  package var isFollowing: Bool { announced != nil }

  /// Forgets the announced alarm if it no longer sounds, or another one does.
  /// - Returns: whether what is spoken now is about it and must end.
  package mutating func follow(_ heard: HeardAlarm?) -> Bool {
    guard let announced, heard.map({ !$0.isSame(as: announced.alarm) }) ?? true else { return false }
    self.announced = nil
    nextPart = Self.parts
    return isAboutAlarm
  }

  /// Speaks what is due and fits.
  /// - Parameters:
  ///   - heard: the alarm that sounds; `nil` without one.
  ///   - renderer: in a pause.
  ///   - decibels: relative to the alarms.
  package mutating func speak(
    _ heard: HeardAlarm?, at instant: Instant, decibels: Double, with renderer: inout SpeakingRenderer
  ) {
    var room = renderer.room
    guard room > 0, isWaiting else { return }
    if isOn, isBurstNew, let heard {
      isBurstNew = false
      begin(heard, at: instant)
      while nextPart < Self.parts {
        isAboutAlarm = true
        guard say(part(nextPart, of: heard, at: instant), &room, decibels, &renderer) else { return }
        nextPart += 1
      }
    }
    // An alarm that sounds goes before, and has the pause to itself.
    isBurstNew = false
    while nextRequested < requested.count {
      isAboutAlarm = false
      guard say(requested[nextRequested], &room, decibels, &renderer) else { return }
      nextRequested += 1
    }
  }

  /// Begins an announcement if one is due.
  private mutating func begin(_ heard: HeardAlarm, at instant: Instant) {
    guard let last = announced, last.alarm.isSame(as: heard) else {
      announced = (heard, instant, 1)
      nextPart = 0
      return
    }
    guard nextPart == Self.parts else { return }
    let age = last.at.duration(to: instant)
    let isDue = age >= (last.times == 1 ? Self.firstRepeat : Self.laterRepeats)
    guard isDue || (age >= Self.shortestChange && Self.isOther(heard.value, than: last.alarm.value)) else { return }
    announced = (heard, instant, last.times + 1)
    nextPart = 0
  }

  private static func isOther(_ value: Double?, than spoken: Double?) -> Bool {
    guard let value else { return spoken != nil }
    guard let spoken else { return true }
    return abs(value - spoken) >= change * abs(spoken)
  }

  /// A part of the announcement; `nil` if this alarm has none.
  private func part(_ number: Int, of heard: HeardAlarm, at instant: Instant) -> SpeechPart? {
    switch number {
    case 0: return heard.isTest ? .phrase(.test) : nil
    case 1:
      guard persons > 1, case .person(let index) = heard.subject, index.position < persons else { return nil }
      return .person(Int(index.position) + 1)
    case 2: return .condition(heard.condition)
    case 3:
      let unit = SpokenUnit(ConditionTable.standard[heard.condition].trigger.unit)
      guard let value = heard.value, let unit else { return nil }
      return .value(value, unit)
    case 4: return .since(heard.beganAt.duration(to: instant))
    default: return heard.isTest ? nil : SpokenAdvice(heard.condition).map(SpeechPart.advice)
    }
  }

  /// Speaks a part, whole or short.
  /// - Returns: `false` if it has to wait for the next pause.
  private mutating func say(
    _ part: SpeechPart?, _ room: inout Int, _ decibels: Double, _ renderer: inout SpeakingRenderer
  ) -> Bool {
    guard let part else { return true }
    let isFresh = room == renderer.room
    for isShort in [false, true] {
      clips.removeAll(keepingCapacity: true)
      part.append(to: &clips, in: renderer.language, isShort: isShort)
      // A clip that is missing makes the rest of its part misleading.
      guard !clips.isEmpty, let length = renderer.length(of: clips) else { return true }
      guard length <= room else { continue }
      renderer.say(clips, decibels: decibels)
      room -= length
      return true
    }
    // No later pause of this signal is longer than a whole one.
    return isFresh
  }
}
