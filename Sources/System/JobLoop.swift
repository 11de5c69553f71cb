import Readings

/// The loop of a job of the command line: it sleeps until a descriptor has something, a deadline is due, the job's time is
/// over or a signal asks for the end. Signals are blocked from when it is made, so make it before any thread.
package final class JobLoop {
  /// What a turn of a job comes to.
  package enum Turn {
    /// There is more to do at once.
    case again
    /// Nothing is due before; `nil`: nothing is due at all.
    case wait(until: Instant?)
    /// The job is done.
    case done
  }

  /// Why a job is over.
  package enum Ending { case done, timeOver, signal }

  package let clock = MonotonicClock()
  package let sleeper: Sleeper
  private let signals: SignalQueue

  /// - Parameter descriptors: wake it.
  package init(watching descriptors: [Int32] = []) throws(LapwingError) {
    signals = try SignalQueue()
    sleeper = try Sleeper()
    try sleeper.add(signals.descriptor.number)
    for descriptor in descriptors { try sleeper.add(descriptor) }
  }

  /// Runs a job to its end.
  /// - Parameters:
  ///   - end: when its time is over; `nil` for never.
  ///   - turn: takes what has come and does what is due.
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

  /// The rest may take long: a signal ends the process from here on.
  package func letSignalsEnd() {
    signals.restoreDefaults()
    signals.endInAnyCase()
  }
}
