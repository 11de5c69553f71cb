import Alarms
import Sessions
import Monitor
import Readings
import TestSupport
import Testing

@Suite struct `Latching` {
  @Test func `a bedside alarm goes on sounding after it has gone, and its lamp does not`() {
    var scene = MonitorScene(latchesSound: true)
    scene.heartRate(131, during: 0..<20)
    scene.heartRate(72, during: 20..<60)
    #expect(scene.changes(of: .heartRateHigh).map(\.alarm.presence) == [.on, .latched])
    #expect(scene.sound(at: 55) == SoundSignal(priority: .high, family: .heart))
    #expect(scene.pattern(of: .red, at: 55) == .off)
  }

  @Test func `a long press of A ends it`() {
    var scene = MonitorScene(latchesSound: true)
    scene.heartRate(131, during: 0..<20)
    scene.heartRate(72, during: 20..<60)
    scene.happens(.reset(nil), at: 60)
    #expect(scene.changes(of: .heartRateHigh).last?.alarm.presence == .off)
    #expect(scene.sound(at: 60) == nil)
  }

  @Test func `a long press of A does not end an alarm whose condition is there`() {
    var scene = MonitorScene(latchesSound: true)
    scene.heartRate(131, during: 0..<20)
    scene.happens(.reset(nil), at: 19.5)
    #expect(scene.sound(at: 19.5)?.priority == .high)
  }

  @Test func `a short press pauses a latched high alarm for 120 s`() {
    var scene = MonitorScene(latchesSound: true)
    scene.heartRate(131, during: 0..<20)
    scene.heartRate(72, during: 20..<60)
    scene.happens(.silence, at: 60)
    #expect(scene.changes(of: .heartRateHigh).last?.alarm.presence == .latched)
    #expect(scene.changes(of: .heartRateHigh).last?.alarm.activation == .paused)
    scene.heartRate(72, during: 61..<200)
    #expect(scene.sound(at: 100) == nil)
    #expect(scene.sound(at: 180)?.priority == .high)
  }

  @Test func `a latched alarm whose condition comes back is on again`() {
    var scene = MonitorScene(latchesSound: true)
    scene.beats(131, during: 0..<20)
    scene.beats(72, during: 20..<30)
    scene.beats(131, during: 30..<40)
    #expect(scene.changes(of: .heartRateHigh).map(\.alarm.presence) == [.on, .latched, .on])
    #expect(scene.onsets(of: .heartRateHigh) == [5, 35])
  }

  @Test func `a latched sound does not fall silent because its condition is back`() {
    var scene = MonitorScene(latchesSound: true)
    scene.co2(1_600, during: 0..<120)
    scene.co2(600, during: 120..<200)
    scene.co2(1_600, during: 200..<300)
    #expect(scene.changes(of: .co2Medium).map(\.alarm.presence) == [.on, .latched, .on])
    #expect(scene.changes(of: .co2Medium).allSatisfy { $0.alarm.activation == .on })
  }

  @Test func `a technical alarm does not latch`() {
    var scene = MonitorScene(latchesSound: true)
    scene.happens(.fault(.adapterGone), at: 0)
    scene.happens(.cleared(.adapterGone), at: 10)
    #expect(scene.changes(of: .adapterGone).map(\.alarm.presence) == [.on, .off])
  }

  @Test func `an acknowledged alarm does not latch, and a high one is only paused`() {
    var scene = MonitorScene(latchesSound: true)
    scene.co2(1_600, during: 0..<121)
    scene.happens(.acknowledge(.co2Medium), at: 121)
    scene.co2(600, during: 122..<400)
    #expect(scene.changes(of: .co2Medium).map(\.alarm.presence) == [.on, .ack, .off])
    scene.beats(131, during: 400..<420)
    scene.happens(.acknowledge(.heartRateHigh), at: 420)
    scene.beats(72, during: 421..<428)
    #expect(scene.changes(of: .heartRateHigh).map(\.alarm.presence) == [.on, .on, .latched])
  }

  @Test func `cabin and cockpit alarms end with their condition`() {
    var scene = MonitorScene(latchesSound: false)
    scene.co2(2900, during: 0..<100)
    scene.co2(500, during: 100..<200)
    #expect(scene.changes(of: .co2High).map(\.alarm.presence) == [.on, .off])
    #expect(scene.sound(at: 163) == nil, "after the last burst")
  }

  @Test func `a sound that has latched stays when the strap falls silent`() {
    var scene = MonitorScene(latchesSound: true)
    scene.heartRate(131, during: 0..<30)
    scene.heartRate(72, during: 30..<61)
    scene.waits(until: 80)
    scene.heartRate(72, during: 80..<140)
    #expect(scene.changes(of: .heartRateHigh).map(\.alarm.presence) == [.on, .latched])
    #expect(scene.sound(at: 139) == SoundSignal(priority: .high, family: .heart))
  }
}
