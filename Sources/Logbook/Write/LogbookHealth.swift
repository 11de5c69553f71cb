import Synchronization

/// The health of the logbook: the logbook's thread writes it, and the threads that show it may read it at any time.
/// What is done when the card is full is in `LogbookWriter.keepInMemory` (Appliance).
package final class LogbookHealth: Sendable {
  private struct State {
    var fault: LogbookError?
    var lostReadings = 0
    var hasGap = false
    var notice: String?
  }

  private let state = Mutex(State())

  package init() {}

  package var fault: LogbookError? {
    get { state.withLock { $0.fault } }
    set { state.withLock { $0.fault = newValue } }
  }

  /// What happened to a logbook that was damaged or lost in this run, as an English sentence; `nil` if nothing
  /// happened.
  package var notice: String? {
    get { state.withLock { $0.notice } }
    set { state.withLock { $0.notice = newValue } }
  }

  /// The number of readings that could not be logged.
  package var lostReadings: Int {
    get { state.withLock { $0.lostReadings } }
    set { state.withLock { $0.lostReadings = newValue } }
  }

  package var hasGap: Bool {
    get { state.withLock { $0.hasGap } }
    set { state.withLock { $0.hasGap = newValue } }
  }
}
