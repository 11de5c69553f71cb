import Alarms
import Control
import Foundation
import Readings
import Settings
import System

/// `lapwing outside`: the process that tells people outside. It is fed by the control socket of the box, and the box does not know
/// that it exists.
package struct OutsideRun: Sendable {
  private let configuration: Configuration
  private let retries: Bool
  private let log = OutsideLog()

  /// - Parameter retries: `false` only in a test that must fail.
  package init(configuration: Configuration, retries: Bool = true) {
    (self.configuration, self.retries) = (configuration, retries)
  }

  /// Runs until SIGTERM or SIGINT.
  package func run() throws(LapwingError) {
    let signals = try SignalQueue()
    let path = configuration[Keys.outsideQueue]
    let lock = try QueueLock(path: path)
    defer { withExtendedLifetime(lock) {} }
    let queue = try OutsideQueue(path: path)
    let plans = configuration[Keys.outsideChannels]
    guard !plans.isEmpty else {
      throw LapwingError(
        .configuration, code: "no-channel", "\(Keys.outsideChannels.path) names no channel, so there is nothing to do")
    }
    let senders = Senders(queue: queue)
    var workers: [ChannelWorker] = [], pings: [(String, DeadMansPing)] = []
    for plan in plans {
      if let sender = try senders.sender(for: plan) {
        workers.append(
          ChannelWorker(
            channel: plan.name, sender: sender, queue: queue, bell: Bell(), log: log, retries: retries))
      } else {
        pings.append((plan.name, try senders.ping(for: plan)))
      }
    }
    let names = workers.map(\.channel)
    try queue.tidy(channels: names, at: Clock.now)
    for worker in workers {
      Task { await worker.run() }
      if let source = worker.sender as? any AnswerSource {
        let answers = answers(for: worker, queue)
        Task { await source.listen(answers) }
      }
    }
    follow(queue, workers)
    for (name, ping) in pings {
      let watch = PingWatch(name: name, ping: ping, health: BoxHealth(socket: configuration.controlSocket), log: log)
      Task { await watch.run() }
    }
    wait(for: signals)
  }

  private func follow(_ queue: OutsideQueue, _ workers: [ChannelWorker]) {
    let bells = workers.map(\.bell)
    let follower = BoxFollower(
      socket: configuration.controlSocket, queue: queue, rule: configuration.outsideRule,
      channels: workers.map(\.channel), coolDown: .seconds(configuration[Keys.outsideCoolDown]), log: log
    ) {
      for bell in bells { bell.ring() }
    }
    let thread = Thread { follower.run() }
    thread.name = "follower"
    thread.start()
  }

  /// What the answers of a channel do.
  private func answers(for worker: ChannelWorker, _ queue: OutsideQueue) -> Answers {
    let channel = worker.channel, socket = configuration.controlSocket, log = log
    let key = "last-answer \(channel)"
    return Answers(
      lastAnswer: { try? queue.text(key) },
      keep: { try? queue.keep($0, as: key) },
      answer: { id in
        let order = AnswerOrder(queue: queue, socket: socket, channel: channel)
        log.say("\(channel): \(order.carry(answerTo: id))", isFine: true)
      },
      note: { log.say("\(channel): \($0)") })
  }

  /// Everything that counts is on the disk at every moment, so the process may simply end.
  private func wait(for signals: SignalQueue) {
    var request = pollfd(fd: signals.descriptor.number, events: Int16(POLLIN), revents: 0)
    while true {
      _ = poll(&request, 1, -1)
      guard let signal = signals.next() else { continue }
      if signal != SIGHUP { return }
    }
  }
}

extension Configuration {
  /// What is told, as the configuration says.
  package var outsideRule: AlarmNews.Rule {
    let lowest: Priority =
      switch self[Keys.outsideTells] {
      case .high: .high
      case .medium: .medium
      case .low: .low
      }
    return AlarmNews.Rule(
      lowest: lowest, tellsTechnical: self[Keys.outsideTellsTechnical],
      wording: Wording(boxName: self[Keys.outsideBoxName], namesPersons: self[Keys.outsideNames]))
  }
}
