import Engine
import System

/// The loop's end of one consumer's ring. What must not be dropped waits here when the ring is full, in its order.
struct Outbox {
  /// What a consumer wants to be told.
  enum Interest {
    case all
    /// All but what the lamps and the sounder do from moment to moment.
    case decisions
    /// Which sensors are one's own.
    case adoptions
    /// The alarms, and at which sensors they are.
    case alarms
  }

  private let ring: BoundedRing<TimedOutput>
  private let interest: Interest
  private var waiting: [TimedOutput] = []
  private var hasNews = false
  private var hasToldAny = false

  /// Hours of alarms. A consumer that is further behind has stopped for good, and loses what comes; the logbook notices
  /// by the gap in the alarms' numbers.
  private static let longestWait = 20_000

  init(_ ring: BoundedRing<TimedOutput>, interest: Interest = .all) {
    self.ring = ring
    self.interest = interest
  }

  /// Whether more than half of the room is taken.
  var isHalfFull: Bool { ring.isHalfFull || !waiting.isEmpty }

  /// Tells a record, or keeps it until there is room. A reading that finds no room is dropped and counted by the ring.
  mutating func tell(_ outward: TimedOutput) {
    switch interest {
    case .all: break
    case .decisions: if outward.record.isMomentary { return }
    case .adoptions: if !outward.record.isForKeeping { return }
    // The first of all tells when the run began.
    case .alarms: if !outward.record.isAboutAlarms, hasToldAny { return }
    }
    hasNews = true
    hasToldAny = true
    guard outward.record.isUrgent else {
      if waiting.isEmpty { _ = ring.push(outward, isUrgent: false) }
      return
    }
    if waiting.isEmpty, ring.push(outward) { return }
    if waiting.count < Self.longestWait { waiting.append(outward) }
  }

  /// Passes on what waits, as far as there is room, and wakes the consumer if there is anything new.
  mutating func flush() {
    var passed = 0
    while passed < waiting.count, ring.push(waiting[passed]) { passed += 1 }
    waiting.removeFirst(passed)
    guard hasNews || passed > 0 else { return }
    hasNews = false
    ring.bell.ring()
  }

  /// Whether anything still waits for room.
  var isBehind: Bool { !waiting.isEmpty }
}
