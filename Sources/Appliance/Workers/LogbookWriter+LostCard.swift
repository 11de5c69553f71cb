import Alarms
import FoundationEssentials
import Logbook
import Monitor
import Readings
import System

/// What happens when the card is full, pulled out or damaged: the writer keeps what it cannot write in memory, begins
/// another file if it must, and raises `disk-full` until everything is written.
extension LogbookWriter {
  func keepInMemory(after error: LogbookError) {
    // Such a file is opened again. A full disk needs no other file.
    switch error {
    case .corrupt, .displaced, .inUse: logbook = nil
    default: break
    }
    retryAt = plan.clock.now.advanced(by: Self.retryInterval)
    plan.health.fault = error
    // The file beside the log holds the same alarms.
    resumeFromSnapshot()
    waiting.dropReadings()
  }

  /// Puts a lost or damaged file aside, or one of a newer program.
  /// - Returns: whether another file can be begun.
  func replace(after error: LogbookError) -> Bool {
    switch error {
    case .displaced:
      // Closed first: SQLite removes a write-ahead log by its name.
      logbook?.close()
      logbook = nil
      let text = "\(error.message.prefix { $0 != ";" }); a new one is begun with what this run knows"
      plan.health.notice = text
      unsentNotes.append(text)
      return true
    case .corrupt:
      logbook?.close()
      logbook = nil
      // The salvage takes a while, and an alarm does not wait.
      resumeFromSnapshot()
      return repair.setAside(plan.path, date: plan.date(), at: plan.clock.now)
    case .newerSchema:
      resumeFromSnapshot()
      return repair.setAsideNewer(plan.path, date: plan.date())
    default: return false
    }
  }

  /// Looks for damage at intervals, and brings over what a damaged file held.
  func goOnRepairing() {
    maintain { logbook throws(LogbookError) in
      try repair.goOn(in: logbook, path: plan.path)
      if checkAt <= plan.clock.now {
        checkAt = plan.clock.now.advanced(by: plan.checkInterval)
        try logbook.check(&checked)
      }
    }
    sendNotes()
  }

  /// Does work on the logbook that is not to write what waits.
  func maintain(_ work: (Logbook) throws(LogbookError) -> Void) {
    guard let logbook, retryAt == nil else { return }
    do throws(LogbookError) {
      try work(logbook)
    } catch {
      switch error {
      // It was good a moment ago, and is checked again.
      case .cannotOpen, .cannotRead, .noLogbook, .lockedFolder, .readOnly, .newerSchema, .inUse, .failed: break
      case .diskFull: keepInMemory(after: error)
      case .corrupt, .displaced:
        if replace(after: error) { write() } else { keepInMemory(after: error) }
      }
      // Otherwise the fault would be sent only with the next write.
      if retryAt != nil, !hasSentFault { hasSentFault = send(.event(.fault(.diskFull))) }
    }
  }
}
