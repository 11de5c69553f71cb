import Alarms
import Readings

/// The counts of one sensor at the end of an earlier run, whether or not an alarm had begun.
package struct PendingCounts: Sendable {
  /// By rule, as ``LimitWatch`` orders them.
  let limits: [ShareCount]
  /// `nil` if the sensor belongs to no person.
  let heart: HeartCount?
  let noPulse: ShareCount?
  /// How the sensor has been worn; `nil` if it belongs to no person.
  let wear: HeartSensor.Wear?

  /// The same counts on a time axis that begins earlier by `duration`.
  package func later(by duration: Duration) -> PendingCounts {
    PendingCounts(
      limits: limits.map { $0.later(by: duration) }, heart: heart?.later(by: duration),
      noPulse: noPulse?.later(by: duration), wear: wear)
  }

  /// What still holds if readings are lost: that the sensor sends beats while it is worn.
  package var withoutCounts: PendingCounts {
    let wear = HeartSensor.Wear(good: .zero, hasBeats: wear?.hasBeats ?? false)
    return PendingCounts(limits: [], heart: nil, noPulse: nil, wear: wear)
  }

  /// Whether there is nothing to continue.
  package var isEmpty: Bool {
    limits.allSatisfy(\.isIdle) && isHeartIdle && (wear.map { $0.good == .zero && !$0.hasBeats } ?? true)
  }

  /// Whether nothing was counted for the heart.
  var isHeartIdle: Bool { heart?.isIdle ?? true && noPulse?.isIdle ?? true }
}

/// Replays the readings of earlier runs, as the logbook holds them, through a ``Monitor`` with the rules of the new
/// run, to restore the counts.
///
/// Otherwise a box that restarts often would begin each count again, and an alarm with bounds longer than a run would
/// never begin.
package struct Recollection: Sendable {
  private var monitor: Monitor
  private var instant: Instant?
  private var actions: [Action] = []

  package init(settings: MonitorSettings) { monitor = Monitor(settings: settings) }

  /// Takes a reading, in the order of time.
  /// - Parameter instant: on the time axis of the new run, so before its start. An instant before the previous one is
  ///   replaced by it.
  package mutating func take(_ reading: Reading, from sensor: SensorIndex, at instant: Instant) {
    let instant = pass(to: instant)
    monitor.receive(reading, from: sensor, at: instant, into: &actions)
  }

  /// Takes the end of an alarm, in the order of time. The readings alone may not show it: the last of them are lost with
  /// the power, or a person has ended it.
  package mutating func end(_ condition: ConditionID, at sensor: SensorIndex, at instant: Instant) {
    _ = pass(to: instant)
    monitor.endLogged(condition, at: sensor)
  }

  private mutating func pass(to instant: Instant) -> Instant {
    let instant = max(instant, self.instant ?? instant)
    self.instant = instant
    while let deadline = monitor.nextDeadline, deadline < instant {
      actions.removeAll(keepingCapacity: true)
      monitor.handle(.tick, at: deadline, into: &actions)
      guard monitor.nextDeadline.map({ $0 > deadline }) ?? true else { break }
    }
    actions.removeAll(keepingCapacity: true)
    return instant
  }

  /// The counts of a sensor after all readings; `nil` if there is nothing to continue.
  package func pending(at sensor: SensorIndex) -> PendingCounts? {
    monitor.pending(at: sensor).flatMap { $0.isEmpty ? nil : $0 }
  }
}
