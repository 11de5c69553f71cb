import Readings

/// Finds whether the box knows the date, and what it is. A Pi without a battery for its clock starts with the time of its
/// last shutdown, which looks like a date and is none: only what has set the clock tells that it is right.
struct DateWatch: Sendable {
  /// A smaller step is none: it is within what two readings of two clocks differ by.
  static let smallestStep: Int64 = 2_000

  /// What has become known.
  enum News: Equatable, Sendable {
    /// The date: all stamps that this run has made since the last such news lie so many milliseconds too low.
    case learned(shift: Int64)
    /// Somebody has set a clock that was right so far: stamps go on from there, and those before stay.
    case stepped(by: Int64)
  }

  /// The date at the start of the loop's clock, milliseconds since 1970, as well as it is known by now.
  private(set) var start: Int64
  private(set) var source: DateEvidence.Source
  /// The stamp of timesyncd's file when the clock was set last: what it says is of before.
  private var outdated: Int64?

  /// Whether it is known.
  var isSet: Bool { source > .none }

  /// - Parameters:
  ///   - start: what the system said was the date when the loop's clock started, milliseconds since 1970.
  ///   - evidence: what speaks for it.
  init(start: Int64, evidence: DateEvidence = .synchronised) {
    self.start = start
    source = start < DateEvidence.earliest ? .none : evidence.source(at: start, outdated: nil)
  }

  /// The run before knew the date, and nothing has touched the clock since.
  mutating func trust() { if start >= DateEvidence.earliest { source = max(source, .hand) } }

  /// Compares the system's date with the loop's clock, which nobody can set.
  /// - Parameters:
  ///   - date: what the system says is the date, milliseconds since 1970.
  ///   - instant: the time by the loop's clock.
  ///   - evidence: what speaks for that date.
  /// - Returns: what is new, which is nearly always nothing.
  mutating func look(at date: Int64, _ instant: Instant, _ evidence: DateEvidence = .synchronised) -> News? {
    guard date >= DateEvidence.earliest else { return nil }
    let trueStart = date - Instant.start.duration(to: instant).wholeNanoseconds / 1_000_000
    let step = trueStart - start
    let former = source
    guard abs(step) >= Self.smallestStep else {
      source = max(former, evidence.source(at: date, outdated: outdated))
      return former == .none && isSet ? .learned(shift: 0) : nil
    }
    // What was synchronised before somebody set the clock is so no longer, until that is said again.
    if former == .network { outdated = evidence.timesyncd }
    start = trueStart
    source = max(.hand, evidence.source(at: date, outdated: outdated))
    return former == .network ? .stepped(by: step) : .learned(shift: step)
  }
}
