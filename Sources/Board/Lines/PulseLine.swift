import Alarms
import Readings

/// Plays the rhythm of a signal on a line that is only on or off: a simple buzzer or a vibration motor. Like ``Lamps``
/// it gets the time as an argument and never waits; the caller sets the line.
package struct PulseLine {
  /// One pulse, in nanoseconds from the start of the burst.
  private struct Pulse {
    var start: Int64
    var end: Int64
  }

  private static let pulses: [[Pulse]] = Priority.allCases.map { priority in
    let rhythm = Rhythm.of(priority)
    return rhythm.onsets.map {
      Pulse(start: $0.wholeNanoseconds, end: ($0 + rhythm.pulse).wholeNanoseconds)
    }
  }

  private var signal: SoundSignal?
  private var startedAt = Instant.start
  private var drivenTo = Instant.start
  package private(set) var isOn = false

  package init() { _ = Self.pulses }

  /// Repeats another signal, whose first pulse begins at once; `nil` for silence. The same signal again changes
  /// nothing.
  package mutating func play(_ signal: SoundSignal?, at instant: Instant) {
    guard signal != self.signal else { return }
    self.signal = signal
    startedAt = instant
    drivenTo = instant
  }

  /// - Returns: the new level if the line must change, else `nil`.
  package mutating func advance(to instant: Instant) -> Bool? {
    drivenTo = max(drivenTo, instant)
    let shouldBeOn = isSounding(at: drivenTo)
    guard shouldBeOn != isOn else { return nil }
    isOn = shouldBeOn
    return isOn
  }

  /// The line could not be set: the next ``advance(to:)`` returns the same level again.
  package mutating func refused() { isOn.toggle() }

  /// When the next edge is due.
  package var nextEdge: Instant? {
    guard let signal else { return nil }
    let period = signal.burstPeriod.wholeNanoseconds
    let elapsed = max(0, startedAt.duration(to: drivenTo).wholeNanoseconds)
    let position = elapsed % period
    var next = period
    for pulse in Self.pulses[Int(signal.priority.rawValue)] {
      if pulse.start > position { next = min(next, pulse.start) }
      if pulse.end > position { next = min(next, pulse.end) }
    }
    return startedAt.advanced(by: .nanoseconds(elapsed - position + next))
  }

  private func isSounding(at instant: Instant) -> Bool {
    guard let signal else { return false }
    let period = signal.burstPeriod.wholeNanoseconds
    let position = max(0, startedAt.duration(to: instant).wholeNanoseconds) % period
    return Self.pulses[Int(signal.priority.rawValue)].contains { $0.start <= position && position < $0.end }
  }
}
