import Alarms
import Logbook
import Monitor
import Readings
import SensorProtocols

/// Writes the file of open alarms at each transition, on a thread of its own: a logbook that is stuck, damaged or being
/// salvaged does not hold it up.
final class AlarmMemoryKeeper: OutwardConsumer {
  private let file: AlarmMemoryFile
  private let settings: MonitorSettings
  private let date: RunDate
  private let inward: BoundedRing<InwardRecord>
  private let clock: MonotonicClock
  private var sensors: [SensorIndex: Intake.Sensor] = [:]
  /// By milliseconds since the start of the run.
  private var open = OpenAlarms()
  private var sequence: UInt64 = 0
  private var end: String?
  private var firstInstant: Instant?
  private var written: AlarmMemory?
  private var hasNews = false
  private var retryAt: Instant?
  private var toldFault: String?

  private static let retryInterval = Duration.seconds(5)
  /// What the run before has left is told to the loop within that time, and comes back from there. Until then its file
  /// stays.
  private static let settling = Duration.seconds(10)

  init(
    file: AlarmMemoryFile, settings: MonitorSettings, date: RunDate, inward: BoundedRing<InwardRecord>,
    clock: MonotonicClock
  ) {
    self.file = file
    self.settings = settings
    self.date = date
    self.inward = inward
    self.clock = clock
  }

  func take(_ batch: [Outward]) {
    for outward in batch { gather(outward) }
    let hasSettled = Instant.start.duration(to: clock.now) > Self.settling
    guard hasNews || hasSettled else { return }
    if let retryAt, clock.now < retryAt { return }
    write()
  }

  func finish() { write() }

  private func gather(_ outward: Outward) {
    let start = firstInstant ?? outward.instant
    firstInstant = start
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
    case .runEnded(let isFinished):
      end = isFinished ? "finished" : "stopped"
      hasNews = true
    default: break
    }
  }

  private var memory: AlarmMemory {
    let start = date.start
    let entries = open.all.compactMap { index, alarm -> AlarmMemory.Entry? in
      guard let sensor = sensors[index] else { return nil }
      var logged = LoggedAlarm(alarm.alarm, at: start + alarm.at, silentUntil: alarm.silentUntil.map { start + $0 })
      logged.unansweredSeconds = alarm.alarm.unanswered.inSeconds
      return AlarmMemory.Entry(
        address: sensor.address.description, model: sensor.model.name, person: alarm.person, alarm: logged)
    }
    return AlarmMemory(run: date.mark, sequence: sequence, end: end, alarms: entries)
  }

  private func write() {
    let memory = memory
    hasNews = false
    guard memory != written else { return }
    do throws(ApplianceError) {
      try file.write(memory)
      (written, retryAt, toldFault) = (memory, nil, nil)
    } catch {
      hasNews = true
      retryAt = clock.now.advanced(by: Self.retryInterval)
      guard toldFault != error.message else { return }
      toldFault = error.message
      _ = inward.push(.note(error.message))
      inward.bell.ring()
    }
  }
}
