import Readings

/// Turns the monotonic time of a run into the circle's own time, which goes on over restarts (rule 1).
package struct CircleClock: Sendable {
  private let shift: Duration

  /// - Parameters:
  ///   - saved: where the saved state ended (`CircleState.now`), or `Instant.start`.
  ///   - off: how long nothing ran, if that is known; what was left then goes on with what is left.
  ///   - run: the time of the run at which the circle goes on.
  package init(resuming saved: Instant, off: Duration = .zero, at run: Instant) {
    shift = run.duration(to: saved.advanced(by: max(.zero, off)))
  }

  package func time(_ run: Instant) -> Instant { run.advanced(by: shift) }

  /// The time of the run, for ``CareCircle/nextDue``.
  package func run(_ time: Instant) -> Instant { time == .never ? .never : time.advanced(by: .zero - shift) }
}
