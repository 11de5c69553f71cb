import Alarms
import Readings

/// The verdict on a loading, as a box without a screen can show it. The raw values are words in JSON and in the
/// logbook.
package enum ScenarioVerdict: String, CaseIterable, Sendable {
  case inside
  /// No limit is exceeded, but something is not certain, such as the empty weight.
  case caution
  /// A limit is exceeded, or the loading is outside the envelope.
  case danger
  /// The file is invalid or missing, so there is no result.
  case refused
}

/// The loading (for users, the scenario) that was requested with the button, and its verdict.
package struct ScenarioState: Sendable, Equatable {
  /// The number of the ``Action/scenarioWanted(_:)`` that this answers.
  package let press: UInt32
  /// The place of the file in the order of names, from 1; 0 if there are no files.
  package let number: UInt8
  package let count: UInt8
  package let verdict: ScenarioVerdict

  package init(press: UInt32, number: UInt8, count: UInt8, verdict: ScenarioVerdict) {
    self.press = press
    self.number = number
    self.count = count
    self.verdict = verdict
  }
}

/// Shows a loading with lamps and sounder: its number as beeps, then its verdict, until 10 s after the press of the
/// button.
///
/// A previous verdict is never shown again: after a press, nothing is shown until the file has been read.
struct ScenarioDisplay: Sendable {
  private static let length = Duration.seconds(10)

  private var press: UInt32
  private var endsAt: Instant?
  private var state: ScenarioState?
  private var beepsEndAt: Instant?

  init(press: UInt32 = 0) { self.press = press }

  /// A person has pressed the button.
  /// - Returns: the number of the press.
  mutating func begin(at instant: Instant) -> UInt32 {
    press &+= 1
    endsAt = instant.advanced(by: Self.length)
    state = nil
    beepsEndAt = nil
    return press
  }

  /// Takes the answer to a press, or a later verdict after the file has changed.
  /// - Returns: whether this is the first answer to the latest press, so that it must be logged.
  mutating func take(_ answer: ScenarioState, at instant: Instant) -> Bool {
    // An answer after the end of the display is logged, but not shown.
    guard answer.press == press, endsAt != nil else { return answer.press == press }
    let isFirst = state == nil
    state = answer
    if isFirst, answer.number > 0 {
      beepsEndAt = instant.advanced(by: SoundSignal.beeps(answer.number).rhythm.length)
    }
    return isFirst
  }

  /// The sounder begins the beeps then, which may be a moment after they were asked for.
  mutating func begins(at instant: Instant) {
    guard beepsEndAt != nil, let sound else { return }
    beepsEndAt = instant.advanced(by: sound.rhythm.length)
  }

  /// Ends the beeps and the display when they are over.
  /// - Parameter isHidden: whether an alarm uses the lamps and the sounder; interrupted beeps are not repeated.
  mutating func advance(to instant: Instant, isHidden: Bool) {
    if let beepsEndAt, isHidden || beepsEndAt <= instant { self.beepsEndAt = nil }
    guard let endsAt, endsAt <= instant else { return }
    self = ScenarioDisplay(press: press)
  }

  /// The beeps that are played now; `nil` for silence.
  var sound: SoundSignal? {
    guard let state, beepsEndAt != nil else { return nil }
    return .beeps(state.number)
  }

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

  var nextDeadline: Instant? {
    guard let endsAt else { return nil }
    return beepsEndAt.map { min($0, endsAt) } ?? endsAt
  }
}
