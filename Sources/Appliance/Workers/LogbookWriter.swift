import Alarms
import Engine
import Flight
import FoundationEssentials
import Logbook
import Monitor
import Readings
import Sessions
import Settings
import System

/// Writes what happens into the logbook, and sends the loop the number of the latest alarm that is committed.
///
/// Its states: the logbook is open, readings are written together after some seconds and everything else at each call; or it cannot be written
/// (``retryAt``), and the loop gets a disk fault. Then alarms and sessions wait until it can be written again, and
/// readings as far as there is room. A lost or damaged file is replaced at once, and the new one begins with what this
/// run has committed.
///
/// It runs on the logbook's own thread: `ConsumerThread` calls ``receive(_:)`` with every batch of outputs, or with
/// nothing after a time, and ``finish()`` at the end. Dates are milliseconds since 1970. Its other parts are in
/// the files `LogbookWriter+….swift`.
final class LogbookWriter: OutputConsumer {
  /// What a writer is made with, and works with until its end.
  struct Plan {
    let path: String
    /// Keeps other boxes from this logbook; `nil` if it is not held.
    var lock: LogbookLock?
    var takeLock: (String) throws(LogbookError) -> LogbookLock? = LogbookLock.acquire
    let settings: MonitorSettings
    var figureLimits: (() -> SensorLimits)?
    let inward: BoundedRing<LoopInput>
    let health: LogbookHealth
    var scenarios = LoadingAnswer()
    let clock: MonotonicClock
    /// The date at the start, as it was known then.
    let startedAtUnixMilliseconds: Int64
    var date: () -> Int64 = MonotonicClock.unixMilliseconds
    /// Why that date can be trusted.
    var evidence: () -> DateEvidence = { .synchronised }
    var sinceBoot: Int64 = 0
    /// The local minute of the day at a date; `nil` in a replay, which has a time of its own.
    var minuteOfDay: ((Int64) -> Int16?)?
    var records = HistoryGapFinder(recorders: [])
    var runDate: RunDate?
    /// The file of open alarms of the run before.
    var found = FoundSnapshot.absent
    var checkInterval = standardCheckInterval
    /// How long readings wait to be written. A loss of power loses them, and each write wears the card.
    var readingsWait = standardReadingsWait
    var sealInterval = standardSealInterval
    var kept = KeptReadings()
    let refusedReadings: () -> Int
  }

  var plan: Plan
  /// Reads those that figures are compared with, as they are now.
  let figureLimits: () -> SensorLimits
  var dates: DateWatch
  /// Whether the date was known when the run began.
  var wasSetAtStart: Bool
  /// When the machine was booted, by the clock as it was at the start.
  let bootedAt: Int64
  /// The date of the run for other threads.
  let runDate: RunDate
  /// The minute, or that it is not known, as it was sent last.
  var sentMinute: Int16??
  var hasSentUnsetClock = false
  /// The start of the time axis, which a recording may put anywhere.
  var firstInstant: Instant?
  var logbook: Logbook?
  var sensors: [SensorIndex: SensorRegistry.Sensor] = [:]
  var loggedReadings = LoggedReadings()
  var open = OpenAlarms()
  /// All alarms that are on, also those of the box and of persons without a sensor.
  var present = PresentAlarms()
  var phase = PhaseChange.none
  var waiting = WaitingEntries()
  var records: HistoryGapFinder
  /// The gaps that are in the log and that the radio has not been asked to fill.
  var unrequestedGaps: [HistoryGap] = []
  /// What another file would begin with.
  var committed = CommittedRun()
  var repair = LogbookRepair()
  /// Whether the size of the file that was there at the start is known.
  private var hasMeasured = false
  var unsentNotes: [String] = []
  var checked = CheckPosition()
  var checkAt: Instant
  /// The latest alarm transition that has come without a gap before it.
  var lastSequence: UInt64 = 0
  /// The latest alarm transition that is committed with all before it.
  private var committedSequence: UInt64 = 0
  var retryAt: Instant?
  var hasSentFault = false
  var hasLookedBack = false
  var hasResumedFromSnapshot = false
  /// The alarms of the run before that were sent to the loop.
  var resumed: [LastRun.OpenAlarm] = []
  /// What the session was before this run, if the loop has not got it yet.
  var unsentSession: LoopInput?
  /// The end of what the run before has left, if the loop has not got it yet.
  var unsentRecall: LoopInput?
  /// Until then the beginning of the run waits, so that it is committed together with the alarms that the run before
  /// has left. A run that ended in between would lose them.
  var holdUntil: Instant?

  private static let standardReadingsWait = Duration.seconds(57)
  /// The same while there is an alarm.
  private static let readingsWaitInAlarm = Duration.seconds(4)
  private var writtenAt: Instant
  /// When an hour is next sealed, and the hour that is ready to be.
  var sealAt: Instant
  var unsealed: UnsealedHour?

  static let retryInterval = Duration.seconds(5)
  /// Damage is to be noticed within a minute.
  private static let standardCheckInterval = Duration.seconds(20)

  init(_ plan: Plan) {
    self.plan = plan
    figureLimits = plan.figureLimits ?? { plan.settings.figureLimits(of: [:]) }
    dates = DateWatch(start: plan.startedAtUnixMilliseconds, evidence: plan.evidence())
    wasSetAtStart = dates.isSet
    bootedAt = plan.startedAtUnixMilliseconds - plan.sinceBoot
    records = plan.records
    runDate = plan.runDate ?? RunDate(start: plan.startedAtUnixMilliseconds)
    checkAt = plan.clock.now.advanced(by: plan.checkInterval)
    writtenAt = plan.clock.now
    sealAt = plan.clock.now.advanced(by: plan.sealInterval)
    switch plan.found {
    case .damaged(let reason): unsentNotes.append(reason)
    case .sound(let snapshot): unsentNotes += [snapshot.remark].compactMap(\.self)
    case .absent: break
    }
    // The logbook comes first: the run before may have known the date, and the clock has gone on since.
    // This opens the file at once: a logbook that cannot be used is an alarm from the start.
    write()
    watchDate()
  }

  func receive(_ batch: [TimedOutput]) {
    watchDate()
    if let session = unsentSession, send(session) { unsentSession = nil }
    if let recall = unsentRecall, send(recall) { unsentRecall = nil }
    for outward in batch { gather(outward) }
    plan.health.lostReadings = waiting.droppedReadings + plan.refusedReadings()
    if let retryAt, plan.clock.now < retryAt { return sendCommitted() }
    write()
    goOnRepairing()
    sealHour()
  }

  func finish() {
    holdUntil = nil
    write(isLast: true)
    // Closing moves the write-ahead log into the file itself, which is then all that a person must copy.
    guard waiting.isEmpty else { return }
    logbook?.close()
    plan.lock = nil
  }

  /// Writes what waits, and otherwise checks that the file is there.
  func write(isLast: Bool = false) {
    do throws(LogbookError) {
      try writeOnce(isLast: isLast)
    } catch {
      // Another file takes the place of one that is lost or damaged, at once.
      if replace(after: error) {
        do throws(LogbookError) { try writeOnce(isLast: isLast) } catch { keepInMemory(after: error) }
      } else {
        keepInMemory(after: error)
      }
    }
    if retryAt != nil || plan.health.hasGap, !hasSentFault { hasSentFault = send(.event(.fault(.diskFull))) }
    sendNotes()
    sendCommitted()
  }

  private func writeOnce(isLast: Bool) throws(LogbookError) {
    if logbook == nil { try openLogbook() } else { try holdLock() }
    if let holdUntil, plan.clock.now < holdUntil { return }
    holdUntil = nil
    let wait = present.isEmpty ? plan.readingsWait : min(plan.readingsWait, Self.readingsWaitInAlarm)
    guard isLast || waiting.isUrgent || retryAt != nil || writtenAt.advanced(by: wait) <= plan.clock.now else {
      try logbook?.append([])
      return requestHistory()
    }
    try logbook?.append(waiting.all)
    writtenAt = plan.clock.now
    // What was read of the file before may be other rows now.
    if waiting.isUrgent { unsealed = nil }
    note(waiting.all)
    sendEarlierSession(after: waiting.all)
    waiting.clear()
    committedSequence = lastSequence
    requestHistory()
    if hasSentFault, !plan.health.hasGap { hasSentFault = !send(.event(.cleared(.diskFull))) }
    retryAt = nil
    plan.health.fault = nil
  }

  func sendNotes() {
    let news = repair.takeNews()
    if let latest = news.last { plan.health.notice = latest }
    unsentNotes += news
    unsentNotes.removeAll { send(.note($0)) }
  }

  /// Acquires the lock if the box could not have it at the start, since the disk was not there, or if a person has
  /// deleted its file. If another box has it by now, this one goes on with its alarms, and keeps in memory what it
  /// would write.
  private func holdLock() throws(LogbookError) {
    guard plan.lock?.isInPlace != true else { return }
    plan.lock = try plan.takeLock(plan.path)
  }

  private func openLogbook() throws(LogbookError) {
    if let slash = plan.path.lastIndex(of: "/"), slash > plan.path.startIndex {
      // If this fails, opening the file fails too, and says why.
      try? FileManager.default.createDirectory(atPath: String(plan.path[..<slash]), withIntermediateDirectories: true)
    }
    try holdLock()
    try repair.takeUpNewer(plan.path, date: plan.date())
    if !hasMeasured {
      hasMeasured = true
      if try Logbook.isEmpty(plan.path) { repair.beginsEmpty(plan.path) }
    }
    let opened = try Logbook(path: plan.path)
    try repair.begin(in: opened, path: plan.path, date: plan.date())
    // Only once: a file that is opened again holds this run's own alarms.
    if hasLookedBack {
      // The run, its session, its sensors and its alarms go on in the new file.
      let alarms = open.entries(upTo: committed.sequence, ahead: waiting.clockShift) { sensors[$0]?.address }
      let missing = try opened.missing(of: committed.entries + alarms, inRun: runDate.mark)
      try opened.append(missing)
    } else {
      try lookBack(opened)
      // A correction of the date that waits behind it moves it with all the rest.
      waiting.insertFirst(
        .runStarted(
          at: plan.startedAtUnixMilliseconds, isClockSet: wasSetAtStart, mark: runDate.mark, bootedAt: bootedAt))
    }
    logbook = opened
    unsealed = nil
  }

  /// Sends the number of the latest alarm that is committed. The loop takes it as a sign that this thread is alive.
  private func sendCommitted() {
    _ = send(.committed(committedSequence))
  }

  /// Sends something to the loop.
  /// - Returns: whether there was room for it.
  func send(_ record: LoopInput) -> Bool {
    let isSent = plan.inward.push(record)
    plan.inward.bell.ring()
    return isSent
  }
}
