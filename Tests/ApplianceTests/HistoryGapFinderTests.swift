import Engine
import Logbook
import Readings
import SensorProtocols
import TestSupport
import Testing
@testable import Appliance

@Suite struct `A sensor that was not received for some time` {
  private let aranet = SensorRegistry.Sensor(address: .sampleAranet4, model: .aranet4)
  private var watch = HistoryGapFinder(recorders: [.sampleAranet4])
  private let noon: Int64 = 1_800_000_000_000

  /// Received this many minutes after noon, with a measurement of that age.
  private mutating func receive(
    _ sensor: SensorRegistry.Sensor? = nil, minute: Int64, age: UInt16 = 0, isDated: Bool = true
  ) -> HistoryGap? {
    let reading = Reading.aranet4(intervalSeconds: 60, ageSeconds: age)
    let time = (isDated ? noon : 0) + minute * 60_000
    return watch.note(reading, of: sensor ?? aranet, at: time, isDated: isDated)
  }

  private func gap(from: Int64, to: Int64) -> HistoryGap {
    HistoryGap(
      address: .sampleAranet4, model: SensorModel.aranet4.name, from: noon + from * 60_000, to: noon + to * 60_000)
  }

  @Test mutating func `has left a gap between the measurements around it`() {
    #expect(receive(minute: 0) == nil)
    #expect(receive(minute: 2) == nil, "one was lost on the way, as happens")
    #expect(receive(minute: 62) == gap(from: 2, to: 62))
    #expect(receive(minute: 63) == nil, "a gap is reported once")
  }

  @Test mutating func `has left one since an earlier run, too`() {
    watch.recall(aranet, measuredAt: noon - 3_600_000)
    #expect(receive(minute: 0, age: 0) == gap(from: -60, to: 0))
  }

  @Test mutating func `has left none where it reports what was measured before`() {
    _ = receive(minute: 0)
    #expect(receive(minute: 5, age: 240) == nil)
  }

  @Test mutating func `has left none where the clock has gone back`() {
    _ = receive(minute: 60)
    #expect(receive(minute: 0) == nil)
    #expect(receive(minute: 61) == nil)
  }

  @Test mutating func `has left none that can be filled where it gives its record to somebody else, or keeps none`() {
    let stranger = SensorRegistry.Sensor(address: .otherAranet4, model: .aranet4)
    let strap = SensorRegistry.Sensor(address: .sampleAranet4, model: .heartRateService)
    for sensor in [stranger, strap] {
      _ = receive(sensor, minute: 0)
      #expect(receive(sensor, minute: 600) == nil)
    }
  }

  @Test func `has left none that is filled where it is never to be connected to`() {
    let recorders: Set<DeviceAddress> = [.sampleAranet4]
    for (way, mayAsk) in [(SensorSelection.Way.automatic, true), (.advert, false), (.off, false)] {
      let watch = HistoryGapFinder(recorders: recorders, selection: SensorSelection([.kinds("aranet4"): way]))
      #expect(watch.mayAsk(.sampleAranet4, as: .aranet4) == mayAsk)
    }
  }

  @Test mutating func `has left one that is found once the box knows the date`() {
    watch.recall(aranet, measuredAt: noon - 3_600_000)
    #expect(receive(minute: 1, isDated: false) == nil)
    #expect(receive(minute: 2, isDated: false) == nil)
    #expect(watch.learn(shift: noon) == [gap(from: -60, to: 1)])
    #expect(receive(minute: 3) == nil)
  }
}
