import NIOPosix
import Readings
import Settings
import Synchronization
import Web

/// The channels of people who were added at the page: they begin and end while the process runs.
final class InvitedChannels: Sendable {
  private struct Running {
    let bell: Bell
    let tasks: [Task<Void, Never>]
  }

  private let queue: OutsideQueue
  private let log: OutsideLog
  private let retries: Bool
  /// One for all: people come and go, and a thread of each would stay.
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let running = Mutex<[String: Running]>([:])

  init(queue: OutsideQueue, log: OutsideLog, retries: Bool) {
    (self.queue, self.log, self.retries) = (queue, log, retries)
  }

  func ring() { for bell in running.withLock({ $0.values.map(\.bell) }) { bell.ring() } }

  func follow(_ invitations: Invitations, _ desk: CircleDesk) {
    for invitation in invitations.all { begin(invitation, invitations.server, desk) }
    invitations.follow { [weak desk] invitation, isThere in
      self.end(invitation.channel)
      if isThere, let desk { self.begin(invitation, invitations.server, desk) }
    }
  }

  private func begin(_ invitation: Invitation, _ server: WebAddress, _ desk: CircleDesk) {
    let channel = invitation.channel, log = log, queue = queue
    let ntfy: Ntfy
    do throws(LapwingError) {
      ntfy = try Senders(queue: queue).ntfy(
        for: invitation, at: server, on: group)
    } catch {
      return log.say("\(channel): \(error.message)")
    }
    let worker = ChannelWorker(
      channel: channel, sender: ntfy, queue: queue, bell: Bell(), log: log, retries: retries)
    let proof = ProofWorker(channel: channel, sender: ntfy, queue: queue, log: log)
    let circle = CircleAnswers(desk, channel: channel) {
      log.say("\(channel): \($0)", isFine: true)
    } others: {
      log.say("\(channel): an answer to an unknown message (\($0))")
    }
    let key = "last-answer \(channel)"
    let answers = Answers(
      lastAnswer: { try? queue.text(key) }, keep: { try? queue.keep($0, as: key) },
      answer: { circle.receive(answerTo: $0, $1) },
      // That a topic is open to who knows its name was said when the person was added.
      note: { if $0 != Ntfy.openToAll { log.say("\(channel): \($0)") } })
    let tasks = [
      Task { await worker.run() }, Task { await proof.run() }, Task { await circle.run() },
      Task { await ntfy.listen(answers) },
    ]
    running.withLock { $0[channel] = Running(bell: worker.bell, tasks: tasks) }
  }

  private func end(_ channel: String) {
    guard let gone = running.withLock({ $0.removeValue(forKey: channel) }) else { return }
    for task in gone.tasks { task.cancel() }
    gone.bell.ring()
  }
}
