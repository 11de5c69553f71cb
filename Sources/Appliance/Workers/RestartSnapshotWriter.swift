import Alarms
import Engine
import Flight
import Logbook
import Monitor
import Readings
import SensorProtocols
import Settings
import System

/// Writes the file of open alarms at each transition, on its own thread, so that a stuck or damaged logbook does not
/// delay it.
///
/// Until the loop has taken over the state of the previous run, the file keeps that as well, so that a crash in between
/// loses nothing.
final class RestartSnapshotWriter: OutputConsumer {
  private let file: RestartSnapshotFile
  private let settings: MonitorSettings
  private let date: RunDate
  private let clock: MonotonicClock
  private var sensors: [SensorIndex: SensorRegistry.Sensor] = [:]
  /// Times are milliseconds since the start of the run.
  private var open = OpenAlarms()
  private var sequence: UInt64 = 0
  private var end: String?
  /// The phase of flight, and its time on the same axis.
  private var phase: (change: PhaseChange, since: Int64)?
  private var firstInstant: Instant?
  /// The time of the latest record, and when it arrived.
  private var latest: (instant: Instant, at: Instant)?
  private var written: RestartSnapshot?
  /// The alarms of the previous run, until the loop has taken them over.
  private var inherited: [RestartSnapshot.Entry] = []
  private var inheritedPhase: RestartSnapshot.PhaseEntry?
  /// Whether the loop has taken over the state in the logbook.
  private var knowsLog = false
  private var hasNews = false
  private var checkAt: Instant
  private var growsAt: Instant
  private var retry: RetriedWrite

  /// A deleted or damaged file is noticed within a minute.
  static let standardCheckInterval = Duration.seconds(20)
  private let checkInterval: Duration
  /// The file is at most this old, so a restart loses no more of the time for which an alarm was unanswered.
  static let standardGrowthInterval = Duration.seconds(60)
  private let growthInterval: Duration

  init(
    file: RestartSnapshotFile, found: FoundSnapshot, settings: MonitorSettings, date: RunDate,
    inward: BoundedRing<LoopInput>, clock: MonotonicClock, checkInterval: Duration = standardCheckInterval,
    growthInterval: Duration = standardGrowthInterval
  ) {
    self.file = file
    if case .sound(let snapshot) = found, snapshot.end != "finished" {
      (inherited, inheritedPhase) = (snapshot.alarms, snapshot.phase)
    }
    self.checkInterval = checkInterval
    self.growthInterval = growthInterval
    checkAt = clock.now.advanced(by: checkInterval)
    growsAt = clock.now.advanced(by: growthInterval)
    self.settings = settings
    self.date = date
    self.clock = clock
    retry = RetriedWrite(every: .seconds(5), inward: inward, clock: clock)
  }

  func receive(_ batch: [TimedOutput]) {
    for outward in batch { gather(outward) }
    let now = clock.now
    guard retry.isDue else { return }
    if let written, checkAt <= now {
      checkAt = now.advanced(by: checkInterval)
      if !file.holds(written) { (self.written, hasNews) = (nil, true) }
    }
    if growsAt <= now {
      growsAt = now.advanced(by: growthInterval)
      if open.isAnySounding { (written, hasNews) = (nil, true) }
    }
    if hasNews { write() }
  }

  func finish() { write() }

  private func gather(_ outward: TimedOutput) {
    let start = firstInstant ?? outward.instant
    firstInstant = start
    latest = (outward.instant, clock.now)
    func milliseconds(_ instant: Instant) -> Int64 { start.duration(to: instant).wholeNanoseconds / 1_000_000 }
    let at = milliseconds(outward.instant)
    switch outward.record {
    case .sensor(let index, let sensor):
      let former = sensors.updateValue(sensor, forKey: index)
      if let former, former.address != sensor.address { open.move(at: index, at: at) }
      if former != sensor, open.has(index) { hasNews = true }
    case .stranger(let index, _), .left(let index):
      if open.has(index) { hasNews = true }
      sensors[index] = nil
      open.forget(index)
    case .action(.alarm(let alarm)):
      sequence = alarm.sequence
      hasNews = true
      var person: String?
      if case .person(let number) = alarm.subject { person = settings.personName(for: number) }
      open.note(alarm, at: at, silentUntil: alarm.silentUntil.map(milliseconds), person: person)
    case .action(.phase(let change)):
      phase = change.phase == .unknown ? nil : (change, milliseconds(change.since))
      inheritedPhase = nil
      hasNews = true
    case .recalled(let isFromLog):
      (inherited, inheritedPhase) = ([], nil)
      knowsLog = isFromLog
      hasNews = true
    case .runEnded(let isFinished):
      end = isFinished ? "finished" : "stopped"
      hasNews = true
    default: break
    }
  }

  private var phaseEntry: RestartSnapshot.PhaseEntry? {
    phase.map { phase in
      RestartSnapshot.PhaseEntry(
        phase: phase.change.phase.rawValue, since: date.start + phase.since, probability: phase.change.probability,
        source: phase.change.source.rawValue)
    }
  }

  private var snapshot: RestartSnapshot {
    let start = date.start
    let entries = open.all.compactMap { index, alarm -> RestartSnapshot.Entry? in
      guard let sensor = sensors[index] else { return nil }
      var logged = LoggedAlarm(alarm.alarm, at: start + alarm.at, silentUntil: alarm.silentUntil.map { start + $0 })
      logged.unansweredSeconds = alarm.alarm.unanswered.inSeconds
      return RestartSnapshot.Entry(
        address: sensor.address.description, model: sensor.model.name, person: alarm.person, alarm: logged)
    }
    let earlier = inherited.filter { old in
      !entries.contains { $0.address == old.address && $0.alarm.condition == old.alarm.condition }
    }
    return RestartSnapshot(
      run: date.mark, sequence: sequence, end: end, heardAt: start + sinceStart, isPartial: knowsLog ? nil : true,
      alarms: earlier + entries, phase: phaseEntry ?? inheritedPhase)
  }

  /// The time from the first record until now, in milliseconds. (A recording has its own time axis.)
  private var sinceStart: Int64 {
    guard let firstInstant, let latest else { return 0 }
    let silence = latest.at.duration(to: clock.now)
    return firstInstant.duration(to: latest.instant.advanced(by: silence)).wholeNanoseconds / 1_000_000
  }

  private func write() {
    let snapshot = snapshot
    hasNews = false
    guard !snapshot.isSame(as: written) else { return }
    do throws(LapwingError) {
      try file.write(snapshot)
      written = snapshot
      retry.succeed()
    } catch {
      hasNews = true
      retry.fail(error)
    }
  }
}
