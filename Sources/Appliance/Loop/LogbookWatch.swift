import Alarms
import Monitor
import Readings

/// Watches from the critical loop whether the logbook is alive: it says about once a second up to which alarm it has
/// committed, and that it cannot write where it cannot. One that says nothing at all is failing too. Times are the
/// clock's.
struct LogbookWatch {
  private var committedSequence: UInt64 = 0
  private var heardAt = Instant.start
  /// Whether its silence has been reported.
  private var isSilent = false
  /// Whether the logbook itself has said that it cannot be written.
  private var isFailing = false

  /// How long the logbook may say nothing before it counts as failing; it speaks about once a second. Far longer than
  /// an SD card's worst pause, and well within the 60 s by which a failing disk must be signalled.
  static let longestSilence = Duration.seconds(20)

  /// What an event says of the logbook.
  mutating func note(_ event: Event) {
    switch event {
    case .fault(.diskFull): isFailing = true
    case .cleared(.diskFull): isFailing = false
    default: break
    }
  }

  /// The logbook has committed every alarm up to one.
  /// - Returns: whether that is news for others, and whether the alarm of its silence ends. A logbook that speaks again to
  ///   say that it fails has not recovered.
  mutating func heard(_ sequence: UInt64, at instant: Instant) -> (isNews: Bool, isBack: Bool) {
    heardAt = instant
    let isBack = isSilent && !isFailing
    isSilent = false
    let isNews = sequence > committedSequence
    committedSequence = max(committedSequence, sequence)
    return (isNews, isBack)
  }

  /// - Returns: whether the logbook counts as failing from now on. Said once.
  mutating func hasFallenSilent(by instant: Instant) -> Bool {
    guard !isSilent, heardAt.duration(to: instant) > Self.longestSilence else { return false }
    isSilent = true
    return true
  }

  /// When it will have been silent for too long.
  var deadline: Instant? { isSilent ? nil : heardAt.advanced(by: Self.longestSilence) }
}
