import Logbook
import Readings
import System

/// Puts the hours that are over into blocks, one hour of one sensor at a time, and rolls them up, when nothing else is to
/// be done.
extension LogbookWriter {
  /// How long after the last hour the next one is looked for.
  static let standardSealInterval = Duration.seconds(60)

  /// Reads and packs an hour at one call and commits it at the next, so that an alarm that comes in between does not
  /// wait for both.
  func sealHour() {
    guard sealAt <= plan.clock.now, !waiting.isUrgent, holdUntil == nil else { return }
    // After an error it is tried again later.
    sealAt = plan.clock.now.advanced(by: plan.sealInterval)
    maintain { logbook throws(LogbookError) in
      if let hour = unsealed {
        unsealed = nil
        try logbook.seal(hour)
      } else if let hour = try logbook.unrolledHour(limits: figureLimits()) {
        try logbook.rollUp(hour)
      } else {
        unsealed = try logbook.unsealedHour(now: plan.date())
        guard unsealed != nil else {
          try logbook.dropSessionIndex()
          try logbook.tidy()
          return try thin(logbook)
        }
      }
      sealAt = plan.clock.now
    }
  }

  /// Deletes what is too old or too much, some at a time.
  private func thin(_ logbook: Logbook) throws(LogbookError) {
    // Without a date, everything may seem old.
    let age = dates.isSet ? plan.date() - plan.kept.milliseconds : 0
    let isDiskFull = SystemFiles.room(at: plan.path).map { $0 < KeptReadings.leastRoom } ?? false
    let isMore = try logbook.thin(olderThan: age, largest: plan.kept.bytes, isDiskFull: isDiskFull)
    if isMore { sealAt = plan.clock.now }
  }
}
