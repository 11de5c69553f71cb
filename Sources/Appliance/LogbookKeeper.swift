import Alarms
import FoundationEssentials
import Logbook
import Monitor
import Readings
import SensorProtocols
import Synchronization

/// What is wrong with the logbook, for whoever shows it to a person.
public final class LogbookHealth: Sendable {
  private let state = Mutex<LogbookError?>(nil)

  /// Nothing is wrong.
  public init() {}

  /// What is wrong now, or `nil`.
  public var fault: LogbookError? {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

/// Writes what happens into the logbook, on the logbook's own thread, and tells the loop what has been committed.
///
/// Where the logbook cannot be written, the loop is told that the disk fails, alarms and sessions are kept until it can
/// be written again, and readings as far as there is room.
final class LogbookKeeper: OutwardConsumer {
  private let path: String
  private let profile: Profile
  private let inward: BoundedRing<InwardRecord>
  private let health: LogbookHealth
  private let clock: MonotonicClock
  private let startedAtUnixMilliseconds: Int64
  /// The start of the time axis, which a recording may put anywhere.
  private var firstInstant: Instant?
  private var logbook: Logbook?
  private var sensors: [Intake.Sensor] = []
  private var latestLogged: [SensorIndex: Reading] = [:]
  private var waiting: [LogEntry] = []
  private var sessionStartedAt: Int64?
  private var lastSequence: UInt64 = 0
  private var toldSequence: UInt64 = 0
  private var retryAt: Instant?
  private var hasToldFault = false

  /// Alarms and sessions of weeks, or readings of some hours.
  private static let longestBacklog = 20_000
  private static let retryInterval = Duration.seconds(5)

  init(
    path: String, profile: Profile, inward: BoundedRing<InwardRecord>, health: LogbookHealth, clock: MonotonicClock,
    startedAtUnixMilliseconds: Int64
  ) {
    self.path = path
    self.profile = profile
    self.inward = inward
    self.health = health
    self.clock = clock
    self.startedAtUnixMilliseconds = startedAtUnixMilliseconds
    write()  // Opens the file at once: a logbook that cannot be used is an alarm from the start.
  }

  func take(_ batch: [Outward]) {
    for outward in batch { gather(outward) }
    if let retryAt, clock.now < retryAt { return }
    if retryAt != nil || !waiting.isEmpty { write() }
  }

  func finish() { if retryAt != nil || !waiting.isEmpty { write() } }

  private func gather(_ outward: Outward) {
    let start = firstInstant ?? outward.instant
    firstInstant = start
    let at = startedAtUnixMilliseconds + start.duration(to: outward.instant).wholeNanoseconds / 1_000_000
    switch outward.record {
    case .sensor(_, let sensor): sensors.append(sensor)
    case .action(.reading(let reading, let index)):
      guard let sensor = sensor(index), isWorthLogging(reading, from: index) else { return }
      latestLogged[index] = reading
      waiting.append(.reading(reading, of: sensor.model.name, from: sensor.address, at: at))
    case .action(.alarm(let alarm)):
      lastSequence = alarm.sequence
      waiting.append(.alarm(alarm, at: at, sensor: alarm.sensor.flatMap(sensor)?.address))
    case .action(.sessionStarted):
      sessionStartedAt = at
      waiting.append(.sessionStarted(at: at, profile: profile.rawValue))
    case .action(.sessionEnded(let summary)):
      sessionStartedAt = nil
      waiting.append(.sessionEnded(summary, at: at))
    default: break
    }
  }

  private func sensor(_ index: SensorIndex) -> Intake.Sensor? {
    sensors.indices.contains(Int(index.position)) ? sensors[Int(index.position)] : nil
  }

  /// A sensor that advertises one measurement many times is logged once; one without a counter every time.
  private func isWorthLogging(_ reading: Reading, from index: SensorIndex) -> Bool {
    guard !reading.measurements.isEmpty else { return false }
    guard let counter = reading.counter, let latest = latestLogged[index] else { return true }
    return latest.counter != counter || latest.measurements != reading.measurements
  }

  private func write() {
    do throws(LogbookError) {
      if logbook == nil { try openLogbook() }
      try logbook?.append(waiting)
      waiting.removeAll(keepingCapacity: true)
      if hasToldFault { hasToldFault = !tell(.event(.cleared(.diskFull))) }
      retryAt = nil
      health.fault = nil
      if lastSequence > toldSequence, tell(.committed(lastSequence)) { toldSequence = lastSequence }
    } catch {
      // A damaged or lost file is opened anew; a full disk needs no other file.
      switch error {
      case .corrupt, .displaced: logbook = nil
      default: break
      }
      if !hasToldFault { hasToldFault = tell(.event(.fault(.diskFull))) }
      retryAt = clock.now.advanced(by: Self.retryInterval)
      health.fault = error
      shortenBacklog()
    }
  }

  private func openLogbook() throws(LogbookError) {
    if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      // Where this fails, opening the file fails too, and says why.
      try? FileManager.default.createDirectory(atPath: String(path[..<slash]), withIntermediateDirectories: true)
    }
    logbook = try Logbook(path: path)
    // The session that runs goes on in the new file.
    let isStartWaiting = waiting.contains { if case .sessionStarted = $0 { true } else { false } }
    if let sessionStartedAt, !isStartWaiting {
      waiting.insert(.sessionStarted(at: sessionStartedAt, profile: profile.rawValue), at: 0)
    }
  }

  private func shortenBacklog() {
    guard waiting.count > Self.longestBacklog else { return }
    waiting.removeAll { if case .reading = $0 { true } else { false } }
    waiting.removeFirst(max(0, waiting.count - Self.longestBacklog))
  }

  private func tell(_ record: InwardRecord) -> Bool {
    let isTold = inward.push(record)
    inward.bell.ring()
    return isTold
  }
}
