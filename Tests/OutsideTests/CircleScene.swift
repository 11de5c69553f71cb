import Alarms
import Circle
import Foundation
import Readings
import Settings
import Synchronization
import System

@testable import Outside

/// A care circle of anna and ben at a queue in memory, with a clock and a date that the test moves.
final class CircleScene: Sendable {
  let queue: OutsideQueue
  let plan: CirclePlan
  private let time = Mutex(Instant.start)

  /// - Parameters:
  ///   - page: where the links of messages lead; `nil` for messages without.
  ///   - language: of both.
  init(plain: [String] = [], page: String? = nil, language: MessageLanguage? = nil) throws {
    self.page = page.flatMap(PageAddress.read)
    queue = try OutsideQueue()
    plan = try CirclePlan(
      [
        CirclePerson("anna", channels: ["a"], weekly: true, language: language),
        CirclePerson("ben", channels: ["b"], from: .medium, language: language),
      ], times: CircleTimes(countdown: .seconds(30)))
    self.plain = plain
  }

  private let plain: [String]
  private let page: WebAddress?

  /// ms since 1970; it begins on a Thursday.
  var date: Int64 { 1_795_694_400_000 + time.withLock { $0.nanoseconds } / 1_000_000 }

  /// The circle of a process that begins now.
  func desk(words: StoredFile? = nil, invitations: Invitations? = nil) throws -> CircleDesk {
    try CircleDesk(
      plan, queue: queue,
      plain: CircleDesk.PlainChannels(names: plain, rule: AlarmNews.Rule(lowest: .medium), coolDown: .zero),
      contact: CircleDesk.Contact(page: page), people: CircleDesk.People(words: words, invitations: invitations),
      timing: CircleDesk.Timing(clock: MonotonicClock(movedBy: { self.time.withLock { $0 } }), date: { self.date })
    ) {}
  }

  /// A circle to which both have consented.
  func willingDesk() throws -> CircleDesk {
    let desk = try desk()
    for name in ["anna", "ben"] { _ = try desk.perform(CircleOrder(.consent, person: name)) }
    return desk
  }

  func wait(_ seconds: Int) { time.withLock { $0 = $0.advanced(by: .seconds(seconds)) } }

  /// What the box reports: these alarms are on.
  func box(_ alarms: [(id: String, condition: String, state: FollowedBox.Told.State)]) -> FollowedBox {
    var box = FollowedBox()
    for (place, alarm) in alarms.enumerated() {
      box.open[alarm.condition] = FollowedBox.Told(
        state: alarm.state, alarmID: alarm.id, priority: .high, condition: alarm.condition, isTechnical: false,
        isTest: false, person: nil, at: Int64(place), run: "r")
    }
    return box
  }

  /// Lets a channel send what waits.
  /// - Returns: the titles.
  @discardableResult
  func send(_ channel: String) throws -> [String] {
    var titles: [String] = []
    while case .send(let queued) = try queue.turn(of: channel, at: date) {
      titles.append(queued.message.title)
      try queue.markSent(queued.position, receipt: nil, at: date)
    }
    return titles
  }

  /// The message that waits at the head of a channel.
  func head(_ channel: String) throws -> QueuedMessage? {
    if case .send(let queued) = try queue.turn(of: channel, at: date) { queued } else { nil }
  }
}
