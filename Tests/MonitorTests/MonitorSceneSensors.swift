import Alarms
import Monitor
import Readings
import SensorProtocols
import TestSupport

/// Inputs for heart rates with beats, oximeters, and roles of sensors.
extension MonitorScene {
  /// How the beats of a message relate to its heart rate.
  package enum Beats: Sendable {
    /// They agree with it: the rate is proved.
    case agree
    /// They contradict it, as in an artefact.
    case disagree
    /// The message has no beats.
    case absent
  }

  /// A strap with skin contact sends a heart rate (bpm) and one RR interval every second of a range.
  package mutating func beats(
    _ rate: Double, during seconds: Range<Int>, sensor: UInt16 = 1, _ beats: Beats = .agree
  ) {
    for second in seconds {
      reads(.heartRateService, [.heartRateBeatsPerMinute: rate], at: Double(second), sensor: sensor) {
        $0.contact = .detected
        // No living heart is regular to 1/1024 s.
        let ticks = 61_440 / rate * (beats == .agree ? 1 : 0.6)
        if beats != .absent { $0.rrIntervals.append(ticks: UInt16(ticks) + UInt16(second % 5)) }
      }
    }
  }

  /// A strap reports every second of a range whether it has skin contact, and a heart rate (bpm) or none.
  package mutating func strap(
    _ contact: SkinContact, _ rate: Double?, during seconds: Range<Int>, sensor: UInt16 = 1
  ) {
    for second in seconds {
      reads(.heartRateService, [:], at: Double(second), sensor: sensor) {
        $0.contact = contact
        $0.measurements[.heartRateBeatsPerMinute] = rate
      }
    }
  }

  /// An oximeter sends a saturation (%) and a pulse (bpm) every second of a range.
  package mutating func oximeter(
    _ saturation: Double?, pulse: Double?, during seconds: Range<Int>, sensor: UInt16 = 3
  ) {
    for second in seconds {
      reads(.pulseOximeter, [:], at: Double(second), sensor: sensor) {
        $0.measurements[.oxygenSaturationPercent] = saturation
        $0.measurements[.pulseBeatsPerMinute] = pulse
        // A finger is present, and its perfusion varies.
        $0.sensorStatus = 0
        $0.measurements[.pulseAmplitudePercent] = Double(2 + second % 3)
      }
    }
  }

  /// A sensor gets a role.
  package mutating func assigns(_ role: SensorRole, to sensor: UInt16, at seconds: Double) {
    waits(until: seconds)
    let instant = Instant(nanoseconds: Int64((seconds * 1e9).rounded()))
    var actions: [Action] = []
    monitor.assign(role, to: SensorIndex(sensor), at: instant, into: &actions)
    done += actions.map { (instant.seconds, $0) }
  }
}

/// Short forms of the actions.
extension MonitorScene {
  /// The notices that were sent, with their times.
  package var notices: [(at: Double, notice: Notice)] {
    done.compactMap { at, action in if case .notice(let notice) = action { (at, notice) } else { nil } }
  }

  /// The conditions of the refusals.
  package var refusals: [ConditionID] {
    done.compactMap { if case .refusal(let condition) = $0.action { condition } else { nil } }
  }

  /// The loudness at a time, after everything that happened at it.
  package func loudness(at seconds: Double) -> Loudness {
    var loudness = Loudness.normal
    for (at, action) in done where at <= seconds { if case .loudness(let level) = action { loudness = level } }
    return loudness
  }

  /// The conditions that are present at a time, acknowledged or not, with their priorities.
  package func present(at seconds: Double) -> [ConditionID: Priority] {
    var present: [ConditionID: [SensorIndex?: Priority]] = [:]
    for (at, action) in done where at <= seconds {
      guard case .alarm(let alarm) = action, !alarm.isTest else { continue }
      let isThere = alarm.presence == .on || alarm.presence == .ack
      present[alarm.condition, default: [:]][alarm.sensor] = isThere ? alarm.priority : nil
    }
    return present.compactMapValues { $0.values.max() }
  }
}
