import Readings

/// How long the CO2 of one sensor was above what is expected in each phase of flight.
///
/// A phase that the box finds is dated back when it is sure. So values are counted late: they are kept as times in which the
/// CO2 crossed the end of no expected range, of which a flight has few. The memory is fixed.
package struct TimeAboveExpected: Sendable {
  /// A time in which the CO2 was always above the same ranges.
  private struct Hold {
    var from: Instant
    var to: Instant
    let ppm: Double
  }

  /// A CO2 that swings about the end of a range every minute fills this in two hours, the longest time by which a phase is
  /// dated back (``PhaseWindow``, 128 steps of a minute or more).
  private static let capacity = 128
  private var recent: [Hold] = []
  /// What was counted, by the position of the phase, ns.
  private var counted = InlineArray<10, Int64>(repeating: 0)

  package init() { recent.reserveCapacity(Self.capacity) }

  /// A value has held for some time. Times must not go back.
  package mutating func hold(_ ppm: Double, from start: Instant, to end: Instant, in history: PhaseHistory) {
    guard start < end else { return }
    if let last = recent.indices.last, recent[last].to == start, Self.isAlike(recent[last].ppm, ppm) {
      recent[last].to = end
      return
    }
    if recent.count >= Self.capacity { count(recent.removeFirst(), in: history) }
    recent.append(Hold(from: start, to: end, ppm: ppm))
  }

  package mutating func settle(before cut: Instant, in history: PhaseHistory) {
    while let first = recent.first, first.from < cut {
      var old = first
      old.to = min(first.to, cut)
      count(old, in: history)
      if first.to > cut { return recent[0].from = cut }
      recent.removeFirst()
    }
  }

  package func time(in phase: Phase, by history: PhaseHistory) -> Duration {
    recent.reduce(.nanoseconds(counted[phase.position])) { $0 + Self.time($1, in: phase, by: history) }
  }

  private mutating func count(_ hold: Hold, in history: PhaseHistory) {
    for phase in Phase.all {
      counted[phase.position] += Self.time(hold, in: phase, by: history).wholeNanoseconds
    }
  }

  private static func time(_ hold: Hold, in phase: Phase, by history: PhaseHistory) -> Duration {
    guard phase.expectation?.place(of: hold.ppm) == .above else { return .zero }
    return history.overlap(of: phase, from: hold.from, to: hold.to)
  }

  /// Whether two values are above the same ranges.
  private static func isAlike(_ one: Double, _ other: Double) -> Bool {
    one == other
      || Phase.all.allSatisfy { phase in
        guard let expected = phase.expectation else { return true }
        return (expected.place(of: one) == .above) == (expected.place(of: other) == .above)
      }
  }
}

/// The latest phases of a flight, oldest first. A phase that is dated back takes the place of those after its beginning: from
/// its `since` on, the later word holds.
package struct PhaseHistory: Sendable {
  /// More than the phases of four flights, with some corrections (choice).
  static let capacity = 64

  private(set) var changes: [PhaseChange] = []

  package init() { changes.reserveCapacity(Self.capacity) }

  package mutating func note(_ change: PhaseChange) {
    while let last = changes.last, last.since >= change.since { changes.removeLast() }
    changes.append(change)
  }

  /// Until when the first phase must be counted, since it is forgotten to make room; `nil` while there is room.
  package var fullUntil: Instant? { changes.count < Self.capacity ? nil : changes[1].since }

  package mutating func forgetFirst() { if !changes.isEmpty { changes.removeFirst() } }

  func overlap(of phase: Phase, from start: Instant, to end: Instant) -> Duration {
    var sum = Duration.zero
    for (place, change) in changes.enumerated() where change.phase == phase {
      let next = place + 1 < changes.count ? changes[place + 1].since : end
      let from = max(change.since, start), to = min(next, end)
      if from < to { sum += from.duration(to: to) }
    }
    return sum
  }
}
