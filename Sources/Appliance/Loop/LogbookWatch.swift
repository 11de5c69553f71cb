import Alarms
import Monitor
import Readings

/// Watches on the critical loop whether the logbook works. The logbook reports about once a second up to which alarm it
/// has committed, or that it cannot write. A logbook that reports nothing is failing as well. Times are those of the
/// clock.
struct LogbookWatch {
  private var committedSequence: UInt64 = 0
  private var receivedAt = Instant.start
  private var isSilent = false
  /// Whether the logbook has reported that it cannot write.
  private var isFailing = false

  /// How long the logbook may report nothing before it counts as failing. This is far longer than the worst pause of an
  /// SD card, and well below the 60 s within which a failing disk must be signalled.
  static let longestSilence = Duration.seconds(20)

  mutating func note(_ event: Event) {
    switch event {
    case .fault(.diskFull): isFailing = true
    case .cleared(.diskFull): isFailing = false
    default: break
    }
  }

  /// Handles a report that all alarms up to this sequence number are committed.
  /// - Returns: whether this is news, and whether the alarm about its silence ends. A logbook that reports a fault
  ///   after its silence has not recovered.
  mutating func noteReport(_ sequence: UInt64, at instant: Instant) -> (isNews: Bool, isBack: Bool) {
    receivedAt = instant
    let isBack = isSilent && !isFailing
    isSilent = false
    let isNews = sequence > committedSequence
    committedSequence = max(committedSequence, sequence)
    return (isNews, isBack)
  }

  /// - Returns: whether the logbook counts as failing from now on. Returns `true` once.
  mutating func hasFallenSilent(by instant: Instant) -> Bool {
    guard !isSilent, receivedAt.duration(to: instant) > Self.longestSilence else { return false }
    isSilent = true
    return true
  }

  /// When its silence will have lasted too long.
  var deadline: Instant? { isSilent ? nil : receivedAt.advanced(by: Self.longestSilence) }
}
