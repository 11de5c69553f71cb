import Readings

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

  /// How much of a time was in a phase.
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
