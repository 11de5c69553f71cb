import Status
import Synchronization

/// The latest state of the box, for all who look at the page. ``BoxLink`` sends it; each viewer that waits is woken and
/// takes the newest, so that a slow one costs no memory.
final class BoxFeed: Sendable {
  private struct Content {
    var state: BoxState
    var recent = RecentValues()
    /// The time of the latest event of the box, s, and when it was first sent.
    var latest: (seconds: Double, toldAt: Int64)?
    var waiting: [Int: AsyncStream<Void>.Continuation] = [:]
    var lastViewer = 0
    var lastPicture: UInt64 = 0
  }

  private let content: Mutex<Content>

  /// - Parameter start: milliseconds since 1970.
  init(at start: Int64) {
    content = Mutex(Content(state: .lost(since: start, reason: "the box was not asked yet")))
  }

  var state: BoxState { content.withLock { $0.state } }

  /// The box has answered.
  /// - Parameter now: milliseconds since 1970.
  func tell(_ status: BoxStatus, at now: Int64) {
    let waiting = content.withLock { content in
      content.recent.add(status)
      let told = content.latest.flatMap { $0.seconds == status.seconds ? $0.toldAt : nil } ?? now
      content.latest = (status.seconds, told)
      let passed = Double(max(0, now - told)) / 1000
      content.lastPicture &+= 1
      content.state = .answers(
        BoxPicture(
          number: content.lastPicture, status: status, heardAt: now, seconds: status.seconds + passed,
          recent: content.recent))
      return content.waiting
    }
    Self.wake(waiting)
  }

  /// The box does not answer. It is said again and again, so that a viewer also knows that the panel lives.
  func tellLost(_ reason: String) {
    let waiting = content.withLock { content in
      switch content.state {
      case .answers(let picture): content.state = .lost(since: picture.heardAt, reason: reason)
      case .lost(let since, _): content.state = .lost(since: since, reason: reason)
      }
      return content.waiting
    }
    Self.wake(waiting)
  }

  /// Never under the lock: a viewer who leaves at this moment holds a lock of its own, and wants this one.
  private static func wake(_ waiting: [Int: AsyncStream<Void>.Continuation]) {
    for viewer in waiting.values { viewer.yield() }
  }

  /// Yields whenever there is news, at least once a second; several at once are one.
  func news() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let viewer = content.withLock { content in
      content.lastViewer += 1
      content.waiting[content.lastViewer] = continuation
      return content.lastViewer
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.content.withLock { $0.waiting.removeValue(forKey: viewer) }
    }
    continuation.yield()
    return stream
  }

  /// The number of those who wait for news.
  var viewers: Int { content.withLock { $0.waiting.count } }

  func end() {
    let waiting = content.withLock { content in
      defer { content.waiting = [:] }
      return Array(content.waiting.values)
    }
    for viewer in waiting { viewer.finish() }
  }
}
