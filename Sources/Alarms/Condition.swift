import Readings

/// The name of an alarm condition. The raw value is what stands in the log, in JSON and in the configuration.
public enum ConditionID: String, CaseIterable, Sendable {
  case co2Low = "co2-low"
  case co2Medium = "co2-medium"
  case co2High = "co2-high"
  case vocHigh = "voc-high"
  case heartRateLow = "heart-rate-low"
  case heartRateHigh = "heart-rate-high"
  case noData = "no-data"
  case frozen
  case implausible
  case noContact = "no-contact"
  case cabinAltitudeMedium = "cabin-altitude-medium"
  case cabinAltitudeHigh = "cabin-altitude-high"
  case adapterGone = "adapter-gone"
  case sounderFailed = "sounder-failed"
  case sensorBatteryLow = "sensor-battery-low"
  case clockUnset = "clock-unset"
  case diskFull = "disk-full"
  case lampFailed = "lamp-failed"
  case restarted
}

/// One alarm condition as data: when it holds, how long it must hold, and what it is worth.
public struct Condition: Sendable {
  /// How the monitor learns that the condition holds.
  public enum Trigger: Sendable, Equatable {
    /// A quantity at or above the limit.
    case atOrAbove(Quantity)
    /// A quantity above the limit.
    case above(Quantity)
    /// A quantity below the limit.
    case below(Quantity)
    /// No measurement of a sensor within its freshness window.
    case stale
    /// Somebody else finds it and reports it: the adapter, the sounder, the logbook, a timeline.
    case reported

    /// The quantity that is compared with the limit.
    public var quantity: Quantity? {
      switch self {
      case .atOrAbove(let quantity), .above(let quantity), .below(let quantity): quantity
      case .stale, .reported: nil
      }
    }
  }

  /// Its name.
  public let id: ConditionID
  /// How soon somebody must act.
  public let priority: Priority
  /// What it is about.
  public let family: SignalFamily
  /// How the monitor learns of it.
  public let trigger: Trigger
  /// The limit, in the unit of the trigger's quantity.
  public var limit: Double?
  /// What may be configured as the limit.
  public let limitRange: ClosedRange<Double>?
  /// How far back inside the limit the value must come before the condition ends.
  public let hysteresis: Double
  /// It is not signalled before it has held so long.
  public let notBefore: Duration
  /// It is signalled when it has held so long, the sensor's own reporting interval counted in.
  public let mustBy: Duration
  /// How long after its onset a heart-rate sensor's case becomes high priority; `nil` for never.
  public let escalatesAfter: Duration?

  /// Whether it is about the appliance and its sensors rather than about air or a person.
  public var isTechnical: Bool { family == .technical }

  /// The condition on the other side of the same quantity. A value that jumps from beyond one limit to beyond the other
  /// has been outside all the time, so both share their dwell time.
  public var opposite: ConditionID? {
    switch id {
    case .heartRateLow: .heartRateHigh
    case .heartRateHigh: .heartRateLow
    default: nil
    }
  }

  /// Whether a profile that latches keeps sounding for it after it has gone.
  public var mayLatch: Bool { !isTechnical && priority > .low }

  /// Whether a value is beyond the limit. `false` where there is no limit.
  public func isBeyondLimit(_ value: Double) -> Bool {
    guard let limit else { return false }
    return switch trigger {
    case .atOrAbove: value >= limit
    case .above: value > limit
    case .below: value < limit
    case .stale, .reported: false
    }
  }

  /// Whether a value is back inside the limit by the hysteresis, so that the condition has ended.
  public func hasCleared(_ value: Double) -> Bool {
    guard let limit else { return true }
    return switch trigger {
    case .atOrAbove, .above: value <= limit - hysteresis
    case .below: value >= limit + hysteresis
    case .stale, .reported: true
    }
  }
}
