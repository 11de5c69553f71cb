import Alarms
import Monitor
import Readings

/// What is put to the test: the appliance's rules, a deliberate fault in them, or a simpler rule to compare with.
public protocol AlarmBox {
  /// Takes in an event and appends what follows from it.
  mutating func handle(_ event: Event, at instant: Instant, into actions: inout [Action])
  /// When a tick has something to do next.
  var nextDeadline: Instant? { get }
  /// Power came back: everything is lost but the log of alarms.
  mutating func restart(at instant: Instant, into actions: inout [Action])
  /// Whether it goes on after a restart where its log says it was; only then is that asked of it.
  static var remembers: Bool { get }
}

/// The appliance's own rules.
public struct MonitorBox: AlarmBox, Sendable {
  private let settings: MonitorSettings
  private var monitor: Monitor

  /// - Parameter settings: the rules in force.
  public init(settings: MonitorSettings) {
    self.settings = settings
    monitor = Monitor(settings: settings)
  }

  /// Hands an event to the monitor.
  public mutating func handle(_ event: Event, at instant: Instant, into actions: inout [Action]) {
    monitor.handle(event, at: instant, into: &actions)
  }

  /// The monitor's own.
  public var nextDeadline: Instant? { monitor.nextDeadline }

  /// Not yet: the monitor has no way to be told its log.
  public static let remembers = false

  /// A new monitor, which knows only that it was restarted.
  public mutating func restart(at instant: Instant, into actions: inout [Action]) {
    monitor = Monitor(settings: settings)
    monitor.handle(.fault(.restarted), at: instant, into: &actions)
  }
}
