import Readings
import Synchronization

/// A queue of fixed size between the critical loop and the other threads. No call waits: a full ring refuses the
/// element.
///
/// It allows any number of producers and consumers (after D. Vyukov's bounded MPMC queue: the turn number of a slot says
/// which thread may use it). Part of the capacity is reserved for elements that must not be lost.
///
/// `@unchecked`: the slots are raw memory, and only the thread whose turn it is touches a slot.
package final class BoundedRing<Element: Sendable>: @unchecked Sendable {
  private let capacity: Int
  private let reserved: Int
  private let slots: UnsafeMutablePointer<Element>
  private let turns: UnsafeMutablePointer<Atomic<Int>>
  private let head = Atomic<Int>(0)
  private let tail = Atomic<Int>(0)
  private let refusals = Atomic<Int>(0)

  /// Readable from the moment the consumer is called until it clears the flag.
  package let bell: EventFlag

  /// - Parameters:
  ///   - capacity: the number of elements that fit; rounded up to a power of two.
  ///   - reserved: how many of these places are kept for urgent elements.
  package init(capacity: Int, reserved: Int = 0) throws(LapwingError) {
    var size = 2
    while size < capacity { size *= 2 }
    self.capacity = size
    self.reserved = min(max(reserved, 0), size - 1)
    bell = try EventFlag()
    slots = .allocate(capacity: size)
    turns = .allocate(capacity: size)
    // Touch every page now, so that no page fault delays the first alarm.
    UnsafeMutableRawPointer(slots).initializeMemory(
      as: UInt8.self, repeating: 0, count: size * MemoryLayout<Element>.stride)
    for index in 0..<size { (turns + index).initialize(to: Atomic(index)) }
  }

  deinit {
    while pop() != nil {}
    turns.deinitialize(count: capacity)
    turns.deallocate()
    slots.deallocate()
  }

  /// The number of elements in the ring. Exact only while no other thread uses it.
  package var count: Int { max(0, head.load(ordering: .relaxed) - tail.load(ordering: .relaxed)) }

  package var isHalfFull: Bool { count > capacity / 2 }

  package var refused: Int { refusals.load(ordering: .relaxed) }

  /// Adds an element. Returns `false` and counts a refusal if there is no room.
  package func push(_ element: Element, isUrgent: Bool = true) -> Bool {
    if !isUrgent, count >= capacity - reserved {
      refusals.wrappingAdd(1, ordering: .relaxed)
      return false
    }
    var position = head.load(ordering: .relaxed)
    while true {
      let index = position & (capacity - 1)
      let turn = turns[index].load(ordering: .acquiring)
      if turn == position {
        let (exchanged, original) = head.weakCompareExchange(
          expected: position, desired: position + 1, ordering: .relaxed)
        if exchanged {
          (slots + index).initialize(to: element)
          turns[index].store(position + 1, ordering: .releasing)
          return true
        }
        position = original
      } else if turn < position {
        refusals.wrappingAdd(1, ordering: .relaxed)
        return false
      } else {
        position = head.load(ordering: .relaxed)
      }
    }
  }

  package func pop() -> Element? {
    var position = tail.load(ordering: .relaxed)
    while true {
      let index = position & (capacity - 1)
      let turn = turns[index].load(ordering: .acquiring)
      if turn == position + 1 {
        let (exchanged, original) = tail.weakCompareExchange(
          expected: position, desired: position + 1, ordering: .relaxed)
        if exchanged {
          let element = (slots + index).move()
          turns[index].store(position + capacity, ordering: .releasing)
          return element
        }
        position = original
      } else if turn < position + 1 {
        return nil
      } else {
        position = tail.load(ordering: .relaxed)
      }
    }
  }
}
