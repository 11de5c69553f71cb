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

  private static let ofPriority = Priority.allCases.map { pulses(of: .of($0)) }
  private static let ofBeeps = (1...SoundSignal.mostBeeps).map { pulses(of: SoundSignal.beeps($0).rhythm) }

  private static func pulses(of rhythm: Rhythm) -> [Pulse] {
    rhythm.onsets.map { Pulse(start: $0.wholeNanoseconds, end: ($0 + rhythm.pulse).wholeNanoseconds) }
  }

  private static func pulses(of signal: SoundSignal) -> [Pulse] {
    signal.beeps > 0
      ? ofBeeps[Int(min(signal.beeps, SoundSignal.mostBeeps)) - 1] : ofPriority[Int(signal.priority.rawValue)]
  }

  private var signal: SoundSignal?
  private var startedAt = Instant.start
  private var drivenTo = Instant.start
  package private(set) var isOn = false

  package init() { _ = (Self.ofPriority, Self.ofBeeps) }

  /// Repeats another signal, whose first pulse begins at once; `nil` for silence. The same signal again changes
  /// nothing. Beeps that follow a signal begin after a silence, or they could not be counted.
  package mutating func play(_ signal: SoundSignal?, at instant: Instant) {
    guard signal != self.signal else { return }
    let isAfterSignal = self.signal != nil && (signal?.beeps ?? 0) > 0
    self.signal = signal
    startedAt = isAfterSignal ? instant.advanced(by: SoundSignal.changeover) : instant
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

  package var nextEdge: Instant? {
    guard let signal else { return nil }
    guard startedAt <= drivenTo else { return startedAt }
    let period = signal.burstPeriod.wholeNanoseconds
    let elapsed = max(0, startedAt.duration(to: drivenTo).wholeNanoseconds)
    let position = elapsed % period
    var next = period
    for pulse in Self.pulses(of: signal) {
      if pulse.start > position { next = min(next, pulse.start) }
      if pulse.end > position { next = min(next, pulse.end) }
    }
    return startedAt.advanced(by: .nanoseconds(elapsed - position + next))
  }

  private func isSounding(at instant: Instant) -> Bool {
    guard let signal, startedAt <= instant else { return false }
    let period = signal.burstPeriod.wholeNanoseconds
    let position = max(0, startedAt.duration(to: instant).wholeNanoseconds) % period
    return Self.pulses(of: signal).contains { $0.start <= position && position < $0.end }
  }
}
