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
  ///   - logbook: the ring of the logbook.
  ///   - others: the rings of the other consumers.
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

  /// Adds a record to pass on.
  mutating func append(_ record: LoopOutput, at instant: Instant) {
    undelivered.append(TimedOutput(instant: instant, record: record))
  }

  /// Passes all records to all rings.
  mutating func deliver() {
    guard !undelivered.isEmpty else { return }
    for index in boxes.indices { for output in undelivered { boxes[index].take(output) } }
    undelivered.removeAll(keepingCapacity: true)
  }

  /// Wakes the consumers that have new records.
  mutating func ring() { for index in boxes.indices { boxes[index].flush() } }

  /// Whether records wait for room.
  var isBehind: Bool { boxes.contains(where: \.isBehind) }

  /// Whether all consumers keep up.
  var hasRoom: Bool { !boxes.contains(where: \.isHalfFull) }
}
