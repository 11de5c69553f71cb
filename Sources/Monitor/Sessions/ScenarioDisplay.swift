import Alarms
import Readings

/// What the load sheet of a scenario says, as a box without a screen can show it.
package enum ScenarioVerdict: String, CaseIterable, Sendable {
  /// Within all limits.
  case inside
  /// Within all limits, and something to know.
  case caution
  /// A limit is broken.
  case danger
  /// The file is wrong or missing, so nothing is known.
  case refused
}

/// The scenario that somebody asked for with the button.
package struct ScenarioState: Sendable, Equatable {
  /// The number of the ``Action/scenarioWanted(_:)`` that it answers.
  package let press: UInt32
  /// Its place in the order of names, from 1; 0 where there is none at all.
  package let number: UInt8
  /// How many there are.
  package let count: UInt8
  /// What its sheet says.
  package let verdict: ScenarioVerdict

  package init(press: UInt32, number: UInt8, count: UInt8, verdict: ScenarioVerdict) {
    self.press = press
    self.number = number
    self.count = count
    self.verdict = verdict
  }
}

/// What lamps and sounder say of a scenario: its number in beeps, then its verdict, until 10 s after the press.
///
/// An earlier verdict is never shown again: after a press there is nothing until the file has been read.
struct ScenarioDisplay: Sendable {
  private static let length = Duration.seconds(10)

  private var press: UInt32
  private var endsAt: Instant?
  private var state: ScenarioState?
  private var beepsEndAt: Instant?

  init(press: UInt32 = 0) { self.press = press }

  /// Somebody pressed the button.
  /// - Returns: the number of the press.
  mutating func begin(at instant: Instant) -> UInt32 {
    press &+= 1
    endsAt = instant.advanced(by: Self.length)
    state = nil
    beepsEndAt = nil
    return press
  }

  /// Takes the answer to a press, or what has become of that file since.
  /// - Returns: whether it answers the latest press for the first time.
  mutating func take(_ answer: ScenarioState, at instant: Instant) -> Bool {
    // What comes later than the display lasts is logged and not shown.
    guard answer.press == press, endsAt != nil else { return answer.press == press }
    let isFirst = state == nil
    state = answer
    if isFirst, answer.number > 0 {
      beepsEndAt = instant.advanced(by: SoundSignal.beeps(answer.number).rhythm.length)
    }
    return isFirst
  }

  /// Lets what is over end.
  /// - Parameter isHidden: whether an alarm has the lamps and the sounder; beeps that it interrupts are not made up for.
  mutating func advance(to instant: Instant, isHidden: Bool) {
    if let beepsEndAt, isHidden || beepsEndAt <= instant { self.beepsEndAt = nil }
    guard let endsAt, endsAt <= instant else { return }
    self = ScenarioDisplay(press: press)
  }

  /// The beeps that are due now.
  var sound: SoundSignal? {
    guard let state, beepsEndAt != nil else { return nil }
    return .beeps(state.number)
  }

  /// What a lamp does for it, or `nil` where it shows what it always shows.
  func pattern(of lamp: Lamp) -> LampPattern? {
    guard let state else { return nil }
    if beepsEndAt != nil { return .off }
    switch (state.verdict, lamp) {
    case (.inside, .green): return .on
    case (.caution, .yellow): return .doubleBlink
    case (.danger, .red): return .alternate(isFirst: true)
    case (.danger, .yellow): return .alternate(isFirst: false)
    case (.refused, .red), (.refused, .yellow), (.refused, .green): return .on
    default: return .off
    }
  }

  /// When it changes by itself.
  var nextDeadline: Instant? {
    guard let endsAt else { return nil }
    return beepsEndAt.map { min($0, endsAt) } ?? endsAt
  }
}
