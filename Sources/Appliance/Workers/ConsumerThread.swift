import Engine
import Foundation
import Readings
import System

/// A consumer of the critical loop's outputs, such as the logbook or a screen. It may be slow, and it may stop for
/// ever.
package protocol OutputConsumer: AnyObject {
  /// Receives records, oldest first. The batch is empty if only time has passed.
  func receive(_ batch: [TimedOutput])
  /// Ends: no records follow.
  func finish()
}

/// A thread that passes the loop's outputs to one consumer, through a ring of its own. A consumer that stops delays
/// neither the loop nor the other consumers.
package final class ConsumerThread: Sendable {
  let ring: BoundedRing<TimedOutput>
  private let ended: EventFlag
  private let interval: Duration?
  private let make: @Sendable (BoundedRing<TimedOutput>) -> any OutputConsumer
  private static let longestBatch = 256

  /// - Parameters:
  ///   - capacity: the number of records that may wait.
  ///   - interval: how often the consumer is called even if nothing happens.
  ///   - make: makes the consumer, on the new thread.
  package init(
    capacity: Int, interval: Duration? = nil, make: @escaping @Sendable (BoundedRing<TimedOutput>) -> any OutputConsumer
  ) throws(LapwingError) {
    // A quarter is reserved for records that must not be dropped.
    ring = try BoundedRing(capacity: capacity, reserved: capacity / 4)
    ended = try EventFlag()
    self.interval = interval
    self.make = make
  }

  func start(name: String) {
    Thread.start(named: name) { [self] in serve() }
  }

  /// Waits for the end of the thread, after ``LoopOutput/finished`` was sent.
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
            consumer.receive(batch)
            consumer.finish()
            ended.ring()
            return
          }
          batch.append(outward)
        }
        consumer.receive(batch)
      } while batch.count == Self.longestBatch
    }
  }
}
