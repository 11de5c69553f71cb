import Alarms
import Engine
import Foundation
import Logbook
import Monitor
import Readings
import SensorProtocols
import System
import TestSupport
import Testing
@testable import Appliance

@Suite struct `A link to a consumer` {
  private func alarm(_ sequence: UInt64) -> TimedOutput {
    TimedOutput(
      instant: .start,
      record: .action(
        .alarm(
          AlarmTransition(
            sequence: sequence, condition: .co2High, sensor: nil, priority: .high, isTechnical: false, presence: .on,
            isOnset: true, activation: .on, limit: nil, value: nil))))
  }

  private let reading = TimedOutput(
    instant: .start, record: .reading(Reading(model: .aranet4), from: SensorIndex(0)))

  private func sequences(in ring: BoundedRing<TimedOutput>) -> [UInt64] {
    var sequences: [UInt64] = []
    while let outward = ring.pop() {
      if case .action(.alarm(let alarm)) = outward.record { sequences.append(alarm.sequence) }
    }
    return sequences
  }

  @Test func `keeps every alarm, in order, for a consumer that stands still`() throws {
    let ring = try BoundedRing<TimedOutput>(capacity: 16, reserved: 4)
    var link = Outbox(ring)
    for sequence in 1...1000 as ClosedRange<UInt64> {
      link.append(alarm(sequence))
      link.append(reading)
    }
    #expect(link.isBehind)
    var got: [UInt64] = []
    while got.count < 1000 {
      let more = sequences(in: ring)
      if more.isEmpty, !link.isBehind { break }
      got += more
      link.flush()
    }
    #expect(got == Array(1...1000))
    #expect(!link.isBehind)
  }

  @Test func `keeps how a connection is, which nobody would say again, but not for the logbook`() throws {
    let connected = SensorLink(.sampleStrap, .connected)
    for (interest, expected) in [(Outbox.Interest.all, [connected]), (.decisions, [])] {
      let ring = try BoundedRing<TimedOutput>(capacity: 16, reserved: 4)
      var outbox = Outbox(ring, interest: interest)
      for _ in 0..<100 { outbox.append(reading) }
      outbox.append(TimedOutput(instant: .start, record: .link(connected)))
      var links: [SensorLink] = []
      for _ in 0..<2 {
        while let outward = ring.pop() { if case .link(let link) = outward.record { links.append(link) } }
        outbox.flush()
      }
      #expect(links == expected)
    }
  }

  @Test func `tells the file of open alarms that the loop has taken over the run before`() throws {
    // Otherwise the file would keep the alarms of the run before, also those that have ended since.
    let ring = try BoundedRing<TimedOutput>(capacity: 16, reserved: 4)
    var link = Outbox(ring, interest: .alarms)
    link.append(alarm(1))
    for _ in 0..<100 { link.append(reading) }
    link.append(TimedOutput(instant: .start, record: .recalled(isFromLog: true)))
    var kinds: [String] = []
    while let outward = ring.pop() {
      switch outward.record {
      case .action(.alarm): kinds.append("alarm")
      case .recalled(let isFromLog): kinds.append(isFromLog ? "recalled from the log" : "recalled")
      default: kinds.append("other")
      }
    }
    #expect(kinds == ["alarm", "recalled from the log"])
  }

  @Test func `drops readings before alarms, and counts them`() throws {
    let ring = try BoundedRing<TimedOutput>(capacity: 16, reserved: 4)
    var link = Outbox(ring)
    for _ in 0..<100 { link.append(reading) }
    for sequence in 1...4 as ClosedRange<UInt64> { link.append(alarm(sequence)) }
    #expect(!link.isBehind)
    #expect(ring.refused == 88)
    #expect(sequences(in: ring) == [1, 2, 3, 4])
  }

  @Test func `does not trouble the logbook with edges of lamps`() throws {
    let ring = try BoundedRing<TimedOutput>(capacity: 16)
    var link = Outbox(ring, interest: .decisions)
    for _ in 0..<100 { link.append(TimedOutput(instant: .start, record: .lamp(.red, isLit: true))) }
    #expect(ring.pop() == nil)
  }
}

@Suite struct `The keeper of the logbook` {
  private let folder: TemporaryFolder
  private let inward: BoundedRing<LoopInput>
  private let health = LogbookHealth()
  private let strap = SensorRegistry.Sensor(address: DeviceAddress(value: 2), model: .heartRateService)

  init() throws {
    folder = try TemporaryFolder()
    inward = try BoundedRing(capacity: 64)
  }

  private func keeper() -> LogbookWriter {
    LogbookWriter(
      .init(
        path: folder.file("lapwing.db"),
        settings: MonitorSettings(profile: .bedside, latchesSound: true, gradesAir: false),
        inward: inward, health: health, clock: MonotonicClock(),
        startedAtUnixMilliseconds: 1000, refusedReadings: { 0 }))
  }

  private func alarm(_ sequence: UInt64) -> TimedOutput {
    TimedOutput(
      instant: .start,
      record: .action(
        .alarm(
          AlarmTransition(
            sequence: sequence, condition: .heartRateHigh, sensor: SensorIndex(0), priority: .high, isTechnical: false,
            presence: .on, isOnset: true, activation: .on, limit: 100, value: 131))))
  }

  private var reported: [String] {
    var reported: [String] = []
    while let record = inward.pop() {
      switch record {
      case .committed(let sequence): reported.append("committed \(sequence)")
      case .event(.fault(let condition)): reported.append("fault \(condition.name)")
      case .event(.cleared(let condition)): reported.append("cleared \(condition.name)")
      // It learns the date, and has nothing to go on with.
      case .note, .recalled: break
      default: reported.append("something else")
      }
    }
    return reported
  }

  /// A rate beyond its limit, and one that says that the strap is worn.
  @Test(arguments: [(131.0, true), (72, true), (0, false)])
  func `reports what was counted when the run before ended`(rate: Double, isCounted: Bool) throws {
    let logbook = try Logbook(path: folder.file("lapwing.db"))
    var reading = Reading(model: .heartRateService)
    reading.measurements[.heartRateBeatsPerMinute] = rate
    try logbook.append([
      .runStarted(at: 0), .reading(reading, of: strap.model.name, from: strap.address, at: 500),
      .reading(reading, of: strap.model.name, from: strap.address, at: 900),
    ])
    logbook.close()
    _ = keeper()
    var recalled: [String] = []
    while let record = inward.pop() {
      if case .earlierRun(.counts(_, let sensor)) = record { recalled.append("\(sensor.address)") }
    }
    #expect(recalled == (isCounted ? ["\(strap.address)"] : []))
  }

  @Test func `speaks of every alarm that it has committed, and goes on speaking when nothing happens`() {
    let keeper = keeper()
    #expect(reported == ["committed 0"])
    keeper.receive([TimedOutput(instant: .start, record: .sensor(SensorIndex(0), strap)), alarm(1), alarm(2)])
    #expect(reported == ["committed 2"])
    keeper.receive([])
    #expect(reported == ["committed 2"])
  }

  @Test func `does not speak of alarms beyond a gap, and calls the gap a fault for good`() {
    let keeper = keeper()
    keeper.receive([alarm(1), alarm(2), alarm(5)])
    #expect(reported == ["committed 0", "fault disk-full", "committed 2"])
    #expect(health.hasGap)
    keeper.receive([])
    #expect(reported == ["committed 2"])
  }

  @Test func `reports a fault once, goes on speaking, and does not claim what waits`() throws {
    try FileManager.default.createDirectory(atPath: folder.file("lapwing.db"), withIntermediateDirectories: false)
    let keeper = keeper()
    #expect(reported == ["fault disk-full", "committed 0"])
    keeper.receive([alarm(1)])
    #expect(reported == ["committed 0"])
    #expect(health.fault?.code == "logbook-cannot-open")
  }
}
