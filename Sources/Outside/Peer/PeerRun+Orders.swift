import Control
import Engine
import Glibc
import Peer
import Readings
import Settings
import Synchronization
import System

/// The thread of ``PeerRun`` that sends this box what the other one signals, and acknowledges what was answered there.
extension PeerRun {
  /// The link counts as gone at the box if it receives nothing for 10 s (`PeerLease`).
  private static let again = Duration.seconds(2)
  /// However often the other box changes its signals, this one gets no more orders: its own alarms go first.
  private static let shortest = Duration.milliseconds(100)

  func orderBox() {
    var client: ControlClient?, done: PeerState.Order?, doneAt = Instant.start, fault: String?
    var acknowledgedAt: [String: Instant] = [:]
    while true {
      let now = clock.now
      let (order, answered) = state.withLock { ($0.order(at: now), $0.answered(at: now)) }
      if let order, order != done || doneAt.duration(to: now) >= Self.again {
        do throws(LapwingError) {
          if client == nil { client = try ControlClient(path: control) }
          guard var connection = client else { continue }
          var request = ControlRequest(.peer)
          request.elsewhere = ElsewhereReport(order.elsewhere)
          _ = try connection.order(request)
          (client, done, doneAt) = (connection, order, clock.now)
          state.withLock { $0.noteDone(order, at: clock.now) }
          fault = nil
        } catch {
          (client, done) = (nil, nil)
          if fault != error.message { log.say("\(settings.name): this box cannot be reached: \(error.message)") }
          fault = error.message
        }
      }
      acknowledgedAt = acknowledgedAt.filter { answered.contains($0.key) }
      for condition in answered where acknowledgedAt[condition].map({ $0.duration(to: now) >= Self.again }) ?? true {
        acknowledgedAt[condition] = now
        acknowledge(condition)
      }
      // A box that does not answer gets its next order after a second.
      let pause = fault == nil ? Self.shortest : .seconds(1)
      usleep(UInt32(clamping: pause.wholeNanoseconds / 1000))
      _ = orderBell.wait(Self.again)
    }
  }

  private func acknowledge(_ condition: String) {
    do throws(LapwingError) {
      var client = try ControlClient(path: control)
      _ = try client.order(ControlRequest(.ack, name: condition))
      log.say("\(condition) is acknowledged at \(settings.name)", isFine: true)
    } catch {
      log.say("\(condition) is acknowledged at \(settings.name), but not here: \(error.message)")
    }
  }
}
