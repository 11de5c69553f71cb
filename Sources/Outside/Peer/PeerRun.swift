import Control
import Engine
import Foundation
import Glibc
import Peer
import Readings
import Settings
import Synchronization
import System
import Words

/// The pair of boxes in this process: four threads around a ``PeerState``. One speaks with the other box and waits for nothing
/// else; the others follow this box, ask whether it lives, and give it orders. They exist only if the configuration names another
/// box.
final class PeerRun: Sendable {
  let settings: PeerSettings
  let control: String
  let clock = MonotonicClock()
  let state: Mutex<PeerState>
  let log: OutsideLog
  let queue: OutsideQueue
  /// Wakes the thread that gives orders.
  let orderBell: EventFlag
  private let socket: PeerSocket
  private let bell: EventFlag
  private let isEnding = Atomic(false)

  /// How many datagrams are read before it is looked whether something must be sent.
  private static let mostAtOnce = 64

  /// - Returns: `nil` if the configuration names no other box.
  /// - Throws: why there is no key, or no socket.
  init?(_ configuration: Configuration, queue: OutsideQueue, log: OutsideLog) throws(LapwingError) {
    guard let settings = configuration.peer else { return nil }
    self.settings = settings
    (control, self.log, self.queue) = (configuration.controlSocket, log, queue)
    let key = try PeerKeyFile(path: settings.keyFile).read()
    state = Mutex(
      PeerState(
        key: key, boot: UInt64.random(in: 1...UInt64.max), number: UInt32.random(in: 1...(UInt32.max / 2)),
        follows: settings.isFollowed, at: clock.now))
    socket = try PeerSocket(port: settings.port)
    bell = try EventFlag()
    orderBell = try EventFlag()
  }

  func start() {
    Thread.start(named: "peer") { self.exchange() }
    Thread.start(named: "peer box") { self.followBox() }
    Thread.start(named: "peer health") { self.askBox() }
    Thread.start(named: "peer orders") { self.orderBox() }
  }

  var whyLost: LinkLossWords? {
    state.withLock { $0.link.loss(at: clock.now) }.map { LinkLossWords($0, of: settings.name) }
  }

  /// Changes what is known of this box, and wakes the thread that passes it on.
  func change(_ body: (inout PeerState) -> Void) {
    state.withLock { body(&$0) }
    bell.ring()
  }

  /// Says that this process ends on purpose.
  func sayGoodbye() {
    isEnding.store(true, ordering: .sequentiallyConsistent)
    for _ in 0..<3 {
      change { $0.setHealth(.goodbye, at: clock.now) }
      Thread.sleep(forTimeInterval: 0.06)
    }
  }

  /// A report about this box must not hide that the process ends.
  func setHealth(_ health: PeerFrame.Health) {
    guard !isEnding.load(ordering: .sequentiallyConsistent) else { return }
    change { if $0.health != health { $0.setHealth(health, at: clock.now) } }
  }

  private func exchange() {
    var known = Set([settings.address].compactMap(\.self)), heardFrom: PeerAddress?
    while true {
      if let frame = state.withLock({ $0.frame(at: clock.now) }) {
        if let heardFrom { known.insert(heardFrom) }
        let isSent = socket.send(frame, to: known)
        state.withLock { $0.setNetworkDown(!isSent) }
        // A loss is found at a frame.
        orderBell.ring()
      }
      let deadline = state.withLock { $0.link.nextDeadline }
      var requests = [socket.descriptor.number, bell.descriptor.number].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      poll(&requests, 2, Int32(clamping: max(0, clock.now.duration(to: deadline).wholeNanoseconds / 1_000_000 + 1)))
      bell.clear()
      var isNews = false
      for _ in 0..<Self.mostAtOnce {
        guard let (bytes, from) = socket.receive() else { break }
        let refusal = state.withLock { $0.receive(bytes, at: clock.now) }
        guard refusal == nil else { continue }
        isNews = true
        // The address may change, as with a new lease of DHCP; one that was configured stays.
        if from != heardFrom, from != settings.address {
          if let heardFrom { known.remove(heardFrom) }
          heardFrom = from
        }
      }
      if isNews { orderBell.ring() }
    }
  }
}

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
          _ = try connection.order(.peer(ElsewhereReport(order.elsewhere)))
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
      _ = try client.order(.acknowledge(condition))
      log.say("\(condition) is acknowledged at \(settings.name)", isFine: true)
    } catch {
      log.say("\(condition) is acknowledged at \(settings.name), but not here: \(error.message)")
    }
  }
}
