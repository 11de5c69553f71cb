import NIOPosix
import Readings
import Settings

/// The channels of a configuration at the start. One that cannot be used stops no other.
extension OutsideRun {
  func workers(_ plans: [OutsideChannel], _ queue: OutsideQueue) -> [ChannelWorker] {
    plans.filter { $0.kind != .ping }.map { plan in
      ChannelWorker(
        channel: plan.name, sender: sender(plan, queue), queue: queue, bell: Bell(), log: log, retries: retries)
    }
  }

  private func sender(_ plan: OutsideChannel, _ queue: OutsideQueue) -> any Sender {
    let senders = Senders(queue: queue), group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    do throws(LapwingError) {
      let sender = try senders.sender(for: plan, on: group)
      try? queue.keep(fault: nil, of: plan.name)
      return sender
    } catch {
      log.say("\(error.message); until that is mended, nothing is sent by \(plan.name)")
      try? queue.keep(fault: error.message, of: plan.name)
      return UnusableChannel {
        log.say("\(plan.name) can be used again", isFine: true)
        try? queue.keep(fault: nil, of: plan.name)
      } make: { () throws(LapwingError) in
        try senders.sender(for: plan, on: group)
      }
    }
  }

  func pings(_ plans: [OutsideChannel], _ queue: OutsideQueue) -> [(name: String, ping: DeadMansPing)] {
    plans.filter { $0.kind == .ping }.compactMap { plan in
      do throws(LapwingError) {
        return (plan.name, try Senders(queue: queue).ping(for: plan))
      } catch {
        log.say("\(error.message); until that is mended and this process is started again, \(plan.name) is silent")
        try? queue.keep(PingNote(at: Clock.now, fault: error.message), of: plan.name)
        return nil
      }
    }
  }
}
