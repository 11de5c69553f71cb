import Engine
import System

/// The loop's end of the ring of one consumer. If the ring is full, records that must not be dropped wait here in
/// order.
struct Outbox {
  /// The records that a consumer gets.
  enum Interest {
    case all
    /// All except the momentary states of lamps and sounder.
    case decisions
    /// The lists of adopted sensors.
    case adoptions
    /// The alarms, and the sensors at their places.
    case alarms
    /// What is wanted of the network.
    case network
  }

  private let ring: BoundedRing<TimedOutput>
  private let interest: Interest
  private var waiting: [TimedOutput] = []
  private var hasNews = false
  private var hasTakenAny = false

  /// Hours of alarms. A consumer that is further behind has stopped for good and loses records. The logbook detects
  /// this by the gap in the sequence numbers of alarms.
  private static let longestWait = 20_000

  init(_ ring: BoundedRing<TimedOutput>, interest: Interest = .all) {
    self.ring = ring
    self.interest = interest
  }

  /// Whether more than half of the capacity is in use.
  var isHalfFull: Bool { ring.isHalfFull || !waiting.isEmpty }

  /// Passes on a record, or keeps it until there is room. A reading without room is dropped, and the ring counts it.
  mutating func take(_ outward: TimedOutput) {
    switch interest {
    case .all: break
    case .decisions: if outward.record.isMomentary { return }
    case .adoptions: if !outward.record.isForKeeping { return }
    case .network: if !outward.record.isAboutNetwork { return }
    // The first record of all gives the time of the start.
    case .alarms: if !outward.record.isAboutAlarms, hasTakenAny { return }
    }
    hasNews = true
    hasTakenAny = true
    guard outward.record.isUrgent else {
      if waiting.isEmpty { _ = ring.push(outward, isUrgent: false) }
      return
    }
    if waiting.isEmpty, ring.push(outward) { return }
    if waiting.count < Self.longestWait { waiting.append(outward) }
  }

  /// Passes on waiting records as far as there is room, and wakes the consumer if there is anything new.
  mutating func flush() {
    var passed = 0
    while passed < waiting.count, ring.push(waiting[passed]) { passed += 1 }
    waiting.removeFirst(passed)
    guard hasNews || passed > 0 else { return }
    hasNews = false
    ring.bell.ring()
  }

  /// Whether records wait for room.
  var isBehind: Bool { !waiting.isEmpty }
}
