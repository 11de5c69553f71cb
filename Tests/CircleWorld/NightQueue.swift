import Circle

/// What comes next in a night: the earliest first, and in the order in which it was added.
struct NightQueue<Event> {
  private struct Entry {
    let time: Double
    let order: Int
    let event: Event

    func isBefore(_ other: Entry) -> Bool { time < other.time || time == other.time && order < other.order }
  }

  private var heap: [Entry] = []
  private var order = 0

  var first: Double? { heap.first?.time }

  mutating func add(_ time: Double, _ event: Event) {
    order += 1
    heap.append(Entry(time: time, order: order, event: event))
    var at = heap.count - 1
    while at > 0, heap[at].isBefore(heap[(at - 1) / 2]) {
      heap.swapAt(at, (at - 1) / 2)
      at = (at - 1) / 2
    }
  }

  mutating func next() -> (time: Double, event: Event)? {
    guard let top = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return (top.time, top.event) }
    heap[0] = last
    var at = 0
    while true {
      var least = at
      for child in [2 * at + 1, 2 * at + 2] where child < heap.count && heap[child].isBefore(heap[least]) {
        least = child
      }
      if least == at { return (top.time, top.event) }
      heap.swapAt(at, least)
      at = least
    }
  }
}
