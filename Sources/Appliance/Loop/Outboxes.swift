import Engine
import Readings
import System

/// All outputs of the critical loop: the records of the current turn, and the ends of all rings. The logbook comes
/// first.
struct Outboxes {
  private var boxes: [Outbox]
  /// Records that were not passed on yet. Passing them on takes as long as everything else from an advertisement to its
  /// lamp.
  var undelivered: [TimedOutput] = []

  /// - Parameters:
  ///   - list: the ring of the thread that stores the adoption list.
  ///   - snapshots: the ring of the thread that stores the open alarms.
  ///   - network: the ring of the thread that asks the system for another network.
  init(
    logbook: BoundedRing<TimedOutput>, others: [BoundedRing<TimedOutput>], list: BoundedRing<TimedOutput>?,
    snapshots: BoundedRing<TimedOutput>?, network: BoundedRing<TimedOutput>? = nil
  ) {
    boxes = [Outbox(logbook, interest: .decisions)] + others.map { Outbox($0) }
    if let list { boxes.append(Outbox(list, interest: .adoptions)) }
    if let snapshots { boxes.append(Outbox(snapshots, interest: .alarms)) }
    if let network { boxes.append(Outbox(network, interest: .network)) }
    undelivered.reserveCapacity(256)
  }

  mutating func append(_ record: LoopOutput, at instant: Instant) {
    undelivered.append(TimedOutput(instant: instant, record: record))
  }

  mutating func deliver() {
    guard !undelivered.isEmpty else { return }
    for index in boxes.indices { for output in undelivered { boxes[index].append(output) } }
    undelivered.removeAll(keepingCapacity: true)
  }

  /// Wakes the consumers that have new records.
  mutating func ring() { for index in boxes.indices { boxes[index].flush() } }

  var isBehind: Bool { boxes.contains(where: \.isBehind) }

  var hasRoom: Bool { !boxes.contains(where: \.isHalfFull) }
}

/// The loop's end of the ring of one consumer. If the ring is full, records that must not be dropped wait here in
/// order.
struct Outbox {
  enum Interest {
    case all
    /// All except the momentary states of lamps and sounder.
    case decisions
    case adoptions
    case alarms
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

  var isHalfFull: Bool { ring.isHalfFull || !waiting.isEmpty }

  /// Passes on a record, or keeps it until there is room. A reading without room is dropped, and the ring counts it.
  mutating func append(_ outward: TimedOutput) {
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

  var isBehind: Bool { !waiting.isEmpty }
}
