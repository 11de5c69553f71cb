import Alarms
import Engine
import FoundationEssentials
import Logbook
import Monitor
import Readings
import SensorProtocols
import Settings
import System

/// Writes what happens into the logbook, on the logbook's own thread, and tells the loop what has been committed.
///
/// Where the logbook cannot be written, the loop is told that the disk fails, alarms and sessions are kept until it can
/// be written again, and readings as far as there is room.
final class LogbookKeeper: OutputConsumer {
  private let path: String
  /// What keeps other boxes from this logbook; `nil` where it could not be had.
  private var lock: LogbookLock?
  private let takeLock: (String) throws(LogbookError) -> LogbookLock?
  private let settings: MonitorSettings
  private let inward: BoundedRing<LoopInput>
  private let health: LogbookHealth
  private let scenarios: LoadingAnswer
  private let clock: MonotonicClock
  /// What the date was taken for at the start.
  private let startedAtUnixMilliseconds: Int64
  private var dates: DateWatch
  /// What the system says is the date, milliseconds since 1970.
  private let date: () -> Int64
  /// What speaks for that date.
  private let evidence: () -> DateEvidence
  /// Whether the date was known when the run began.
  private var wasSetAtStart: Bool
  /// When the machine was booted, by the clock as it was at the start, milliseconds since 1970.
  private let bootedAt: Int64
  /// What other threads know of it.
  private let runDate: RunDate
  /// What was found beside the logbook of the alarms of the run before.
  private let found: FoundMemory
  /// The local minute of the day at a date; `nil` in a replay, which has a time of its own.
  private let minuteOfDay: ((Int64) -> Int16?)?
  /// The minute that the loop has been told last, or that it is not known.
  private var toldMinute: Int16??
  private var hasToldUnsetClock = false
  /// The start of the time axis, which a recording may put anywhere.
  private var firstInstant: Instant?
  private var logbook: Logbook?
  private var sensors: [SensorIndex: SensorRegistry.Sensor] = [:]
  private var loggedReadings = LoggedReadings()
  private var open = OpenAlarms()
  private var waiting: [LogEntry] = []
  private var records: HistoryGapFinder
  /// The holes that are in the log and that the radio has not been told of.
  private var untoldHoles: [HistoryGap] = []
  /// What another file would have to be begun with, as it was committed.
  private var committed = CommittedRun()
  private var repair = LogbookRepair()
  private var untoldNotes: [String] = []
  private var checked = CheckPosition()
  private var checkAt: Instant
  private let checkInterval: Duration
  /// The latest alarm transition that has come without a gap before it.
  private var lastSequence: UInt64 = 0
  private var toldSequence: UInt64 = 0
  private var droppedReadings = 0
  private let refusedReadings: () -> Int
  private var retryAt: Instant?
  private var hasToldFault = false
  private var hasLookedBack = false
  private var hasResumedFromMemory = false
  /// The alarms that go on, as the loop was told.
  private var resumed: [LastRun.OpenAlarm] = []
  /// That there is no more to go on with, of the log or of the file beside it, where the loop does not know it yet.
  private var untoldRecall: LoopInput?
  /// Until then the run waits for the alarms that it goes on with, so that its beginning is committed with them: a run that
  /// ended in between would have forgotten them.
  private var holdUntil: Instant?

  /// Readings of some hours. Alarms and sessions are never dropped.
  private static let mostWaitingReadings = 20_000
  private static let retryInterval = Duration.seconds(5)
  /// So often the loop's answer to what it is told at the start is awaited at most.
  private static let longestHold = Duration.seconds(2)
  /// Damage is to be noticed within a minute.
  private static let standardCheckInterval = Duration.seconds(20)

  init(
    path: String, lock: LogbookLock? = nil,
    takeLock: @escaping (String) throws(LogbookError) -> LogbookLock? = LogbookLock.take,
    settings: MonitorSettings, inward: BoundedRing<LoopInput>, health: LogbookHealth,
    scenarios: LoadingAnswer = LoadingAnswer(), clock: MonotonicClock,
    startedAtUnixMilliseconds: Int64, date: @escaping () -> Int64 = MonotonicClock.unixMilliseconds,
    evidence: @escaping () -> DateEvidence = { .synchronised }, sinceBoot: Int64 = 0,
    minuteOfDay: ((Int64) -> Int16?)? = nil,
    records: HistoryGapFinder = HistoryGapFinder(recorders: []), runDate: RunDate? = nil, found: FoundMemory = .absent,
    checkInterval: Duration = standardCheckInterval,
    refusedReadings: @escaping () -> Int
  ) {
    self.refusedReadings = refusedReadings
    self.path = path
    self.lock = lock
    self.takeLock = takeLock
    self.settings = settings
    self.inward = inward
    self.health = health
    self.scenarios = scenarios
    self.clock = clock
    self.startedAtUnixMilliseconds = startedAtUnixMilliseconds
    self.evidence = evidence
    dates = DateWatch(start: startedAtUnixMilliseconds, evidence: evidence())
    wasSetAtStart = dates.isSet
    bootedAt = startedAtUnixMilliseconds - sinceBoot
    self.date = date
    self.minuteOfDay = minuteOfDay
    self.records = records
    self.runDate = runDate ?? RunDate(start: startedAtUnixMilliseconds)
    self.found = found
    self.checkInterval = checkInterval
    checkAt = clock.now.advanced(by: checkInterval)
    if case .damaged(let reason) = found { untoldNotes.append(reason) }
    // First the logbook: the run before may have known the date, and the clock has gone on since.
    write()  // Opens the file at once: a logbook that cannot be used is an alarm from the start.
    watchDate()
  }

  func take(_ batch: [TimedOutput]) {
    watchDate()
    if let recall = untoldRecall, tell(recall) { untoldRecall = nil }
    for outward in batch { gather(outward) }
    health.lostReadings = droppedReadings + refusedReadings()
    if let retryAt, clock.now < retryAt { return tellAlive() }
    write()
    goOnRepairing()
  }

  /// Reports a date that is not known, and has what was stamped by it corrected once it is.
  private func watchDate() {
    switch dates.look(at: date(), clock.now, evidence()) {
    case .learned(let shift):
      waiting.append(.clockSet(by: shift))
      open.shift(by: shift)
      runDate.start = dates.start
      waiting += records.learn(shift: shift).map { .holeFound($0) }
      if abs(shift) >= DateWatch.smallestStep {
        untoldNotes.append("the date is known now: what this run has logged is moved by \(Self.words(for: shift))")
      }
    case .stepped(let step):
      waiting.append(.clockStepped(by: step))
      runDate.start = dates.start
      untoldNotes.append(
        "the clock was set by \(Self.words(for: step)): what is logged from now on has the new time, and what was "
          + "logged before stays")
    case nil: break
    }
    tellTimeOfDay()
    guard dates.isSet == hasToldUnsetClock else { return }
    if tell(.event(dates.isSet ? .cleared(.clockUnset) : .fault(.clockUnset))) { hasToldUnsetClock = !dates.isSet }
  }

  /// As in "+5 h 0 min 12 s".
  private static func words(for shift: Int64) -> String {
    let seconds = (abs(shift) + 500) / 1000
    let days = seconds / 86_400
    return (shift < 0 ? "-" : "+") + (days > 0 ? "\(days) d " : "")
      + "\(seconds % 86_400 / 3600) h \(seconds % 3600 / 60) min \(seconds % 60) s"
  }

  /// Tells the loop each minute of the day, and whether it is known at all.
  private func tellTimeOfDay() {
    guard let minuteOfDay else { return }
    let minute = dates.isSet ? minuteOfDay(date()) : nil
    guard toldMinute != .some(minute) else { return }
    if tell(.event(.timeOfDay(minute))) { toldMinute = .some(minute) }
  }

  func finish() {
    holdUntil = nil
    write()
    // What stands in the write-ahead log comes into the file itself, which then is all that one must copy.
    guard waiting.isEmpty else { return }
    logbook?.close()
    lock = nil
  }

  private func gather(_ outward: TimedOutput) {
    let start = firstInstant ?? outward.instant
    firstInstant = start
    let at = dates.start + start.duration(to: outward.instant).wholeNanoseconds / 1_000_000
    switch outward.record {
    case .sensor(let index, let sensor):
      let former = sensors.updateValue(sensor, forKey: index)
      if former != sensor { loggedReadings.forget(index) }
      if let former, former.address != sensor.address {
        waiting += open.handOn(at: index, from: former.address, to: sensor.address, at: at)
      }
    // What a stranger says is nobody's business here.
    case .stranger(let index, _), .left(let index):
      sensors[index] = nil
      loggedReadings.forget(index)
      open.forget(index)
    case .selection(let selection): records.selection = selection
    case .reading(let reading, let index):
      guard let sensor = sensors[index], loggedReadings.isNew(reading, from: index) else { return }
      waiting.append(
        .reading(
          reading, of: sensor.model.name, from: sensor.address, at: at,
          implausible: Self.implausible(reading.measurements, of: sensor.model)))
      if let hole = records.note(reading, of: sensor, at: at, isDated: dates.isSet) { waiting.append(.holeFound(hole)) }
    case .record(let piece):
      let model = SensorModel.allCases.first { $0.name == piece.hole.model } ?? .unknown
      waiting += piece.rows.map {
        .past(
          $0.measurements, in: piece.hole, at: 1000 * $0.unixSeconds,
          implausible: Self.implausible($0.measurements, of: model))
      }
      if piece.isLast { waiting.append(.holeClosed(piece.hole)) }
    case .action(.alarm(let alarm)):
      if alarm.sequence == lastSequence + 1 { lastSequence = alarm.sequence } else { health.hasGap = true }
      let silentUntil = alarm.silentUntil.map {
        dates.start + start.duration(to: $0).wholeNanoseconds / 1_000_000
      }
      let person = personName(of: alarm)
      open.note(alarm, at: at, silentUntil: silentUntil, person: person)
      waiting.append(
        .alarm(
          alarm, at: at, sensor: alarm.sensor.flatMap { sensors[$0] }?.address, silentUntil: silentUntil,
          person: person))
    case .action(.sessionStarted): waiting.append(.sessionStarted(at: at, profile: settings.profile.rawValue))
    case .action(.sessionEnded(let summary)): waiting.append(.sessionEnded(summary, at: at))
    case .action(.scenario(let state)):
      waiting.append(
        .scenario(
          number: Int64(state.number), count: Int64(state.count), verdict: state.verdict.rawValue,
          text: scenarios.text(for: state.press), at: at))
    case .recalled(isFromLog: true): holdUntil = nil
    case .runEnded(let isFinished): waiting.append(.runEnded(at: at, isFinished: isFinished))
    default: break
    }
  }

  private func personName(of alarm: AlarmTransition) -> String? {
    guard case .person(let person) = alarm.subject else { return nil }
    return settings.personName(for: person)
  }

  /// The quantities of which the sensor says what it cannot measure.
  private static func implausible(_ measurements: Measurements, of model: SensorModel) -> [Quantity] {
    let entry = Catalogue.entry(for: model)
    return Quantity.allCases.filter { quantity in
      measurements[quantity].map { !entry.isPlausible($0, of: quantity) } ?? false
    }
  }

  /// Writes what waits. Where nothing waits, it only sees to it that the file is there.
  private func write() {
    do throws(LogbookError) {
      try writeOnce()
    } catch {
      // Another file takes the place of one that is lost or damaged, at once.
      if replace(after: error) {
        do throws(LogbookError) { try writeOnce() } catch { fail(error) }
      } else {
        fail(error)
      }
    }
    if retryAt != nil || health.hasGap, !hasToldFault { hasToldFault = tell(.event(.fault(.diskFull))) }
    tellNotes()
    tellAlive()
  }

  private func writeOnce() throws(LogbookError) {
    if logbook == nil { try openLogbook() } else { try holdLock() }
    if let holdUntil, clock.now < holdUntil { return }
    holdUntil = nil
    try logbook?.append(waiting)
    note(waiting)
    waiting.removeAll(keepingCapacity: true)
    tellHoles()
    if hasToldFault, !health.hasGap { hasToldFault = !tell(.event(.cleared(.diskFull))) }
    retryAt = nil
    health.fault = nil
  }

  private func fail(_ error: LogbookError) {
    // Such a file is opened again; a full disk needs no other file.
    switch error {
    case .corrupt, .displaced, .inUse: logbook = nil
    default: break
    }
    retryAt = clock.now.advanced(by: Self.retryInterval)
    health.fault = error
    // What it was asked to remember is remembered beside it too.
    resumeFromMemory()
    dropReadings()
  }

  /// - Returns: whether another file can be begun.
  private func replace(after error: LogbookError) -> Bool {
    switch error {
    case .displaced:
      // Closed first: SQLite removes a write-ahead log by its name.
      logbook?.close()
      logbook = nil
      let text = "\(error.message.prefix { $0 != ";" }); a new one is begun with what this run knows"
      health.notice = text
      untoldNotes.append(text)
      return true
    case .corrupt:
      logbook?.close()
      logbook = nil
      // Its salvage takes a while, and an alarm does not wait.
      resumeFromMemory()
      return repair.setAside(path, date: date(), at: clock.now)
    default: return false
    }
  }

  /// Looks for damage now and then, and brings over what a damaged file held.
  private func goOnRepairing() {
    guard let logbook, retryAt == nil else { return }
    do throws(LogbookError) {
      try repair.goOn(in: logbook, path: path)
      if checkAt <= clock.now {
        checkAt = clock.now.advanced(by: checkInterval)
        try logbook.check(&checked)
      }
    } catch {
      switch error {
      // It was good a moment ago, and is looked at again.
      case .cannotOpen, .readOnly, .newerSchema, .inUse, .failed: break
      case .diskFull: fail(error)
      case .corrupt, .displaced:
        if replace(after: error) { write() } else { fail(error) }
      }
      // It stands still while an alarm is due.
      if retryAt != nil, !hasToldFault { hasToldFault = tell(.event(.fault(.diskFull))) }
    }
    tellNotes()
  }

  private func tellNotes() {
    let news = repair.takeNews()
    if let latest = news.last { health.notice = latest }
    untoldNotes += news
    untoldNotes.removeAll { tell(.note($0)) }
  }

  /// Remembers of what is in the file now what another one would begin with, and what the radio is to fetch.
  private func note(_ entries: [LogEntry]) {
    for entry in entries {
      if case .clockSet(let shift) = entry, let start = committed.startedAt {
        for place in untoldHoles.indices { untoldHoles[place].move(by: shift, from: start) }
      }
      committed.note(entry)
      if case .holeFound(let hole) = entry { untoldHoles.append(hole) }
    }
  }

  /// Takes the lock where the box could not have it at the start, since the disk was not there, or somebody has deleted its
  /// file. Where another box has it by now, this one goes on alarming, and keeps in memory what it would write.
  private func holdLock() throws(LogbookError) {
    guard lock?.isInPlace != true else { return }
    lock = try takeLock(path)
  }

  private func openLogbook() throws(LogbookError) {
    if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      // Where this fails, opening the file fails too, and says why.
      try? FileManager.default.createDirectory(atPath: String(path[..<slash]), withIntermediateDirectories: true)
    }
    try holdLock()
    let opened = try Logbook(path: path)
    try repair.begin(in: opened, path: path, date: date())
    // Once: a file that is opened again holds this run's own alarms.
    if hasLookedBack {
      // The run, its session, its sensors and what is there go on in the new file.
      let ahead = waiting.reduce(Int64(0)) { sum, entry in
        if case .clockSet(let shift) = entry { sum + shift } else { sum }
      }
      let alarms = open.entries(upTo: committed.sequence, ahead: ahead) { sensors[$0]?.address }
      let missing = try opened.missing(of: committed.entries + alarms, inRun: runDate.mark)
      try opened.append(missing)
    } else {
      try lookBack(opened)
      // A correction that waits behind it moves it with all the rest.
      waiting.insert(
        .runStarted(
          at: startedAtUnixMilliseconds, isClockSet: wasSetAtStart, mark: runDate.mark, bootedAt: bootedAt), at: 0)
    }
    logbook = opened
  }

  /// Tells the loop what an earlier run has left.
  private func lookBack(_ logbook: Logbook) throws(LogbookError) {
    // Before a date is learned: what it was at the start.
    if !dates.isSet, waiting.isEmpty, try logbook.knewDate(bootedAt: bootedAt) {
      dates.trust()
      wasSetAtStart = dates.isSet
    }
    // All is read before anything is told: a damaged file tells nothing, and is read again when it is mended.
    var last = try logbook.lastRun(now: dates.start)
    let holes = try logbook.holes()
    let latestMeasurements = try logbook.latestMeasurements(of: records.recorders)
    if case .sound(let memory) = found, try isNewer(memory, than: last, in: logbook) {
      let remembered = memory.openAlarms(now: dates.start)
      // A run that never took up what the log tells knew of fewer.
      let older = memory.isPartial == true ? last.alarms.filter { !$0.isAmong(remembered) } : []
      last.alarms = older + remembered
      // Of a lost log the file is all that is left.
      if last.mark != memory.run { last.wasInterrupted = memory.end == nil }
    }
    // A log that is younger than the alarm has no reading of its sensor.
    if case .sound(let memory) = found { for place in last.alarms.indices { memory.name(&last.alarms[place].sensor) } }
    resume(last.alarms)
    let earlier = earlierRun(last)
    for item in earlier.expected { _ = tell(.earlierRun(item)) }
    untoldHoles = holes
    for hole in holes { committed.note(.holeFound(hole)) }
    for latest in latestMeasurements {
      guard let sensor = Self.sensor(latest.sensor) else { continue }
      records.recall(sensor, measuredAt: latest.at)
    }
    for item in earlier.counts(by: settings) { _ = tell(.earlierRun(item)) }
    if last.wasInterrupted {
      _ = tell(.event(.fault(.restarted)))
      last.alarms = resumed
      _ = tell(.note("the run before ended by itself, with \(Self.state(of: last))"))
    }
    tellRecall(isFromLog: true)
    hasLookedBack = true
  }

  /// Which of two memories is the newer one: by the run, and in the same run by the number of the latest transition. The
  /// log knows all runs that were written into it.
  private func isNewer(_ memory: AlarmMemory, than last: LastRun, in logbook: Logbook) throws(LogbookError) -> Bool {
    if memory.run == last.mark { return memory.sequence > last.sequence }
    return try !logbook.knows(run: memory.run)
  }

  /// The alarms go on, each once: a log that is read later than the file beside it may know of more.
  private func resume(_ alarms: [LastRun.OpenAlarm]) {
    for open in alarms where !open.isAmong(resumed) {
      resumed.append(open)
      // Of a sensor that was never heard no more is known than its address.
      let isUnknown = open.sensor.model == SensorModel.unknown.name
      let unknown = isUnknown ? SensorRegistry.Sensor(address: open.sensor.address, model: .unknown) : nil
      guard let sensor = unknown ?? Self.sensor(open.sensor) else { continue }
      _ = tell(.earlierRun(.alarm(open.alarm, sensor)))
      holdUntil = clock.now.advanced(by: Self.longestHold)
    }
  }

  /// Where the log cannot be read, the file beside it is all that there is for now.
  private func resumeFromMemory() {
    guard !hasLookedBack, !hasResumedFromMemory, case .sound(let memory) = found else { return }
    hasResumedFromMemory = true
    resume(memory.openAlarms(now: dates.start))
    tellRecall(isFromLog: false)
  }

  private func tellRecall(isFromLog: Bool) {
    let recall = LoopInput.recalled(isFromLog: isFromLog)
    untoldRecall = tell(recall) ? nil : recall
  }

  /// What was there when it ended, in words.
  private static func state(of run: LastRun) -> String {
    func list(_ texts: [String]) -> String { texts.isEmpty ? "none" : texts.joined(separator: ", ") }
    let alarms = run.alarms.map { "\($0.alarm.condition.name) at \($0.sensor.address)" }
    return "alarms: \(list(alarms)); sensors: \(list(run.sensors.map { "\($0.address)" }))"
  }

  /// What the log has of the run before, on the time axis of this one.
  private func earlierRun(_ last: LastRun) -> EarlierRun {
    var earlier = EarlierRun()
    earlier.sensors = last.sensors.compactMap { Self.sensor($0) }
    guard let end = last.readings.last?.at else { return earlier }
    // Where the clock has gone back, or is not set yet, the time since is not known: none of it is counted.
    let start = max(dates.start, end)
    earlier.readings = last.readings.compactMap { logged in
      // A damaged file may hold any number.
      let (before, overflow) = logged.at.subtractingReportingOverflow(start)
      guard let sensor = Self.sensor(logged.sensor), !overflow else { return nil }
      return EarlierRun.LoggedReading(
        sensor: sensor, at: Instant.start.advanced(by: .milliseconds(before)), measurements: logged.measurements,
        contact: logged.contact, ageSeconds: logged.ageSeconds, counter: logged.counter)
    }
    return earlier
  }

  /// Asks the radio to fill the holes, once it can be said when they were.
  private func tellHoles() {
    guard dates.isSet else { return }
    untoldHoles.removeAll { hole in
      guard let wish = HistoryRequest(hole, start: dates.start), records.mayAsk(hole.address, as: wish.model) else {
        return true
      }
      return tell(.fetch(wish))
    }
  }

  private static func sensor(_ logged: LastRun.Sensor) -> SensorRegistry.Sensor? {
    guard let model = SensorModel.allCases.first(where: { $0.name == logged.model }) else { return nil }
    return SensorRegistry.Sensor(address: logged.address, model: model)
  }

  /// Keeps the latest half of the readings when there are too many.
  private func dropReadings() {
    let readings = waiting.count { if case .reading = $0 { true } else { false } }
    guard readings > Self.mostWaitingReadings else { return }
    var surplus = readings / 2
    droppedReadings += surplus
    waiting.removeAll { entry in
      guard case .reading = entry, surplus > 0 else { return false }
      surplus -= 1
      return true
    }
  }

  private func tellAlive() {
    let committed = waiting.isEmpty ? lastSequence : toldSequence
    toldSequence = committed
    _ = tell(.committed(committed))
  }

  private func tell(_ record: LoopInput) -> Bool {
    let isTold = inward.push(record)
    inward.bell.ring()
    return isTold
  }
}

extension LastRun.OpenAlarm {
  /// Whether the same condition of the same sensor is there.
  fileprivate func isAmong(_ others: [Self]) -> Bool {
    others.contains { $0.alarm.condition == alarm.condition && $0.sensor.address == sensor.address }
  }
}
