import Readings

/// The loop of a command that runs for some time, such as a scan. It sleeps until a descriptor is readable, a deadline
/// is due, the time of the job is over or a signal asks the process to end. The initialiser blocks signals, so create
/// it before any other thread.
package final class JobLoop {
  package enum Turn {
    case again
    /// Nothing is due before this time; `nil` means that no deadline is set.
    case wait(until: Instant?)
    case done
  }

  package enum Ending { case done, timeOver, signal }

  package let clock = MonotonicClock()
  package let sleeper: Sleeper
  private let signals: SignalQueue

  package init() throws(LapwingError) {
    signals = try SignalQueue()
    sleeper = try Sleeper()
    try sleeper.add(signals.descriptor.number)
  }

  /// Runs the job until it is done, its time is over or a signal arrives.
  /// - Parameters:
  ///   - end: when the time of the job is over; `nil` for never.
  ///   - turn: handles what has arrived and what is due. It gets the current time.
  package func run<Failure: Error>(
    until end: Instant? = nil, _ turn: (Instant) throws(Failure) -> Turn
  ) throws(Failure) -> Ending {
    while end.map({ clock.now < $0 }) ?? true {
      guard signals.next() == nil else { return .signal }
      switch try turn(clock.now) {
      case .done: return .done
      case .again: sleeper.sleep(for: .zero)
      case .wait(let due):
        let next = [due, end].compactMap(\.self).min()
        sleeper.sleep(for: next.map { max(.zero, clock.now.duration(to: $0)) })
      }
    }
    return .timeOver
  }

  /// Lets a signal end the process from here on, because the rest may take long.
  package func letSignalsEnd() {
    signals.restoreDefaults()
    signals.endInAnyCase()
  }
}
