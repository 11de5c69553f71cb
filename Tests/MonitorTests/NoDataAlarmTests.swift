import Alarms
import Sessions
import Monitor
import Readings
import TestSupport
import Testing

@Suite struct `No-data alarm` {
  @Test func `a silent strap is shown after 15 s and is a high alarm after 35 s`() {
    var scene = MonitorScene()
    scene.heartRate(72, during: 0..<60)
    scene.waits(until: 200)
    let changes = scene.changes(of: .noData)
    #expect(changes.map(\.at) == [74, 94])
    #expect(changes.map(\.alarm.priority) == [.low, .high])
    #expect(changes.allSatisfy { $0.alarm.isTechnical && $0.alarm.presence == .on })
    #expect(scene.sound(at: 93) == nil && scene.pattern(of: .blue, at: 75) == .lowPriority)
    #expect(scene.sound(at: 100) == SoundSignal(priority: .high, family: .technical))
  }

  @Test func `a loss names the times after which it is shown and sounds, and one that stands for an alarm its own`() {
    var scene = MonitorScene()
    scene.heartRate(72, during: 0..<60)
    scene.co2(600, at: 60)
    scene.waits(until: 400)
    scene.heartRate(190, during: 400..<430)
    scene.waits(until: 500)
    let bounds = scene.changes(of: .noData).map(\.alarm).filter(\.isOnset).map(\.bounds)
    #expect(bounds.contains(Bounds(notBefore: .seconds(10), mustBy: .seconds(30))))
    #expect(bounds.contains(Bounds(notBefore: .zero, mustBy: .seconds(60))))
    #expect(bounds.last == Bounds(notBefore: .seconds(5), mustBy: .seconds(10)))
  }

  @Test func `a gap of half a minute is no more than shown`() {
    var scene = MonitorScene(profile: .bedside)
    scene.beats(72, during: 0..<60)
    scene.beats(72, during: 93..<120)
    #expect(scene.changes(of: .noData).map(\.alarm.activation) == [.off, .off])
    #expect((0..<119).allSatisfy { scene.sound(at: Double($0)) == nil })
    #expect(scene.ends(of: .noData) == [98])
  }

  @Test(arguments: [UInt16(60), 120, 300, 600])
  func `one advertisement in five is enough for a quiet room`(interval: UInt16) {
    var random = SplitMix64(seed: UInt64(interval))
    var scene = MonitorScene()
    for second in stride(from: 0, to: 8 * 3600, by: 4) where Int.random(in: 0..<5, using: &random) == 0 {
      let ppm = 600 + Double(second / 60 % 9)
      scene.co2(ppm, at: Double(second), interval: interval, age: UInt16(second % Int(interval)))
    }
    #expect(scene.changes(of: .noData).filter { $0.alarm.isOnset && $0.alarm.priority > .low }.count <= 1)
  }

  @Test func `a heart rate every 5 s is in time`() {
    var scene = MonitorScene()
    for second in stride(from: 0.0, through: 60, by: 5) { scene.heartRate(72, at: second) }
    #expect(scene.onsets(of: .noData).isEmpty)
  }

  @Test func `a strap that has spoken again for five seconds ends the alarm`() {
    var scene = MonitorScene()
    scene.heartRate(72, at: 0)
    scene.heartRate(72, during: 20..<30)
    #expect(scene.onsets(of: .noData) == [15])
    #expect(scene.ends(of: .noData) == [25])
  }

  @Test(arguments: [(UInt16(60), 150.0), (120, 270), (300, 630), (600, 1230)])
  func `a silent Aranet4 is shown after two of its intervals and half a minute, and sounds a minute later`(
    interval: UInt16, window: Double
  ) {
    var scene = MonitorScene()
    scene.co2(600, at: 0, interval: interval)
    scene.waits(until: 2000)
    #expect(scene.changes(of: .noData).map(\.at) == [window, window + 60])
    #expect(scene.changes(of: .noData).map(\.alarm.priority) == [.low, .medium])
  }

  @Test func `a measurement counts from when it was taken, not from when it was received`() {
    var scene = MonitorScene()
    scene.co2(600, at: 100, age: 50)
    scene.waits(until: 400)
    #expect(scene.onsets(of: .noData) == [200, 260])
  }

  @Test func `a device that repeats one old measurement does not look alive`() {
    var scene = MonitorScene()
    for second in stride(from: 0, to: 400, by: 5) { scene.co2(600, at: Double(second), age: UInt16(second)) }
    #expect(scene.onsets(of: .noData) == [150, 210])
  }

  @Test func `a value that is too old when it is received raises no value alarm, and is none`() {
    var scene = MonitorScene()
    for second in stride(from: 0, to: 400, by: 5) { scene.co2(2900, at: Double(second), age: 1000) }
    #expect(scene.onsets(of: .co2High).isEmpty)
    #expect(scene.onsets(of: .noData) == [150], "it is missed when a value of its first message would be stale")
    scene.co2(600, at: 400)
    for second in stride(from: 405, to: 800, by: 5) { scene.co2(2900, at: Double(second), age: 1000) }
    #expect(scene.onsets(of: .co2High).isEmpty)
    #expect(scene.onsets(of: .noData) == [150, 550, 610])
  }

  @Test func `a value alarm hands over when its data grow stale`() {
    var scene = MonitorScene()
    scene.co2(2900, at: 0)
    scene.waits(until: 300)
    #expect(scene.onsets(of: .co2High) == [90])
    #expect(scene.ends(of: .co2High) == [150])
    #expect(scene.onsets(of: .noData) == [150])
    #expect(scene.present(at: 200) == [.noData: .high])
    #expect(scene.sound(at: 200) == SoundSignal(priority: .high, family: .air))
  }

  @Test func `a CO2 sensor that measures everything but CO2 has no data`() {
    var scene = MonitorScene()
    scene.co2(600, at: 0)
    for second in stride(from: 5.0, to: 400, by: 5) { scene.co2(nil, at: second) }
    #expect(scene.onsets(of: .noData) == [150, 210])
  }

  @Test func `a sensor that is received and never gives a value is never missed`() {
    var scene = MonitorScene()
    for second in stride(from: 0.0, to: 400, by: 5) { scene.co2(nil, at: second) }
    #expect(scene.onsets(of: .noData).isEmpty)
  }

  @Test func `an acknowledged loss of a strap sounds again when it becomes high`() {
    var scene = MonitorScene()
    scene.heartRate(72, at: 0)
    scene.happens(.acknowledge(.noData), at: 20)
    #expect(scene.changes(of: .noData).last?.alarm.presence == .ack)
    scene.waits(until: 40)
    #expect(scene.sound(at: 40) == SoundSignal(priority: .high, family: .technical))
  }
}
