import Control
import FoundationEssentials
import Glibc
import Readings
import Status
import Synchronization

/// Follows the box by its control socket, on a thread of its own, for as long as the process runs. The box drops a follower that
/// does not read; this one then connects again, and says what it knows already.
package final class BoxFollower: Sendable {
  private let socket: String
  private let queue: OutsideQueue
  private let rule: AlarmNews.Rule
  private let log: OutsideLog
  /// Keeps what the box has reported, and the messages that follow from it.
  private let take: @Sendable (FollowedBox, [AlarmMessage]) throws(LapwingError) -> Void
  private let state = Mutex<Contact>(.none)

  package enum Contact: Sendable, Equatable {
    case none
    case connected
    case lost(String)
  }

  package var contact: Contact { state.withLock { $0 } }

  /// How long a box that has started again may take to report the alarms of its earlier run.
  private static let grace: Int64 = 30_000
  private static let pause: UInt32 = 1

  package init(
    socket: String, queue: OutsideQueue, rule: AlarmNews.Rule, log: OutsideLog = OutsideLog(),
    take: @escaping @Sendable (FollowedBox, [AlarmMessage]) throws(LapwingError) -> Void
  ) {
    (self.socket, self.queue, self.rule, self.log, self.take) = (socket, queue, rule, log, take)
  }

  package func run() {
    while true {
      do throws(LapwingError) {
        try follow()
        lose("the box has stopped")
      } catch {
        lose(error.message)
      }
      sleep(Self.pause)
    }
  }

  private func lose(_ reason: String) {
    let isNews = state.withLock { state in
      defer { state = .lost(reason) }
      return state == .connected || state == .none
    }
    if isNews { log.say("\(reason); trying again every second") }
  }

  private func follow() throws(LapwingError) {
    var client = try ControlClient(path: socket)
    var news = AlarmNews(try queue.followedBox(), by: rule)
    let seen = news.box.run.map { SeenAlarms(run: $0, last: news.box.sequence) }
    let status = try client.startFollowing(after: seen)
    let began = Clock.now
    try keep(news.begin(status, at: began), news)
    state.withLock { $0 = .connected }
    log.say("the box answers (\(status.profile))", isFine: true)
    var settlesAt: Int64? = began + Self.grace
    while true {
      // A quiet box says nothing for hours, so the wait is limited until this is done.
      if let time = settlesAt, !client.hasNext(within: .milliseconds(time - Clock.now)) || Clock.now >= time {
        settlesAt = nil
        try keep(news.endEarlier(at: Clock.now), news)
        continue
      }
      guard let line = try client.next() else { return }
      let now = Clock.now
      // Most lines are readings, which are not decoded.
      guard line.contains(#""kind":"alarm""#) || line.contains(#""kind":"notice""#),
        let event = try? JSONDecoder().decode(BoxEvent.self, from: Data(line.utf8))
      else { continue }
      switch event.content {
      case .alarm(let alarm): try keep(news.receive(alarm, at: now), news)
      case .notice(let notice): try keep(news.receive(notice, at: now), news)
      default: break
      }
    }
  }

  private func keep(_ messages: [AlarmMessage], _ news: AlarmNews) throws(LapwingError) {
    try take(news.box, messages)
  }
}
