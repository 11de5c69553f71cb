import Engine
import Readings
import System

/// All that the critical loop tells: what has happened and nobody was told yet, and the ends of all rings. The logbook's
/// comes first.
struct Outboxes {
  private var boxes: [Outbox]
  /// What nobody has been told yet: that takes as long as all else from an advertisement to its lamp.
  var untold: [TimedOutput] = []

  /// - Parameters:
  ///   - logbook: the ring of the logbook.
  ///   - others: the rings of everybody else.
  ///   - list: the ring of the keeper of the list of one's own sensors.
  ///   - memory: the ring of the keeper of the file of open alarms.
  init(
    logbook: BoundedRing<TimedOutput>, others: [BoundedRing<TimedOutput>], list: BoundedRing<TimedOutput>?,
    memory: BoundedRing<TimedOutput>?
  ) {
    boxes = [Outbox(logbook, interest: .decisions)] + others.map { Outbox($0) }
    if let list { boxes.append(Outbox(list, interest: .adoptions)) }
    if let memory { boxes.append(Outbox(memory, interest: .alarms)) }
    untold.reserveCapacity(256)
  }

  /// Keeps something to be told.
  mutating func append(_ record: LoopOutput, at instant: Instant) {
    untold.append(TimedOutput(instant: instant, record: record))
  }

  /// Tells everybody what has happened.
  mutating func deliver() {
    guard !untold.isEmpty else { return }
    for index in boxes.indices { for output in untold { boxes[index].tell(output) } }
    untold.removeAll(keepingCapacity: true)
  }

  /// Wakes those who have been told something.
  mutating func ring() { for index in boxes.indices { boxes[index].flush() } }

  /// Whether anything waits for room.
  var isBehind: Bool { boxes.contains(where: \.isBehind) }

  /// Whether everybody keeps up.
  var hasRoom: Bool { !boxes.contains(where: \.isHalfFull) }
}
