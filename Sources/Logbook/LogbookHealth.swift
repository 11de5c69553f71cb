import Synchronization

/// What is wrong with the logbook, for the views that show it.
package final class LogbookHealth: Sendable {
  private struct State {
    var fault: LogbookError?
    var lostReadings = 0
    var hasGap = false
    var notice: String?
  }

  private let state = Mutex(State())

  /// Nothing is wrong.
  package init() {}

  /// What is wrong now, or `nil`.
  package var fault: LogbookError? {
    get { state.withLock { $0.fault } }
    set { state.withLock { $0.fault = newValue } }
  }

  /// What happened to a logbook that was damaged or lost in this run; `nil` where neither was.
  package var notice: String? {
    get { state.withLock { $0.notice } }
    set { state.withLock { $0.notice = newValue } }
  }

  /// How many readings found no room and are not in the logbook.
  package var lostReadings: Int {
    get { state.withLock { $0.lostReadings } }
    set { state.withLock { $0.lostReadings = newValue } }
  }

  /// Whether alarms are missing in the logbook for good.
  package var hasGap: Bool {
    get { state.withLock { $0.hasGap } }
    set { state.withLock { $0.hasGap = newValue } }
  }
}
