import Alarms
import Flight
import Monitor
import Readings
import TestSupport
import Testing

@Suite struct `Button A` {
  @Test func `pauses a high alarm for 120 s`() {
    var scene = MonitorScene()
    scene.happens(.fault(.adapterGone), at: 0)
    scene.happens(.button(.a, .short), at: 10)
    scene.waits(until: 300)
    #expect(scene.changes(of: .adapterGone).map(\.at) == [0, 10, 130])
    #expect(scene.changes(of: .adapterGone).map(\.alarm.activation) == [.on, .paused, .on])
    #expect(scene.changes(of: .adapterGone).allSatisfy { $0.alarm.presence == .on })
    #expect(scene.sound(at: 129) == nil)
    #expect(scene.sound(at: 130)?.priority == .high)
    #expect(scene.pattern(of: .red, at: 60) == .highPriority, "the lamp goes on")
  }

  @Test func `can not make a pause longer by pressing again`() {
    var scene = MonitorScene()
    scene.happens(.fault(.adapterGone), at: 0)
    for second in 10..<130 { scene.happens(.button(.a, .short), at: Double(second)) }
    scene.waits(until: 131)
    #expect(scene.sound(at: 130)?.priority == .high)
  }

  @Test func `acknowledges a medium alarm until it ends`() {
    var scene = MonitorScene()
    scene.happens(.fault(.frozen), at: 0)
    scene.happens(.button(.a, .short), at: 10)
    scene.waits(until: 4000)
    #expect(scene.changes(of: .frozen).map(\.alarm.presence) == [.on, .ack])
    #expect(scene.sound(at: 4000) == nil)
    #expect(scene.pattern(of: .yellow, at: 4000) == .mediumPriority)
    scene.happens(.cleared(.frozen), at: 4000)
    scene.happens(.fault(.frozen), at: 4001)
    #expect(scene.sound(at: 4001)?.priority == .medium, "the next occurrence sounds")
  }

  @Test func `acts only on the priority that sounds`() {
    var scene = MonitorScene()
    scene.happens(.fault(.adapterGone), at: 0)
    scene.happens(.fault(.frozen), at: 1)
    scene.happens(.fault(.diskFull), at: 2)
    scene.happens(.button(.a, .short), at: 10)
    #expect(
      scene.sound(at: 10) == SoundSignal(priority: .medium, family: .technical), "pausing high mutes nothing else")
    scene.happens(.button(.a, .short), at: 11)
    #expect(scene.sound(at: 11) == SoundSignal(priority: .low, family: .technical))
    scene.happens(.button(.a, .short), at: 12)
    #expect(scene.sound(at: 12) == nil)
    #expect(scene.changes(of: .adapterGone).last?.alarm.activation == .paused)
    #expect(scene.changes(of: .frozen).last?.alarm.presence == .ack)
    #expect(scene.changes(of: .diskFull).last?.alarm.presence == .ack)
  }

  @Test func `does nothing while nothing sounds`() {
    var scene = MonitorScene()
    scene.happens(.button(.a, .short), at: 0)
    scene.happens(.button(.a, .long), at: 1)
    #expect(scene.done.isEmpty)
  }
}

@Suite struct `An audio pause` {
  @Test func `is broken by a new occurrence of the same priority`() {
    var scene = MonitorScene()
    scene.happens(.fault(.adapterGone), at: 0)
    scene.happens(.pause, at: 10)
    scene.happens(.fault(.sounderFailed), at: 20)
    #expect(scene.sound(at: 20)?.priority == .high)
    #expect(scene.changes(of: .adapterGone).last?.alarm.activation == .on)
  }

  @Test func `of a medium alarm is broken by a high one`() {
    var scene = MonitorScene()
    scene.happens(.fault(.frozen), at: 0)
    scene.happens(.pause, at: 10)
    #expect(scene.changes(of: .frozen).last?.alarm.activation == .paused)
    scene.happens(.fault(.adapterGone), at: 20)
    #expect(scene.changes(of: .frozen).last?.alarm.activation == .on)
  }

  @Test func `of a high alarm outlasts a new medium one`() {
    var scene = MonitorScene()
    scene.happens(.fault(.adapterGone), at: 0)
    scene.happens(.pause, at: 10)
    scene.happens(.fault(.frozen), at: 20)
    #expect(scene.sound(at: 20)?.priority == .medium)
    #expect(scene.changes(of: .adapterGone).last?.alarm.activation == .paused)
  }

  @Test func `ends with its alarm, and the next occurrence sounds`() {
    var scene = MonitorScene()
    scene.happens(.fault(.adapterGone), at: 0)
    scene.happens(.pause, at: 10)
    scene.happens(.cleared(.adapterGone), at: 20)
    scene.happens(.fault(.adapterGone), at: 30)
    #expect(scene.sound(at: 30)?.priority == .high)
  }
}

@Suite struct `An acknowledgement by name` {
  @Test func `counts also while the sound is paused or withheld`() {
    var scene = MonitorScene()
    scene.happens(.fault(.adapterGone), at: 0)
    scene.happens(.pause, at: 10)
    scene.happens(.acknowledge(.adapterGone), at: 20)
    scene.happens(.phase(.climb), at: 30)
    scene.happens(.fault(.frozen), at: 40)
    scene.happens(.acknowledge(.frozen), at: 50)
    scene.happens(.phase(.cruise), at: 60)
    scene.waits(until: 300)
    #expect(scene.changes(of: .adapterGone).last?.alarm.presence == .ack)
    #expect(scene.changes(of: .frozen).last?.alarm.presence == .ack)
    #expect(scene.sound(at: 300) == nil)
  }

  @Test func `silences a high alarm until it ends`() {
    var scene = MonitorScene()
    scene.happens(.fault(.adapterGone), at: 0)
    scene.happens(.acknowledge(.adapterGone), at: 10)
    scene.waits(until: 1000)
    #expect(scene.changes(of: .adapterGone).map(\.alarm.presence) == [.on, .ack])
    scene.happens(.cleared(.adapterGone), at: 1000)
    #expect(scene.changes(of: .adapterGone).last?.alarm.presence == .off)
  }
}
