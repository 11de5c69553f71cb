import Readings
import Synchronization

/// A queue of fixed size between the critical loop and the other threads. Nobody ever waits in it: a full ring refuses.
///
/// Any number of producers, one consumer or more (after D. Vyukov's bounded MPMC queue: a slot's turn number says
/// whose it is). Part of the room is reserved for what must not be lost.
///
/// `@unchecked`: the slots are raw memory, and a slot is touched only by the one thread whose turn it is.
package final class BoundedRing<Element: Sendable>: @unchecked Sendable {
  private let capacity: Int
  private let reserved: Int
  private let slots: UnsafeMutablePointer<Element>
  private let turns: UnsafeMutablePointer<Atomic<Int>>
  private let head = Atomic<Int>(0)
  private let tail = Atomic<Int>(0)
  private let refusals = Atomic<Int>(0)

  /// Readable while the consumer has been called and has not come yet.
  package let bell: EventFlag

  /// - Parameters:
  ///   - capacity: how many elements fit; rounded up to a power of two.
  ///   - reserved: how many of them only urgent elements may take.
  package init(capacity: Int, reserved: Int = 0) throws(LapwingError) {
    var size = 2
    while size < capacity { size *= 2 }
    self.capacity = size
    self.reserved = min(max(reserved, 0), size - 1)
    bell = try EventFlag()
    slots = .allocate(capacity: size)
    turns = .allocate(capacity: size)
    // Every page of it is touched now, and none for the first time when an alarm is told.
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

  /// How many elements wait. Exact only while nobody else is at work.
  package var count: Int { max(0, head.load(ordering: .relaxed) - tail.load(ordering: .relaxed)) }

  /// Whether more than half of the room is taken.
  package var isHalfFull: Bool { count > capacity / 2 }

  /// How many elements have been refused so far.
  package var refused: Int { refusals.load(ordering: .relaxed) }

  /// Adds an element. `false`, and it is counted as refused, where there is no room for it.
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

  /// Takes the oldest element, or `nil` where there is none.
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
