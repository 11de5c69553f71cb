import Readings

extension AlarmSystem {
  /// The loudness of the sounder: that of the loudest episode, so that a new alarm never makes the box quieter.
  package func loudness(at instant: Instant) -> Loudness {
    guard isAnySignalled else { return .normal }
    var loudest = Loudness.normal
    for episode in episodes.all { loudest = max(loudest, episode.loudness(at: instant)) }
    return loudest
  }

  package mutating func takeNotices(at instant: Instant, _ body: (Notice) -> Void) {
    for notice in pendingNotices { body(notice) }
    pendingNotices.removeAll(keepingCapacity: true)
    var isAnyDue = false
    for index in episodes.all.indices {
      guard let due = episodes.all[index].noticeAt, due <= instant,
        let occurrence = foremost(of: episodes.all[index].key)
      else { continue }
      isAnyDue = true
      episodes.all[index].noteNotice(at: instant)
      body(notice(.unanswered, of: occurrence, in: episodes.all[index], at: instant))
    }
    if isAnyDue { earliest = earliestDeadline }
  }

  func notice(
    _ reason: Notice.Reason, of occurrence: Occurrence, in episode: Episode, at instant: Instant
  ) -> Notice {
    Notice(
      reason: reason, condition: occurrence.condition, sensor: occurrence.sensor, subject: occurrence.episode.subject,
      priority: occurrence.priority, unanswered: episode.unanswered(occurrence.priority, at: instant),
      limit: occurrence.limit, value: occurrence.value)
  }

  /// The most urgent sounding alarm of an episode.
  func foremost(of key: EpisodeKey) -> Occurrence? {
    var foremost: Occurrence?
    for occurrence in occurrences where occurrence.episode == key && isSounding(occurrence) && !occurrence.isTest {
      if foremost.map({ $0.isOutranked(by: occurrence) }) ?? true { foremost = occurrence }
    }
    return foremost
  }
}
