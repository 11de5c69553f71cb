import Alarms
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

@Suite struct `No-contact alarm` {
  private func strap(_ contact: SkinContact, _ heartRate: Double = 72, in seconds: Range<Int>) -> MonitorScene {
    var scene = MonitorScene()
    for second in seconds {
      scene.reads(.heartRateService, [.heartRateBeatsPerMinute: heartRate], at: Double(second)) { $0.contact = contact }
    }
    return scene
  }

  @Test func `a strap that says that it is off is shown after ten seconds and sounds after thirty`() {
    let scene = strap(.notDetected, in: 0..<40)
    #expect(scene.onsets(of: .noContact) == [10, 30])
    #expect(scene.changes(of: .noContact).map(\.alarm.priority) == [.low, .medium])
  }

  @Test(arguments: [SkinContact.notSupported, .detected])
  func `a strap that cannot tell, or that is on, is none`(contact: SkinContact) {
    #expect(strap(contact, in: 0..<60).onsets(of: .noContact).isEmpty)
  }

  @Test func `a strap that slips for three seconds is none`() {
    var scene = strap(.notDetected, in: 0..<3)
    scene.heartRate(72, during: 3..<30, sensor: 2)
    #expect(scene.onsets(of: .noContact).isEmpty)
  }

  @Test func `five seconds of contact end it`() {
    var scene = strap(.notDetected, in: 0..<20)
    scene.heartRate(72, during: 20..<30, sensor: 2)
    #expect(scene.ends(of: .noContact) == [25])
  }

  @Test func `a strap off the body that sends 0 bpm for half a minute has no data as well`() {
    let scene = strap(.notDetected, 0, in: 0..<100)
    #expect(scene.onsets(of: .noData) == [30])
    #expect(scene.onsets(of: .noContact) == [10, 30])
    #expect(scene.changes(of: .noData).map(\.alarm.priority) == [.high])
    #expect(scene.onsets(of: .heartRateLow).isEmpty)
  }

  @Test func `a heart rate without contact raises no alarm on it, and is none where half a minute of it has passed`() {
    let scene = strap(.notDetected, 150, in: 0..<100)
    #expect(scene.onsets(of: .heartRateHigh).isEmpty)
    #expect(scene.onsets(of: .noData) == [30])
  }
}

@Suite struct `Implausible value` {
  @Test(arguments: [0.0, 33, 249])
  func `a CO2 value below what the sensor can measure is an alarm and no data`(co2: Double) {
    var scene = MonitorScene()
    scene.co2(600, at: 0)
    scene.co2(co2, during: 5..<400)
    #expect(scene.onsets(of: .implausible) == [10])
    #expect(scene.changes(of: .implausible).first?.alarm.value == co2)
    #expect(scene.onsets(of: .co2High).isEmpty)
    #expect(scene.onsets(of: .noData) == [150, 210])
  }

  @Test(arguments: [10_000.0, 32_767])
  func `a CO2 value above the sensor's scale is beyond the limit`(co2: Double) {
    var scene = MonitorScene()
    scene.co2(co2, during: 0..<400)
    #expect(scene.onsets(of: .co2High) == [30])
    #expect(scene.changes(of: .co2High).first?.alarm.value == co2)
    #expect(scene.onsets(of: .implausible).isEmpty)
    #expect(scene.onsets(of: .noData).isEmpty)
  }

  @Test func `one damaged message is no alarm`() {
    var scene = MonitorScene()
    scene.co2(600, at: 0)
    scene.co2(33, at: 5)
    scene.co2(600, at: 9)
    scene.waits(until: 60)
    #expect(scene.onsets(of: .implausible).isEmpty)
  }

  @Test func `an impossible pressure is an alarm beside a CO2 value that counts`() {
    var scene = MonitorScene()
    for second in stride(from: 0.0, to: 200, by: 5) {
      scene.reads(.aranet4, [.co2PartsPerMillion: 2_900, .pressureHectopascals: 2_000], at: second)
    }
    #expect(scene.onsets(of: .implausible) == [5])
    #expect(scene.onsets(of: .co2High) == [30])
    #expect(scene.onsets(of: .noData).isEmpty)
  }

  @Test(arguments: [
    (1.0, ConditionID.heartRateLow), (19, .heartRateLow), (251, .heartRateHigh), (65_535, .heartRateHigh),
  ])
  func `a heart rate that no heart has is beyond the limit on its side`(beatsPerMinute: Double, id: ConditionID) {
    var scene = MonitorScene()
    scene.heartRate(beatsPerMinute, during: 0..<60)
    #expect(scene.onsets(of: id) == [10])
    #expect(scene.onsets(of: .implausible).isEmpty)
  }

  @Test func `a strap on the skin whose number means none is a loss, and no missing pulse`() {
    var scene = MonitorScene(profile: .bedside)
    scene.beats(72, during: 0..<60)
    scene.strap(.detected, nil, during: 60..<120)
    #expect(scene.onsets(of: .noData).first == 74)
    #expect(scene.onsets(of: .noPulse).isEmpty)
    #expect(scene.onsets(of: .heartRateHigh).isEmpty)
  }

  @Test(arguments: [1.0, 65_535])
  func `a heart rate that no heart has is one too where no limit is on its side`(beatsPerMinute: Double) {
    var conditions = ConditionTable.standard
    for id in [ConditionID.heartRateLow, .heartRateHigh] { _ = conditions.setEnabled(false, of: id) }
    var scene = MonitorScene(conditions: conditions)
    scene.heartRate(72, during: 0..<10)
    scene.heartRate(beatsPerMinute, during: 10..<80)
    #expect(scene.onsets(of: .implausible) == [20, 40])
    #expect(scene.changes(of: .noData).last?.alarm.priority == .high)
  }
}

@Suite struct `Repeated frames` {
  private func polar(_ frame: (Int) -> UInt32, _ heartRate: (Int) -> Double, until end: Int) -> MonitorScene {
    var scene = MonitorScene()
    for second in 0..<end {
      scene.reads(.polar, [.heartRateBeatsPerMinute: heartRate(second)], at: Double(second)) {
        $0.counter = frame(second)
        $0.contact = .detected
      }
    }
    return scene
  }

  @Test func `a Polar strap whose frame counter stands has no data`() {
    let scene = polar({ UInt32(min($0, 20)) }, { _ in 150 }, until: 60)
    #expect(scene.onsets(of: .heartRateHigh) == [10])
    #expect(scene.ends(of: .heartRateHigh) == [30])
    #expect(scene.changes(of: .noData).map(\.at) == [30])
    #expect(scene.changes(of: .noData).map(\.alarm.priority) == [.high])
  }

  @Test func `a Polar strap that has never sent another frame has no data`() {
    let scene = polar({ _ in 4 }, { _ in 150 }, until: 60)
    #expect(scene.onsets(of: .heartRateHigh).isEmpty)
    #expect(scene.changes(of: .noData).map(\.at) == [20, 40])
  }

  @Test func `a Polar strap whose frame counter moves has data`() {
    let scene = polar({ UInt32($0 % 8) }, { $0 % 2 == 0 ? 70 : 71 }, until: 60)
    #expect(scene.onsets(of: .noData).isEmpty)
  }

  @Test func `another heart rate is new though the counter has come round`() {
    let scene = polar({ _ in 4 }, { $0 % 2 == 0 ? 70 : 71 }, until: 60)
    #expect(scene.onsets(of: .noData).isEmpty)
  }

  private func aranet(_ count: (Int) -> Int, _ age: (Int) -> Int, until end: Int) -> MonitorScene {
    var scene = MonitorScene()
    for second in stride(from: 0, to: end, by: 5) {
      scene.reads(.aranet4, [.co2PartsPerMillion: 900], at: Double(second)) {
        $0.intervalSeconds = 60
        $0.ageSeconds = UInt16(age(second))
        $0.counter = UInt32(count(second))
      }
    }
    return scene
  }

  @Test func `an Aranet4 whose count stands still has no data, nor one whose age does too`() {
    let died = aranet({ min($0, 600) / 60 }, { $0 < 600 ? $0 % 60 : 0 }, until: 1_000)
    #expect(died.onsets(of: .noData) == [750])
    let dead = aranet({ _ in 7 }, { _ in 3 }, until: 1_000)
    #expect(dead.onsets(of: .noData) == [147])
  }

  @Test func `an Aranet4 that never counts has data, as long as its age goes on`() {
    let scene = aranet({ _ in 7 }, { $0 % 60 }, until: 1_000)
    #expect(scene.onsets(of: .noData).isEmpty)
  }
}

@Suite struct `Sensor battery` {
  private func aranet(battery: [Double]) -> MonitorScene {
    var scene = MonitorScene()
    for (index, percent) in battery.enumerated() {
      scene.reads(
        .aranet4, [.co2PartsPerMillion: 600 + Double(index), .batteryPercent: percent], at: Double(60 * index))
    }
    scene.waits(until: Double(60 * battery.count - 30))
    return scene
  }

  @Test func `at 10 % it is a low alarm, until it is well above`() {
    let scene = aranet(battery: [11, 10, 11, 14, 15, 16])
    #expect(scene.onsets(of: .sensorBatteryLow) == [120], "the second message that says so confirms it")
    #expect(scene.ends(of: .sensorBatteryLow) == [305])
    #expect(scene.changes(of: .sensorBatteryLow).map(\.alarm.priority) == [.low, .low])
  }

  @Test func `a reading without a battery changes nothing`() {
    var scene = aranet(battery: [5])
    scene.co2(610, at: 60)
    #expect(scene.changes(of: .sensorBatteryLow).count == 1)
  }

  @Test func `a Polar strap says itself that it is low`() {
    var scene = MonitorScene()
    scene.reads(.polar, [.heartRateBeatsPerMinute: 70], at: 0) { $0.isBatteryLow = true }
    scene.waits(until: 61)
    #expect(scene.onsets(of: .sensorBatteryLow) == [60], "one message is enough by the time that it must be signalled")
  }

  @Test(arguments: [(2_299.0, true), (2_300, false)])
  func `a RuuviTag reports a voltage`(millivolts: Double, isLow: Bool) {
    var scene = MonitorScene()
    for second in 0..<2 {
      scene.reads(.ruuviTag, [.temperatureCelsius: 20, .batteryMillivolts: millivolts], at: Double(second))
    }
    #expect(scene.onsets(of: .sensorBatteryLow).isEmpty == !isLow)
  }
}
