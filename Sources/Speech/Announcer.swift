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
  /// What a person has requested is of no use later. Our own choice.
  private static let longestWait = Duration.seconds(30)
  /// The parts of an announcement of an alarm.
  private static let parts = 6
  /// Persons without a name count down from here (``PersonIndex``).
  private static let places = 64

  private let isOn: Bool
  private let persons: Int
  /// The alarm that was announced last, with the value that was spoken; and how often it was.
  private var announced: (alarm: HeardAlarm, at: Instant, times: Int)?
  /// The next part of it; ``parts`` if all of it was spoken.
  private var nextPart = parts
  /// Whether a burst has been played since the alarm was looked at.
  private var isBurstNew = false
  /// Whether the next part did not fit into this pause.
  private var waitsForBurst = false
  /// Whether the latest part was one of an alarm.
  private var isAboutAlarm = false
  private var requested: [SpeechPart] = []
  private var nextRequested = 0
  /// When it was requested, or a part of it was spoken.
  private var requestedAt = Instant.start
  private var clips: [Clip] = []

  package init(_ plan: SpeechPlan = SpeechPlan()) {
    isOn = plan.use == .alarms
    persons = plan.persons
    clips.reserveCapacity(64)
  }

  /// A burst of an alarm begins.
  package mutating func noteBurst() { (isBurstNew, waitsForBurst) = (true, false) }

  /// A person requests these parts. They replace what was requested before.
  package mutating func request(_ parts: [SpeechPart], at instant: Instant) {
    (requested, nextRequested, requestedAt) = (parts, 0, instant)
    waitsForBurst = false
  }

  /// Nothing can be spoken now.
  package mutating func dropRequest() { nextRequested = requested.count }

  /// Whether something may be spoken in a pause.
  package var isWaiting: Bool {
    guard !waitsForBurst else { return false }
    return nextRequested < requested.count || (isOn && (isBurstNew || nextPart < Self.parts))
  }

  /// Whether an alarm has been announced, so that ``follow(_:)`` has something to do.
  package var isFollowing: Bool { announced != nil }

  /// Forgets the announced alarm if it no longer sounds, or another one does.
  /// - Returns: whether what is spoken now is about it and must end.
  package mutating func follow(_ heard: HeardAlarm?) -> Bool {
    guard let announced, heard.map({ !$0.isSame(as: announced.alarm) }) ?? true else { return false }
    self.announced = nil
    (nextPart, waitsForBurst) = (Self.parts, false)
    return isAboutAlarm
  }

  /// Speaks the next part that is due, if it fits.
  /// - Parameters:
  ///   - heard: the alarm of the latest burst; `nil` without one.
  ///   - renderer: in a pause, and silent.
  ///   - decibels: relative to the alarms.
  package mutating func speak(
    _ heard: HeardAlarm?, at instant: Instant, decibels: Double, with renderer: inout SpeakingRenderer
  ) {
    if requestedAt.advanced(by: Self.longestWait) < instant { dropRequest() }
    guard renderer.room > 0, isWaiting else { return }
    if isOn, let heard {
      if isBurstNew { begin(heard, at: instant) }
      while nextPart < Self.parts {
        isAboutAlarm = true
        let part = part(nextPart, of: heard, at: instant)
        switch part.map({ say($0, decibels, &renderer) }) ?? .left {
        case .spoken:
          nextPart += 1
          return
        case .waits:
          waitsForBurst = true
          return
        // Without its subject, the rest would be said of another one.
        case .left: nextPart = part?.isSubject == true ? Self.parts : nextPart + 1
        }
      }
    }
    isBurstNew = false
    while nextRequested < requested.count {
      isAboutAlarm = false
      let part = requested[nextRequested]
      switch say(part, decibels, &renderer) {
      case .spoken:
        nextRequested += 1
        requestedAt = instant
        return
      case .waits:
        waitsForBurst = true
        return
      case .left: nextRequested = part.isSubject ? requested.count : nextRequested + 1
      }
    }
  }

  /// Begins an announcement if one is due.
  private mutating func begin(_ heard: HeardAlarm, at instant: Instant) {
    isBurstNew = false
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
    case 1: return person(heard.subject).map(SpeechPart.person)
    case 2: return .condition(heard.condition)
    case 3:
      let unit = SpokenUnit(ConditionTable.standard[heard.condition].trigger.unit)
      guard let value = heard.value, let unit else { return nil }
      return .value(value, unit)
    case 4: return heard.isTest ? nil : .since(heard.beganAt.duration(to: instant))
    default: return heard.isTest ? nil : SpokenAdvice(heard.condition).map(SpeechPart.advice)
    }
  }

  /// The number of a person if there may be more than one. Those without a name come after those of the configuration.
  private func person(_ subject: Subject) -> Int? {
    guard case .person(let index) = subject else { return nil }
    let place = Int(index.position)
    if place < persons { return persons > 1 ? place + 1 : nil }
    let unnamed = Self.places - place
    return persons + unnamed > 1 ? persons + unnamed : nil
  }

  private enum Outcome {
    case spoken
    /// It does not fit into the rest of this pause.
    case waits
    /// It has no clips, or fits into no pause of this signal.
    case left
  }

  /// Speaks a part, whole or short.
  private mutating func say(_ part: SpeechPart, _ decibels: Double, _ renderer: inout SpeakingRenderer) -> Outcome {
    let whole = say(part, isShort: false, decibels, &renderer)
    guard whole != .spoken else { return .spoken }
    let short = say(part, isShort: true, decibels, &renderer)
    return short == .left ? whole : short
  }

  private mutating func say(
    _ part: SpeechPart, isShort: Bool, _ decibels: Double, _ renderer: inout SpeakingRenderer
  ) -> Outcome {
    clips.removeAll(keepingCapacity: true)
    part.append(to: &clips, in: renderer.language, isShort: isShort)
    // A clip that is missing makes the rest of its part misleading.
    guard !clips.isEmpty, let length = renderer.length(of: clips) else { return .left }
    guard length > renderer.room else {
      renderer.say(clips, decibels: decibels)
      return .spoken
    }
    return length <= renderer.longestPart ? .waits : .left
  }
}
