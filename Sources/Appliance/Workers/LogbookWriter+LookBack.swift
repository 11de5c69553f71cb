import Alarms
import Engine
import Logbook
import Monitor
import Readings
import SensorProtocols
import Settings
import System

/// What the run before has left, sent to the loop once at the start.
///
/// It comes from the logbook and from the file of open alarms beside it. The newer one of the two decides; if the
/// logbook cannot be read, the file is used for now.
extension LogbookWriter {
  /// The loop's answer to what is sent at the start is awaited for this time at most.
  private static let longestHold = Duration.seconds(2)

  /// Reads what the run before has left, and sends it to the loop.
  func lookBack(_ logbook: Logbook) throws(LogbookError) {
    // Before a date is learned: what it was at the start.
    if !dates.isSet, waiting.isEmpty, try logbook.knewDate(bootedAt: bootedAt) {
      dates.trust()
      wasSetAtStart = dates.isSet
    }
    // Everything is read before anything is sent: a damaged file sends nothing, and is read again when it is mended.
    var last = try logbook.lastRun(now: dates.start)
    let gaps = try logbook.gaps()
    let latestMeasurements = try logbook.latestMeasurements(of: records.recorders)
    if case .sound(let snapshot) = plan.found {
      if try isNewer(snapshot, than: last, in: logbook) { last.adopt(snapshot, now: dates.start) }
      // A log that is younger than the alarm has no reading of its sensor.
      for place in last.alarms.indices { snapshot.name(&last.alarms[place].sensor) }
    }
    // Before the alarms: it may withhold them, and decides what people read with them.
    sendPhase()
    resume(last.alarms)
    let earlier = EarlierRun(last, now: dates.start)
    for item in earlier.expected { _ = send(.earlierRun(item)) }
    unrequestedGaps = gaps
    for gap in gaps { committed.note(.gapFound(gap)) }
    for latest in latestMeasurements {
      guard let sensor = SensorRegistry.Sensor(latest.sensor) else { continue }
      records.recall(sensor, measuredAt: latest.at)
    }
    for item in earlier.counts(by: plan.settings, at: .start) { _ = send(.earlierRun(item)) }
    if last.wasInterrupted {
      _ = send(.event(.fault(.restarted)))
      last.alarms = resumed
      _ = send(.note("the run before ended by itself, with \(last.endState)"))
    }
    sendRecall(isFromLog: true)
    hasLookedBack = true
  }

  /// Whether the file beside the log is newer than the log: by the run, and in the same run by the number of the latest
  /// transition. The log knows all runs that were written into it.
  private func isNewer(_ snapshot: RestartSnapshot, than last: LastRun, in logbook: Logbook) throws(LogbookError)
    -> Bool
  {
    if snapshot.run == last.mark { return snapshot.sequence > last.sequence }
    return try !logbook.knows(run: snapshot.run)
  }

  /// Sends each alarm once: a log that is read later than the file beside it may hold more.
  private func resume(_ alarms: [LastRun.OpenAlarm]) {
    for open in alarms where !open.isAmong(resumed) {
      resumed.append(open)
      // Of a sensor that was never received only the address is known.
      let isUnknown = open.sensor.model == SensorModel.unknown.name
      let unknown = isUnknown ? SensorRegistry.Sensor(address: open.sensor.address, model: .unknown) : nil
      guard let sensor = unknown ?? SensorRegistry.Sensor(open.sensor) else { continue }
      _ = send(.earlierRun(.alarm(open.alarm, sensor)))
      holdUntil = plan.clock.now.advanced(by: Self.longestHold)
    }
  }

  /// Sends the alarms of the file beside the log, while the log cannot be read.
  func resumeFromSnapshot() {
    guard !hasLookedBack, !hasResumedFromSnapshot, case .sound(let snapshot) = plan.found else { return }
    hasResumedFromSnapshot = true
    sendPhase()
    resume(snapshot.openAlarms(now: dates.start))
    sendRecall(isFromLog: false)
  }

  /// Sends the phase of flight, which only the file beside the log holds.
  private func sendPhase() {
    guard case .sound(let snapshot) = plan.found, let phase = snapshot.phaseChange(now: dates.start) else { return }
    _ = send(.earlierRun(.phase(phase)))
  }

  private func sendRecall(isFromLog: Bool) {
    let recall = LoopInput.recalled(isFromLog: isFromLog)
    unsentRecall = send(recall) ? nil : recall
  }
}
