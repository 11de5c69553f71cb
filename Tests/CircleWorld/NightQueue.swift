import Circle

/// What comes next in a night: the earliest first, and in the order in which it was added.
struct NightQueue<Event> {
  private struct Entry {
    let time: Double
    /// The place of its event, and the order in which it was added.
    let place: Int

    func isBefore(_ other: Entry) -> Bool { time < other.time || time == other.time && place < other.place }
  }

  private var heap: [Entry] = []
  private var events: [Event] = []

  var first: Double? { heap.first?.time }

  mutating func add(_ time: Double, _ event: Event) {
    heap.append(Entry(time: time, place: events.count))
    events.append(event)
    var at = heap.count - 1
    while at > 0, heap[at].isBefore(heap[(at - 1) / 2]) {
      heap.swapAt(at, (at - 1) / 2)
      at = (at - 1) / 2
    }
  }

  mutating func next() -> (time: Double, event: Event)? {
    guard let top = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return (top.time, events[top.place]) }
    heap[0] = last
    var at = 0
    while true {
      var least = at
      for child in [2 * at + 1, 2 * at + 2] where child < heap.count && heap[child].isBefore(heap[least]) {
        least = child
      }
      if least == at { return (top.time, events[top.place]) }
      heap.swapAt(at, least)
      at = least
    }
  }
}
