import Alarms
import Readings

/// What was counted of one sensor when an earlier run ended, whether or not an alarm had begun.
package struct PendingCounts: Sendable {
  let limits: [ShareCount]
  let heart: HeartCount?
  let noPulse: ShareCount?
  /// For how long it has given a good heart rate since it was put on.
  let worn: Duration

  /// The same on a time axis that begins so much earlier.
  package func later(by duration: Duration) -> PendingCounts {
    PendingCounts(
      limits: limits.map { $0.later(by: duration) }, heart: heart?.later(by: duration),
      noPulse: noPulse?.later(by: duration), worn: worn)
  }

  /// Whether there is anything to go on with.
  package var isEmpty: Bool { limits.allSatisfy(\.isIdle) && isHeartIdle && worn == .zero }

  /// Whether nothing was counted of the heart.
  var isHeartIdle: Bool { heart?.isIdle ?? true && noPulse?.isIdle ?? true }
}

/// What earlier runs heard, by the same rules as the run that goes on with it.
///
/// A box that restarts again and again must not begin every dwell again: an alarm whose dwell is longer than a run would
/// never come. So what was beyond a limit goes on from when it was first heard.
package struct Recollection: Sendable {
  private var monitor: Monitor
  private var instant: Instant?
  private var actions: [Action] = []

  package init(settings: MonitorSettings) { monitor = Monitor(settings: settings) }

  /// Takes in what a sensor said.
  /// - Parameter instant: on the axis of the run that goes on with it, so before its start. A clock that went back stands.
  package mutating func take(_ reading: Reading, from sensor: SensorIndex, at instant: Instant) {
    let instant = max(instant, self.instant ?? instant)
    self.instant = instant
    while let deadline = monitor.nextDeadline, deadline < instant {
      actions.removeAll(keepingCapacity: true)
      monitor.handle(.tick, at: deadline, into: &actions)
      guard monitor.nextDeadline.map({ $0 > deadline }) ?? true else { break }
    }
    actions.removeAll(keepingCapacity: true)
    monitor.hear(reading, from: sensor, at: instant, into: &actions)
  }

  /// What was counted of a sensor in the end; `nil` where there was nothing to count.
  package func pending(at sensor: SensorIndex) -> PendingCounts? {
    monitor.pending(at: sensor).flatMap { $0.isEmpty ? nil : $0 }
  }
}
