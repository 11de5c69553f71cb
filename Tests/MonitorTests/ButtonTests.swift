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
    scene.happens(.silence, at: 10)
    scene.waits(until: 300)
    #expect(scene.changes(of: .adapterGone).map(\.at) == [0, 10, 130])
    #expect(scene.changes(of: .adapterGone).map(\.alarm.activation) == [.on, .paused, .on])
    #expect(scene.changes(of: .adapterGone).allSatisfy { $0.alarm.presence == .on })
    #expect(scene.sound(at: 129) == nil)
    #expect(scene.sound(at: 130)?.priority == .high)
    #expect(scene.pattern(of: .red, at: 60) == .highPriority, "the lamp goes on")
  }

  @Test func `cannot make a pause longer by pressing again`() {
    var scene = MonitorScene()
    scene.happens(.fault(.adapterGone), at: 0)
    for second in 10..<130 { scene.happens(.silence, at: Double(second)) }
    scene.waits(until: 131)
    #expect(scene.sound(at: 130)?.priority == .high)
  }

  @Test func `acknowledges a medium alarm until it ends`() {
    var scene = MonitorScene()
    scene.happens(.fault(.frozen), at: 0)
    scene.happens(.silence, at: 10)
    scene.waits(until: 400)
    #expect(scene.changes(of: .frozen).map(\.alarm.presence) == [.on, .ack])
    #expect(scene.sound(at: 400) == nil)
    #expect(scene.pattern(of: .yellow, at: 400) == .mediumPriority)
    scene.happens(.cleared(.frozen), at: 400)
    scene.happens(.fault(.frozen), at: 401)
    #expect(scene.sound(at: 401) == nil, "it is the same episode")
    scene.happens(.cleared(.frozen), at: 410)
    scene.happens(.fault(.frozen), at: 421)
    #expect(scene.sound(at: 421)?.priority == .medium, "the next episode sounds")
  }

  @Test func `snoozes a medium or low alarm for a quarter of an hour, and not for longer by pressing again`() {
    for fault in [ConditionID.frozen, .diskFull] {
      var scene = MonitorScene()
      scene.happens(.fault(fault), at: 0)
      scene.happens(.silence, at: 10)
      scene.happens(.silence, at: 500)
      scene.happens(.acknowledge(fault), at: 600)
      scene.waits(until: 2000)
      #expect(scene.changes(of: fault).map(\.alarm.presence) == [.on, .ack, .on])
      #expect(scene.changes(of: fault).map(\.at) == [0, 10, 910])
      #expect(scene.onsets(of: fault) == [0], "it is the same alarm")
      #expect(scene.sound(at: 909) == nil)
      #expect(scene.sound(at: 910) != nil)
    }
  }

  @Test func `acts only on the priority that sounds`() {
    var scene = MonitorScene()
    scene.happens(.fault(.adapterGone), at: 0)
    scene.happens(.fault(.frozen), at: 1)
    scene.happens(.fault(.diskFull), at: 2)
    scene.happens(.silence, at: 10)
    #expect(
      scene.sound(at: 10) == SoundSignal(priority: .medium, family: .technical), "pausing high mutes nothing else")
    scene.happens(.silence, at: 11)
    #expect(scene.sound(at: 11) == SoundSignal(priority: .low, family: .technical))
    scene.happens(.silence, at: 12)
    #expect(scene.sound(at: 12) == nil)
    #expect(scene.changes(of: .adapterGone).last?.alarm.activation == .paused)
    #expect(scene.changes(of: .frozen).last?.alarm.presence == .ack)
    #expect(scene.changes(of: .diskFull).last?.alarm.presence == .ack)
  }

  @Test func `does nothing while nothing sounds`() {
    var scene = MonitorScene()
    scene.happens(.silence, at: 0)
    scene.happens(.reset(nil), at: 1)
    #expect(scene.done.isEmpty)
  }
}

@Suite struct `An audio pause` {
  @Test func `is broken by another fault of the same priority`() {
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

  @Test func `outlasts a short end of its fault, and the next episode sounds`() {
    var scene = MonitorScene()
    scene.happens(.fault(.adapterGone), at: 0)
    scene.happens(.pause, at: 10)
    scene.happens(.cleared(.adapterGone), at: 20)
    scene.happens(.fault(.adapterGone), at: 29)
    #expect(scene.sound(at: 29) == nil)
    scene.happens(.cleared(.adapterGone), at: 40)
    scene.happens(.fault(.adapterGone), at: 51)
    #expect(scene.sound(at: 51)?.priority == .high)
  }
}

@Suite struct `An acknowledgement by name` {
  @Test func `counts also while the sound is withheld`() {
    var scene = MonitorScene()
    scene.happens(.phase(.climb), at: 30)
    scene.happens(.fault(.frozen), at: 40)
    scene.happens(.acknowledge(.frozen), at: 50)
    scene.happens(.phase(.cruise), at: 60)
    scene.waits(until: 130)
    #expect(scene.changes(of: .frozen).last?.alarm.presence == .ack)
    #expect(scene.sound(at: 130) == nil)
  }

  @Test func `is a pause of a high alarm, which is not made longer by asking again`() {
    var scene = MonitorScene()
    scene.happens(.fault(.adapterGone), at: 0)
    scene.happens(.acknowledge(.adapterGone), at: 10)
    scene.happens(.acknowledge(.adapterGone), at: 60)
    scene.waits(until: 1000)
    #expect(scene.changes(of: .adapterGone).map(\.alarm.activation) == [.on, .paused, .on])
    #expect(scene.changes(of: .adapterGone).map(\.at) == [0, 10, 130])
    #expect(scene.loudness(at: 1000) == .loudest)
    scene.happens(.cleared(.adapterGone), at: 1000)
    #expect(scene.changes(of: .adapterGone).last?.alarm.presence == .off)
  }
}

@Suite struct `Pauses by name` {
  @Test func `are reported far away from the fourth on`() {
    var scene = MonitorScene()
    scene.happens(.fault(.adapterGone), at: 0)
    for round in 0..<5 { scene.happens(.acknowledge(.adapterGone), at: 10 + 130 * Double(round)) }
    scene.waits(until: 600)
    #expect(scene.notices.filter { $0.notice.reason == .pausedAgain }.map(\.at) == [400, 530])
  }
}

@Suite struct `Two directions` {
  @Test func `pausing the high heart rate of one person never mutes the low one of another`() {
    var scene = MonitorScene()
    for second in 0..<40 {
      scene.heartRate(131, at: Double(second), sensor: 1)
      scene.heartRate(second < 20 ? 72 : 40, at: Double(second) + 0.5, sensor: 2)
    }
    scene.heartRate(131, at: 40)
    #expect(scene.onsets(of: .heartRateLow).count == 1)
    scene.happens(.pause, at: 40.1)
    #expect(scene.changes(of: .heartRateLow).last?.alarm.activation == .paused)
    #expect(scene.changes(of: .heartRateHigh).last?.alarm.activation == .on)
    #expect(scene.sound(at: 40.2)?.priority == .high)
  }

  @Test func `a low heart rate breaks the pause of a high one`() {
    var scene = MonitorScene(latchesSound: true)
    scene.heartRate(131, during: 0..<20)
    scene.happens(.pause, at: 20)
    scene.heartRate(40, during: 21..<40)
    #expect(scene.onsets(of: .heartRateLow).count == 1)
    #expect(scene.sound(at: 39)?.priority == .high)
  }
}
