import Engine
import Foundation
import Readings
import System

/// Somebody on the far side of the critical loop: the logbook, a screen. It may be slow, and it may stop for ever.
package protocol OutputConsumer: AnyObject {
  /// Takes what has happened, oldest first; nothing where only time has passed.
  func take(_ batch: [TimedOutput])
  /// Nothing more comes.
  func finish()
}

/// A thread that brings one consumer what the loop tells, through a ring of its own: a consumer that stands still
/// delays neither the loop nor the others.
package final class ConsumerThread: Sendable {
  /// What waits for the consumer.
  let ring: BoundedRing<TimedOutput>
  private let ended: EventFlag
  private let interval: Duration?
  private let make: @Sendable (BoundedRing<TimedOutput>) -> any OutputConsumer
  private static let longestBatch = 256

  /// - Parameters:
  ///   - capacity: how many records may wait.
  ///   - interval: how often the consumer is called even if nothing happens.
  ///   - make: makes the consumer of the ring, on its own thread.
  package init(
    capacity: Int, interval: Duration? = nil, make: @escaping @Sendable (BoundedRing<TimedOutput>) -> any OutputConsumer
  ) throws(LapwingError) {
    // A quarter is kept free for what must not be dropped.
    ring = try BoundedRing(capacity: capacity, reserved: capacity / 4)
    ended = try EventFlag()
    self.interval = interval
    self.make = make
  }

  /// Starts the thread.
  func start(name: String) {
    let thread = Thread { [self] in serve() }
    thread.name = name
    thread.start()
  }

  /// Waits for the thread to end, after ``LoopOutput/finished`` has been told.
  /// - Returns: whether it ended within the time.
  func join(within timeout: Duration) -> Bool { ended.wait(timeout) }

  private func serve() {
    let consumer = make(ring)
    var batch: [TimedOutput] = []
    batch.reserveCapacity(Self.longestBatch)
    while true {
      _ = ring.bell.wait(interval)
      repeat {
        batch.removeAll(keepingCapacity: true)
        while batch.count < Self.longestBatch, let outward = ring.pop() {
          if case .finished = outward.record {
            consumer.take(batch)
            consumer.finish()
            ended.ring()
            return
          }
          batch.append(outward)
        }
        consumer.take(batch)
      } while batch.count == Self.longestBatch
    }
  }
}
