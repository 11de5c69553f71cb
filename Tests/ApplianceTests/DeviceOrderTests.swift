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
import Status
import System
import TestSupport
import Testing

@testable import Appliance

@Suite struct `An order about one device` {
  /// A loop whose outputs only the test takes.
  private final class Bench {
    let radio = FakeRadio()
    let inward: BoundedRing<LoopInput>
    let ring: BoundedRing<TimedOutput>
    let loop: CriticalLoop
    private var number: UInt32 = 0

    init() throws {
      inward = try BoundedRing(capacity: 16)
      ring = try BoundedRing(capacity: 512)
      let sleeper = try Sleeper()
      let plan = BoardPlan()
      loop = try CriticalLoop(
        feed: .live, radio: radio, engine: Engine(settings: MonitorSettings(latchesSound: false, gradesAir: true)),
        clock: MonotonicClock(movedBy: { .start }), signals: nil, sleeper: sleeper, inward: inward,
        outboxes: Outboxes(logbook: ring, others: [], list: nil, snapshots: nil),
        board: BoardControl(plan: plan, opener: try BoardOpener(plan: plan, inward: inward), sleeper: sleeper))
      loop.begin()
    }

    func give(_ order: DeviceOrder) -> [TimedOutput] {
      number += 1
      _ = inward.push(.order(.device(order, number), before: nil))
      loop.turn()
      return outputs()
    }

    func outputs() -> [TimedOutput] {
      var outputs: [TimedOutput] = []
      while let output = ring.pop() { outputs.append(output) }
      return outputs
    }
  }

  @Test func `goes to the radio, and is answered in the same turn`() throws {
    let bench = try Bench()
    let outputs = bench.give(.pair(.sampleStrap, passkey: 5))
    #expect(bench.radio.orders == [.pair(.sampleStrap, passkey: 5)])
    #expect(outputs.contains { if case .answer(1, .done) = $0.record { true } else { false } })
  }

  @Test func `is refused in the words of the radio`() throws {
    let bench = try Bench()
    bench.radio.refusal = LapwingError(.unavailable, code: .busy, "another one")
    let outputs = bench.give(.pair(.sampleStrap, passkey: nil))
    #expect(
      outputs.contains { if case .answer(1, .refused(let error)) = $0.record { error.code == .busy } else { false } })
  }

  @Test func `is told step by step in the status, and the keys are for the thread that stores them`() throws {
    let bench = try Bench()
    var visit = DeviceVisit(.pair, of: .sampleStrap, at: .start)
    visit.step = .passkeyWanted
    bench.radio.next = [.visit(visit), .bonds(Bonds())]
    bench.loop.turn()
    var status = ApplianceStatus()
    let outputs = bench.outputs()
    for output in outputs { status.apply(output) }
    #expect(status.visit?.0.step == .passkeyWanted)
    #expect(outputs.contains { $0.record.isForKeeping })
  }

  @Test func `to read is done by the next reading of that sensor, and not by another's`() {
    var status = ApplianceStatus()
    func apply(_ record: LoopOutput, _ seconds: Double) {
      status.apply(TimedOutput(instant: .at(seconds), record: record))
    }
    for (position, address) in [DeviceAddress.sampleStrap, .sampleAranet4].enumerated() {
      apply(
        .stranger(SensorIndex(UInt16(position)), SensorRegistry.Sensor(address: address, model: .heartRateService)), 0)
    }
    apply(.visit(DeviceVisit(.read, of: .sampleStrap, at: .start)), 0)
    apply(.reading(.heartRate(72), from: SensorIndex(1)), 1)
    #expect(status.visit?.0.step == .awaited)
    apply(.reading(.heartRate(72), from: SensorIndex(0)), 2)
    #expect(status.visit?.0.step == .done)
  }

  @Test func `to read fails after 30 s without a reading`() throws {
    let visit = DeviceVisit(.read, of: .sampleStrap, at: .start)
    #expect(VisitReport(visit, since: .start, now: .at(30)).step == .awaited)
    let late = VisitReport(visit, since: .start, now: .at(31))
    #expect(late.step == .failed && late.code == .noReading)
    #expect(late.sentence?.contains("\(DeviceAddress.sampleStrap)") == true)
  }
}
