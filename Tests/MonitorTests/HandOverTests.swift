import Alarms
import Flight
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

/// What becomes of an alarm whose data go stale, and come back.
@Suite struct `Intermittent data` {
  @Test(arguments: [6, 10, 34])
  func `a strap that is received now and then at a bad heart rate never falls silent for long`(every: Int) {
    var scene = MonitorScene(latchesSound: true)
    for second in stride(from: 0, to: 600, by: every) { scene.heartRate(180, at: Double(second)) }
    // From the time at which a loss sounds, at every moment a signal of its own or the technical one in its place.
    let silent = (44..<594).filter { scene.sound(at: Double($0) + 0.5) == nil }
    #expect(silent.isEmpty)
    #expect(scene.onsets(of: .heartRateHigh).isEmpty == false)
  }

  @Test func `a strap that is received now and then at a good heart rate becomes a high loss`() {
    var scene = MonitorScene()
    for second in stride(from: 0, to: 600, by: 20) { scene.heartRate(72, at: Double(second)) }
    #expect(scene.changes(of: .noData).contains { $0.alarm.priority == .high && $0.at <= 50 })
  }

  @Test func `a strap that is well again for a minute begins again`() {
    var scene = MonitorScene()
    scene.heartRate(72, at: 0)
    scene.waits(until: 50)
    scene.heartRate(72, during: 50..<120)
    scene.waits(until: 200)
    #expect(scene.changes(of: .noData).map(\.alarm.priority) == [.low, .high, .high, .low, .high])
    #expect(scene.changes(of: .noData).map(\.at) == [15, 35, 55, 134, 154])
  }

  @Test func `a sounding alarm comes back with its data, without a new count`() {
    var scene = MonitorScene()
    scene.heartRate(150, during: 0..<20)
    scene.heartRate(150, during: 26..<30)
    #expect(scene.ends(of: .heartRateHigh) == [24])
    #expect(scene.onsets(of: .heartRateHigh) == [10, 26])
  }

  @Test func `a sounding alarm that comes back inside its hysteresis goes on`() {
    var scene = MonitorScene()
    scene.beats(150, during: 0..<20)
    scene.beats(99, during: 26..<27)
    #expect(scene.onsets(of: .heartRateHigh) == [5, 26])
    scene.beats(97, during: 27..<33)
    #expect(scene.ends(of: .heartRateHigh) == [24, 32])
  }

  @Test func `an alarm on a heart goes on with its data, however long they were gone`() {
    var scene = MonitorScene()
    scene.heartRate(150, during: 0..<20)
    scene.heartRate(150, during: 200..<220)
    #expect(scene.onsets(of: .heartRateHigh) == [10, 200])
    #expect((24..<200).allSatisfy { scene.present(at: Double($0)) == [.noData: .high] })
  }

  @Test func `a CO2 level that is received in pieces is still signalled`() {
    var scene = MonitorScene()
    for second in stride(from: 0.0, to: 1000, by: 100) { scene.co2(1400, at: second, age: 59) }
    #expect(scene.onsets(of: .co2Low).first.map { $0 <= 300 } == true)
  }

  @Test func `the loss of data behind a high alarm is not withheld in a busy phase`() {
    var scene = MonitorScene()
    scene.happens(.phase(.climb), at: 0)
    scene.co2(2900, during: 0..<200)
    scene.waits(until: 500)
    #expect(scene.ends(of: .co2High) == [345])
    #expect(scene.sound(at: 400) == SoundSignal(priority: .high, family: .air))
    #expect(scene.pattern(of: .red, at: 400) == .highPriority)
  }

  @Test func `in a latched profile it is the loss of the data that sounds, as high as the alarm, and no stale value`() {
    var scene = MonitorScene(latchesSound: true)
    scene.heartRate(131, during: 10..<30)
    scene.waits(until: 60)
    #expect(scene.changes(of: .heartRateHigh).map(\.alarm.presence) == [.on, .off])
    #expect(scene.present(at: 40) == [.noData: .high])
    #expect(scene.sound(at: 40) == SoundSignal(priority: .high, family: .heart))
    #expect(scene.changes(of: .noData).map(\.alarm.isLastValue) == [true])
  }

  @Test func `an older measurement does not take the place of a newer one`() {
    var scene = MonitorScene()
    scene.co2(2900, during: 0..<60)
    scene.co2(500, at: 61, age: 140)
    #expect(scene.ends(of: .co2High).isEmpty)
  }

  @Test(arguments: [UInt16(0), 1, 59, 601, 65535])
  func `an interval that cannot be set is not believed`(interval: UInt16) {
    var scene = MonitorScene()
    scene.co2(600, at: 0, interval: interval)
    scene.waits(until: 2000)
    #expect(scene.onsets(of: .noData) == [150, 210])
  }

  @Test func `the interval is remembered from reading to reading`() {
    var scene = MonitorScene()
    scene.co2(600, at: 0, interval: 300)
    var reading = Reading(model: .aranet4)
    reading.measurements[.co2PartsPerMillion] = 600
    scene.receives(reading, from: 0, at: 10)
    scene.waits(until: 1000)
    #expect(scene.onsets(of: .noData) == [640, 700])
  }
}
