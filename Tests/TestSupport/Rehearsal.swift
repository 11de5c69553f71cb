import Alarms
import Bluetooth
import Engine
import Monitor
import Readings

/// Runs a ``Engine`` in virtual time and keeps all it did, with the time of each. The engine steps itself from deadline to
/// deadline, so that what it did at a deadline carries the deadline's time.
package struct Rehearsal: Sendable {
  /// Something that the engine did, and when.
  package struct Entry<What: Sendable>: Sendable {
    package let instant: Instant
    package let what: What
  }

  /// The engine as it stands.
  package private(set) var engine: Engine
  /// All it did, oldest first.
  package private(set) var records: [Entry<LoopOutput>] = []

  /// An engine that has seen nothing yet.
  package init(settings: MonitorSettings = MonitorSettings(latchesSound: false, gradesAir: true)) {
    engine = Engine(settings: settings)
  }

  /// Lets the radio hear its whole script.
  package mutating func play(_ radio: ScriptedRadio) {
    for entry in radio.reports { take(.radio(entry.report), at: entry.instant) }
  }

  /// Lets something else happen: a button, a fault, a session.
  package mutating func take(_ event: Event, at seconds: Double) { take(.event(event), at: .at(seconds)) }

  /// Lets time pass.
  package mutating func advance(to seconds: Double) {
    engine.advance(to: .at(seconds)) { records.append(Entry(instant: $1, what: $0)) }
  }

  /// What the monitor decided.
  package var actions: [Entry<Action>] {
    records.compactMap { entry in
      guard case .action(let action) = entry.what else { return nil }
      return Entry(instant: entry.instant, what: action)
    }
  }

  /// The changes of alarms among the actions.
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
