import Readings

/// Determines whether the box knows the date, and what it is. A Pi without a battery for its clock starts with the time
/// of its last shutdown, which looks like a date and is wrong: only the source of the clock shows whether it is right.
struct DateWatch: Sendable {
  /// In milliseconds. Smaller differences are within the error of reading two clocks.
  static let smallestStep: Int64 = 2_000

  enum News: Equatable, Sendable {
    /// The date is known now. All times that this run has logged since the last change are too low by this many
    /// milliseconds.
    case learned(shift: Int64)
    /// A correct clock was set. Times continue from there, and earlier ones stay.
    case stepped(by: Int64)
  }

  /// The date at the start of the loop's clock in milliseconds since 1970, as far as it is known.
  private(set) var start: Int64
  private(set) var source: DateEvidence.Source
  /// The stamp of timesyncd's file when the clock was last set. What it reports is older than that.
  private var outdated: Int64?

  var isSet: Bool { source > .none }

  /// - Parameter start: the system's date when the loop's clock started, in milliseconds since 1970.
  init(start: Int64, evidence: DateEvidence = .synchronised) {
    self.start = start
    source = start < DateEvidence.earliest ? .none : evidence.source(at: start, outdated: nil)
  }

  /// Trusts the date, because the previous run knew it and nothing has changed the clock since.
  mutating func trust() { if start >= DateEvidence.earliest { source = max(source, .hand) } }

  /// Compares the system's date with the loop's clock, which cannot be set.
  /// - Parameters:
  ///   - date: the system's date in milliseconds since 1970.
  ///   - instant: the time of the loop's clock.
  /// - Returns: the change, which is nearly always `nil`.
  mutating func look(at date: Int64, _ instant: Instant, _ evidence: DateEvidence = .synchronised) -> News? {
    guard date >= DateEvidence.earliest else { return nil }
    let trueStart = date - Instant.start.duration(to: instant).wholeNanoseconds / 1_000_000
    let step = trueStart - start
    let former = source
    guard abs(step) >= Self.smallestStep else {
      source = max(former, evidence.source(at: date, outdated: outdated))
      return former == .none && isSet ? .learned(shift: 0) : nil
    }
    // After the clock was set, earlier synchronisation does not count until it is reported again.
    if former == .network { outdated = evidence.timesyncd }
    start = trueStart
    source = max(.hand, evidence.source(at: date, outdated: outdated))
    return former == .network ? .stepped(by: step) : .learned(shift: step)
  }
}
