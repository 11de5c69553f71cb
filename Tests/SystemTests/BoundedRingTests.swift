import Foundation
import Synchronization
import System
import Testing

@Suite struct `A bounded ring` {
  @Test func `gives out in the order in which it took in`() throws {
    let ring = try BoundedRing<Int>(capacity: 8)
    for round in 0..<100 {
      for number in 0..<5 { #expect(ring.push(round * 5 + number)) }
      for number in 0..<5 { #expect(ring.pop() == round * 5 + number) }
    }
    #expect(ring.pop() == nil)
  }

  @Test func `refuses what is not urgent before it is full, and counts it`() throws {
    let ring = try BoundedRing<Int>(capacity: 8, reserved: 2)
    let taken = (0..<10).filter { ring.push($0, isUrgent: false) }
    #expect(taken == [0, 1, 2, 3, 4, 5])
    #expect(ring.refused == 4)
    #expect(ring.push(100))
    #expect(ring.push(101))
    #expect(!ring.push(102), "the reserved room is used up")
    #expect(ring.refused == 5)
  }

  @Test func `never waits and loses nothing that it took, with many producers at once`() throws {
    let ring = try BoundedRing<Int>(capacity: 64)
    let producers = 4, each = 20_000
    let finished = Atomic(0)
    let threads = (0..<producers).map { producer in
      Thread {
        for number in 0..<each {
          while !ring.push(producer * each + number) { sched_yield() }
        }
        finished.wrappingAdd(1, ordering: .releasing)
      }
    }
    threads.forEach { $0.start() }
    var latest = Array(repeating: -1, count: producers)
    var count = 0
    while count < producers * each {
      guard let number = ring.pop() else {
        sched_yield()
        continue
      }
      count += 1
      #expect(number % each == latest[number / each] + 1, "each producer's own order is kept")
      latest[number / each] = number % each
    }
    #expect(ring.pop() == nil)
  }

  @Test func `wakes the thread that waits`() throws {
    let ring = try BoundedRing<Int>(capacity: 8)
    let thread = Thread {
      _ = ring.push(1)
      ring.bell.ring()
    }
    thread.start()
    #expect(ring.bell.wait(.seconds(60)))
    #expect(ring.pop() == 1)
  }

  @Test func `lets go of what is still in it`() throws {
    final class Token: Sendable {}
    weak var weakToken: Token?
    do {
      let token = Token()
      weakToken = token
      let ring = try BoundedRing<Token>(capacity: 4)
      _ = ring.push(token)
    }
    #expect(weakToken == nil)
  }
}
