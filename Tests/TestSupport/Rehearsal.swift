import Alarms
import Bluetooth
import Engine
import Monitor
import Readings

/// Runs an ``Engine`` in virtual time and stores its outputs with their times. The engine is called at each of its
/// deadlines, so an output at a deadline has the deadline's time.
package struct Rehearsal: Sendable {
  /// An output and its time.
  package struct Entry<What: Sendable>: Sendable {
    package let instant: Instant
    package let what: What
  }

  /// The engine in its present state.
  package private(set) var engine: Engine
  /// All outputs, oldest first.
  package private(set) var records: [Entry<LoopOutput>] = []

  /// Starts with a new engine.
  package init(settings: MonitorSettings = MonitorSettings(latchesSound: false, gradesAir: true)) {
    engine = Engine(settings: settings)
  }

  /// Plays the whole script of a radio.
  package mutating func play(_ radio: ScriptedRadio) {
    for entry in radio.reports { take(.radio(entry.report), at: entry.instant) }
  }

  /// Passes another event: a button, a fault, a session.
  package mutating func take(_ event: Event, at seconds: Double) { take(.event(event), at: .at(seconds)) }

  /// Lets time pass.
  package mutating func advance(to seconds: Double) {
    engine.advance(to: .at(seconds)) { records.append(Entry(instant: $1, what: $0)) }
  }

  /// The actions among the outputs.
  package var actions: [Entry<Action>] {
    records.compactMap { entry in
      guard case .action(let action) = entry.what else { return nil }
      return Entry(instant: entry.instant, what: action)
    }
  }

  /// The alarm transitions among the actions.
  package var alarms: [Entry<AlarmTransition>] {
    actions.compactMap { entry in
      guard case .alarm(let transition) = entry.what else { return nil }
      return Entry(instant: entry.instant, what: transition)
    }
  }

  private mutating func take(_ input: EngineInput, at instant: Instant) {
    engine.take(input, at: instant) { records.append(Entry(instant: $1, what: $0)) }
  }
}
