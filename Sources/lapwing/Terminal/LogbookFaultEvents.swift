import Engine
import Logbook
import Readings
import Status

/// Makes an event when the fault of the logbook begins, changes or ends.
///
/// The fault is no output of the critical loop: the logbook's own thread sets it in ``LogbookHealth``. Every view that
/// shows events as lines therefore compares it after each batch.
struct LogbookFaultEvents {
  private let health: LogbookHealth
  private var reported: LogbookError?
  /// The time of the latest output, which is also the time of the event.
  private var instant = Instant.start

  init(health: LogbookHealth) { self.health = health }

  /// The event, if the fault has changed since the last call.
  mutating func event(after batch: [TimedOutput]) -> BoxEvent? {
    instant = batch.last.map { max(instant, $0.instant) } ?? instant
    let fault = health.fault
    guard fault != reported else { return nil }
    reported = fault
    let report = LogbookReport(fault.map { LogbookReport.Fault(code: $0.code, message: $0.message) })
    return BoxEvent(.logbook(report), at: instant)
  }
}
