import Alarms
import Bluetooth
import Board
import BoxSupport
import Control
import Engine
import Monitor
import Radio
import Readings
import SensorProtocols
import Settings
import Synchronization
import System
import TestSupport
import Testing

@testable import Appliance

@Suite struct `A turn of the critical loop` {
  /// A loop with rings that only the test empties, and a clock that the test moves.
  private final class Bench {
    private final class Time: Sendable { let now = Mutex(Instant.start) }

    let radio = FakeRadio()
    let inward: BoundedRing<LoopInput>
    let logbook: BoundedRing<TimedOutput>
    let loop: CriticalLoop
    private let time = Time()

    init(logbookRoom: Int = 512, lamps: any LampDriver = RecordingLamps()) throws {
      inward = try BoundedRing(capacity: 256)
      logbook = try BoundedRing(capacity: logbookRoom)
      let sleeper = try Sleeper()
      let plan = BoardPlan()
      loop = try CriticalLoop(
        feed: .live, radio: radio,
        engine: Engine(settings: MonitorSettings(latchesSound: false, gradesAir: true)),
        clock: MonotonicClock(movedBy: { [time] in time.now.withLock { $0 } }), signals: nil, sleeper: sleeper,
        inward: inward, outboxes: Outboxes(logbook: logbook, others: [], list: nil, snapshots: nil),
        board: BoardControl(
          plan: plan, opener: try BoardOpener(plan: plan, inward: inward), sleeper: sleeper, lamps: lamps))
      loop.begin()
    }

    func turn(at seconds: Double) {
      time.now.withLock { $0 = .at(seconds) }
      loop.turn()
    }

    /// A strap sends a heart rate once and falls silent: `no-data` is shown 15 s later, and sounds with high priority after 35 s.
    func strapSpeaks() {
      let value = AttributeValue(address: .sampleStrap, characteristic: BluetoothUUID(0x2A37), data: [6, 72])
      radio.next = [.input(.radio(.attributeValue(value)))]
    }

    func reported() -> [LoopOutput] {
      var reported: [LoopOutput] = []
      while let output = logbook.pop() { reported.append(output.record) }
      return reported
    }

    func alarms() -> [String] { Self.alarms(reported()) }

    static func alarms(_ reported: [LoopOutput]) -> [String] {
      reported.compactMap { record in
        guard case .action(.alarm(let alarm)) = record else { return nil }
        return "\(alarm.condition) \(alarm.presence)"
      }
    }
  }

  /// Lamps that check at each command which commands others have received.
  private final class WatchfulLamps: LampDriver {
    var ring: BoundedRing<TimedOutput>?
    var events: [String] = []

    func set(_ lamp: Lamp, isLit: Bool) {
      while let output = ring?.pop() { note(output.record) }
      if isLit { events.append("\(lamp)") }
    }

    func note(_ record: LoopOutput) { events += Bench.alarms([record]) }
  }

  @Test func `lights the lamp of an alarm before it reports the alarm`() throws {
    let lamps = WatchfulLamps()
    let bench = try Bench(lamps: lamps)
    bench.strapSpeaks()
    bench.turn(at: 0)
    lamps.ring = bench.logbook
    lamps.events = []
    bench.turn(at: 15)
    for record in bench.reported() { lamps.note(record) }
    #expect(lamps.events == ["blue", "noData on"])
  }

  @Test func `lights the lamp of an alarm before it asks the radio for the next message`() throws {
    let lamps = WatchfulLamps()
    let bench = try Bench(lamps: lamps)
    bench.turn(at: 0)
    lamps.events = []
    bench.radio.parts = [[.input(.event(.fault(.adapterGone)))], []]
    bench.radio.willServe = { lamps.events.append("radio") }
    bench.turn(at: 1)
    #expect(lamps.events == ["radio", "red", "radio", "radio"])
  }

  @Test func `loses no alarm for a ring that is full, and does not wait for it`() throws {
    let lamps = RecordingLamps()
    let bench = try Bench(logbookRoom: 4, lamps: lamps)
    bench.strapSpeaks()
    bench.turn(at: 0)
    bench.turn(at: 15)
    #expect(lamps.lit.contains(.blue))
    var alarms: [String] = []
    for second in 16..<30 {
      alarms += bench.alarms()
      bench.turn(at: Double(second))
    }
    #expect(alarms.filter { $0 == "noData on" } == ["noData on"])
  }

  @Test func `carries out an order while the radio speaks without end`() throws {
    let bench = try Bench()
    let noise = Advertisement(address: DeviceAddress(value: 9), rssi: -60, data: [2, 1, 6])
    bench.radio.always = Array(repeating: .input(.radio(.advertisement(noise))), count: 64)
    bench.turn(at: 0)
    #expect(Inbox(bench.inward).post(.forget(DeviceAddress(value: 1), 7), before: nil))
    bench.turn(at: 0.001)
    let answered = bench.reported().contains { if case .answer(7, _) = $0 { true } else { false } }
    #expect(answered)
  }

  @Test func `refuses an order that nobody waits for any more, and answers whether it lives`() throws {
    let bench = try Bench()
    bench.turn(at: 0)
    _ = bench.reported()
    #expect(Inbox(bench.inward).post(.event(.silence, 7), before: 0))
    #expect(Inbox(bench.inward).post(.event(.silence, 8), before: .max))
    #expect(Inbox(bench.inward).post(.proof(9), before: nil))
    bench.turn(at: 1)
    let answers: [String] = bench.reported().compactMap { output in
      guard case .answer(let number, let answer) = output else { return nil }
      if case .refused(let error) = answer { return "\(number) \(error.code)" }
      return "\(number) done"
    }
    #expect(answers == ["7 too-late", "8 not-sounding", "9 done"], "the one in time was carried out")
  }

  @Test func `answers a reload before it reports what the new settings change`() throws {
    let bench = try Bench()
    bench.turn(at: 0)
    _ = bench.reported()
    let named = DeviceAddress(value: 5)
    let order = BoxOrder.settings(
      MonitorSettings(latchesSound: false, gradesAir: true), bindKeys: [:], roles: [:],
      sensors: SensorSelection([.any: .automatic, .address(named): .automatic]), pressure: .automatic,
      board: BoardPlan(), 7)
    #expect(Inbox(bench.inward).post(order, before: nil))
    bench.turn(at: 1)
    let reported = bench.reported()
    let answered = reported.firstIndex { if case .answer(7, _) = $0 { true } else { false } }
    let changed = reported.firstIndex { if case .sensor(_, let sensor) = $0 { sensor.address == named } else { false } }
    #expect(try #require(answered) < (try #require(changed)))
  }

  @Test func `takes a few orders at a time, and comes back for the rest`() throws {
    let bench = try Bench()
    for number in 0..<40 { _ = bench.inward.push(.note("\(number)")) }
    func notes() -> Int { bench.reported().count { if case .note = $0 { true } else { false } } }
    bench.turn(at: 0)
    #expect(notes() == CriticalLoop.inwardPerTurn)
    #expect(bench.inward.bell.wait(.zero), "it rings for itself")
    bench.turn(at: 0.001)
    bench.turn(at: 0.002)
    #expect(notes() == 40 - CriticalLoop.inwardPerTurn)
  }

  @Test func `sounds that the lamps have failed in the turn in which an alarm should have lit one`() throws {
    let lamps = RecordingLamps()
    let bench = try Bench(lamps: lamps)
    bench.strapSpeaks()
    bench.turn(at: 0)
    bench.turn(at: 15)
    // The logbook is well meanwhile.
    _ = bench.inward.push(.committed(0))
    bench.turn(at: 16)
    _ = bench.reported()
    lamps.broken = [.red]
    bench.turn(at: 35)
    let reported = bench.reported()
    #expect(Bench.alarms(reported) == ["noData on", "lampFailed on"])
    let sounds = reported.contains { if case .action(.sound(_?)) = $0 { true } else { false } }
    #expect(sounds)
    lamps.broken = []
    bench.turn(at: 36)
    bench.turn(at: 37)
    #expect(bench.alarms().contains("lampFailed off"))
  }

  @Test func `says once that the logbook is silent, and that it speaks again`() throws {
    let bench = try Bench()
    bench.turn(at: 20)
    #expect(bench.alarms() == [])
    bench.turn(at: 20.1)
    bench.turn(at: 30)
    #expect(bench.alarms() == ["diskFull on"])
    _ = bench.inward.push(.committed(0))
    bench.turn(at: 31)
    #expect(bench.alarms() == ["diskFull off"])
  }

  @Test func `sets to which devices the radio may connect, once`() throws {
    let bench = try Bench()
    bench.turn(at: 0)
    bench.turn(at: 1)
    #expect(bench.radio.guests.count == 1)
  }

  @Test func `reports to the keeper that looks back that all has been taken up, after it`() throws {
    let bench = try Bench()
    let strap = SensorRegistry.Sensor(address: .sampleStrap, model: .heartRateService)
    let alarm = RememberedAlarm(
      condition: .heartRateHigh, priority: .high, isLatched: false, acknowledgementLeft: nil, limit: 130, value: 150)
    _ = bench.inward.push(.earlierRun(.alarm(alarm, strap)))
    _ = bench.inward.push(.recalled(isFromLog: true))
    bench.turn(at: 0)
    let reported = bench.reported()
    let alarmed = reported.firstIndex { if case .action(.alarm) = $0 { true } else { false } }
    let recalled = reported.firstIndex { if case .recalled = $0 { true } else { false } }
    #expect(try #require(alarmed) < (try #require(recalled)))
  }
}
