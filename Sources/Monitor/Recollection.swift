import Alarms
import Readings

/// A value that was beyond a limit when an earlier run ended, whether or not its alarm had begun.
public struct PendingValue: Sendable, Equatable {
  /// Which condition.
  public let condition: ConditionID
  /// Which of its limits.
  let limit: Double
  /// The latest value, in the unit of the quantity.
  let value: Double
  /// Since when it was beyond.
  let since: Instant
  /// Until when it counted, had the run gone on.
  let freshUntil: Instant

  /// The same on a time axis that begins so much earlier.
  public func later(by duration: Duration) -> PendingValue {
    PendingValue(
      condition: condition, limit: limit, value: value, since: since.advanced(by: duration),
      freshUntil: freshUntil.advanced(by: duration))
  }
}

/// What earlier runs heard, by the same rules as the run that goes on with it.
///
/// A box that restarts again and again must not begin every dwell anew: an alarm whose dwell is longer than a run would
/// never come. So what was beyond a limit goes on from when it was first heard.
public struct Recollection: Sendable {
  private var monitor: Monitor
  private var instant: Instant?
  private var actions: [Action] = []

  /// Nothing yet.
  public init(settings: MonitorSettings) { monitor = Monitor(settings: settings) }

  /// Takes in what a sensor said.
  /// - Parameter instant: on the axis of the run that goes on with it, so before its start. A clock that went back stands.
  public mutating func take(_ reading: Reading, from sensor: SensorIndex, at instant: Instant) {
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

  /// The values of a sensor that were beyond their limits in the end.
  public func pending(at sensor: SensorIndex) -> [PendingValue] { monitor.pending(at: sensor) }
}
