import Alarms
import Sessions
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

/// What could go wrong with the alarms when two things happen at once, or something happens that hardly ever does.
@Suite struct `Hard cases of time` {
  @Test
  func `a box that slept for hours reports the loss of its strap in place of its alarm, without a heap of notices`() {
    var scene = MonitorScene()
    scene.heartRate(150, during: 0..<20)
    scene.happens(.pause, at: 20)
    // No tick between: as after a suspended machine, time jumps.
    scene.jumps(to: 7_200)
    #expect(scene.sound(at: 7_200) == SoundSignal(priority: .high, family: .heart))
    #expect(scene.present(at: 7_200) == [.noData: .high])
    scene.waits(until: 7_240)
    #expect(scene.present(at: 7_240) == [.noData: .high])
    #expect(scene.notices.count <= 1)
  }

  @Test func `the same moment again and again changes nothing`() {
    var scene = MonitorScene()
    scene.heartRate(150, during: 0..<20)
    let before = scene.done.count
    for _ in 0..<100 { scene.happens(.tick, at: 19) }
    #expect(scene.done.count == before)
  }
}

@Suite struct `Hard cases of a restart` {
  private func remembered(
    _ presence: Presence, left: Duration? = nil, condition: ConditionID = .heartRateHigh, priority: Priority = .high
  ) -> RememberedAlarm {
    RememberedAlarm(
      condition: condition, priority: priority, isLatched: presence == .latched,
      acknowledgementLeft: presence == .ack ? left : nil, limit: 100, value: 150)
  }

  @Test(arguments: [true, false]) func `an alarm that was on or paused sounds at once and once`(latches: Bool) {
    var scene = MonitorScene(latchesSound: latches)
    scene.resumes(remembered(.on), of: .heartRateService, sensor: 1, at: 0)
    scene.heartRate(150, during: 1..<20)
    #expect(scene.onsets(of: .heartRateHigh) == [0])
    #expect(scene.sound(at: 0)?.priority == .high)
  }

  @Test func `an acknowledgement ends when it would have, not later by a second restart`() {
    for left in [1.0, 60, 119] {
      var scene = MonitorScene()
      scene.resumes(
        remembered(.ack, left: .seconds(left)), of: .heartRateService, sensor: 1, at: 0)
      scene.heartRate(150, during: 1..<200)
      #expect(scene.changes(of: .heartRateHigh).map(\.alarm.presence) == [.ack, .on])
      #expect(scene.changes(of: .heartRateHigh).map(\.at) == [0, left])
    }
  }

  @Test func `an acknowledgement that claims hours is cut to what an acknowledgement may last`() {
    var scene = MonitorScene()
    scene.resumes(remembered(.ack, left: .seconds(86_400)), of: .heartRateService, sensor: 1, at: 0)
    scene.heartRate(150, during: 1..<200)
    #expect(scene.changes(of: .heartRateHigh).map(\.at) == [0, 120])
  }

  @Test func `a latched sound sounds on where the profile latches, and not where it does not`() {
    for latches in [true, false] {
      var scene = MonitorScene(latchesSound: latches)
      scene.resumes(remembered(.latched), of: .heartRateService, sensor: 1, at: 0)
      for second in 1..<30 { scene.heartRate(Double(70 + second % 4), at: Double(second)) }
      #expect((scene.sound(at: 29)?.priority == .high) == latches)
      #expect(scene.pattern(of: .red, at: 29) == .off)
    }
  }

  @Test func `an alarm at a sensor that stays away hands over to the loss of it`() {
    var scene = MonitorScene()
    scene.resumes(remembered(.on), of: .heartRateService, sensor: 1, at: 0)
    scene.waits(until: 60)
    #expect(scene.ends(of: .heartRateHigh) == [5])
    #expect(scene.changes(of: .noData).map(\.alarm.priority) == [.high])
    #expect((1..<60).allSatisfy { scene.sound(at: Double($0)) != nil })
  }
}

@Suite struct `Hard cases of changed rules` {
  private func table(_ change: (inout ConditionTable) -> Void) -> ConditionTable {
    var table = ConditionTable.standard
    change(&table)
    return table
  }

  @Test func `a limit that is raised above an alarm's value ends it with the next values, not before`() {
    var scene = MonitorScene()
    scene.beats(120, during: 0..<20)
    scene.adopts(table { _ = $0.setLimit(130, of: .heartRateHigh) }, at: 20)
    #expect(scene.ends(of: .heartRateHigh).isEmpty)
    scene.beats(120, during: 21..<40)
    #expect(scene.ends(of: .heartRateHigh) == [26])
  }

  @Test func `a limit that is lowered under a good value begins its count with the next one`() {
    var scene = MonitorScene()
    scene.heartRate(90, during: 0..<20)
    scene.adopts(table { _ = $0.setLimit(80, of: .heartRateHigh) }, at: 20)
    scene.heartRate(90, during: 21..<60)
    #expect(scene.onsets(of: .heartRateHigh) == [31])
    #expect(scene.changes(of: .heartRateHigh).first?.alarm.limit == 80)
  }

  @Test func `a high alarm that is switched off while it is paused or latched is gone, and that it is off is shown`() {
    for latches in [true, false] {
      var scene = MonitorScene(latchesSound: latches)
      scene.heartRate(150, during: 0..<20)
      scene.happens(.pause, at: 20)
      scene.adopts(table { _ = $0.setEnabled(false, of: .heartRateHigh) }, latchesSound: latches, at: 21)
      scene.heartRate(150, during: 22..<40)
      #expect(scene.changes(of: .heartRateHigh).last?.alarm.presence == .off)
      #expect(scene.onsets(of: .alarmOff) == [21])
      #expect(scene.pattern(of: .red, at: 39) == .off)
    }
  }

  @Test func `an alarm that is switched on again begins its count again, and that it was off is reported no more`() {
    var scene = MonitorScene()
    scene.heartRate(150, during: 0..<20)
    scene.adopts(table { _ = $0.setEnabled(false, of: .heartRateHigh) }, at: 20)
    scene.adopts(.standard, at: 30)
    scene.heartRate(150, during: 31..<60)
    #expect(scene.onsets(of: .heartRateHigh) == [10, 41])
    #expect(scene.ends(of: .alarmOff) == [30])
  }

  @Test func `the loss of data becomes high, so switching it off is shown too`() {
    var scene = MonitorScene(conditions: table { _ = $0.setEnabled(false, of: .noData) })
    scene.waits(until: 1)
    #expect(scene.onsets(of: .alarmOff) == [1])
  }

  @Test func `an acknowledgement outlives a reload`() {
    var scene = MonitorScene()
    scene.co2(1_700, during: 0..<200)
    scene.happens(.silence, at: 201)
    scene.adopts(table { _ = $0.setLimit(1_600, of: .co2Medium) }, at: 210)
    scene.co2(1_700, during: 215..<400)
    #expect(scene.changes(of: .co2Medium).last?.alarm.presence == .ack)
  }
}

@Suite struct `Hard cases of silence` {
  @Test func `a pause of a high alarm outlasts a new low one, and a new high one breaks it`() {
    var scene = MonitorScene()
    scene.happens(.fault(.adapterGone), at: 0)
    scene.happens(.pause, at: 1)
    scene.happens(.fault(.diskFull), at: 2)
    #expect(scene.sound(at: 2)?.priority == .low)
    #expect(scene.changes(of: .adapterGone).last?.alarm.activation == .paused)
    scene.happens(.fault(.frozen), at: 3)
    #expect(scene.sound(at: 3)?.priority == .medium)
    #expect(scene.changes(of: .adapterGone).last?.alarm.activation == .paused)
    scene.happens(.fault(.sounderFailed), at: 4)
    #expect(scene.changes(of: .adapterGone).last?.alarm.activation == .on)
    #expect(scene.sound(at: 4)?.priority == .high)
  }

  @Test func `the button acknowledges what is heard, and what it drowned out sounds next`() {
    var scene = MonitorScene()
    scene.happens(.fault(.frozen), at: 0)
    scene.co2(1_700, during: 0..<100)
    #expect(scene.sound(at: 99) == SoundSignal(priority: .medium, family: .air))
    scene.happens(.silence, at: 100)
    #expect(scene.sound(at: 100) == SoundSignal(priority: .medium, family: .technical))
    scene.happens(.silence, at: 101)
    #expect(scene.sound(at: 101) == nil)
  }

  @Test func `an acknowledgement of what has not begun silences nothing`() {
    var scene = MonitorScene()
    scene.heartRate(150, during: 0..<5)
    scene.happens(.acknowledge(.heartRateHigh), at: 5)
    scene.heartRate(150, during: 6..<20)
    #expect(scene.changes(of: .heartRateHigh).map(\.alarm.presence) == [.on])
  }

  @Test func `an acknowledgement at the moment of the end leaves nothing silenced for the next occurrence`() {
    var scene = MonitorScene()
    scene.happens(.fault(.frozen), at: 0)
    scene.happens(.cleared(.frozen), at: 10)
    scene.happens(.acknowledge(.frozen), at: 10)
    scene.happens(.fault(.frozen), at: 10)
    #expect(scene.sound(at: 10)?.priority == .medium)
  }

  @Test func `a loss that was acknowledged sounds when it becomes high`() {
    var scene = MonitorScene()
    scene.heartRate(72, at: 0)
    scene.happens(.acknowledge(.noData), at: 16)
    #expect(scene.sound(at: 16) == nil)
    scene.waits(until: 60)
    #expect(scene.changes(of: .noData).map(\.alarm.presence) == [.on, .ack, .on])
    #expect(scene.sound(at: 36)?.priority == .high)
  }

  @Test func `a test breaks a pause of its priority, and the alarm that was paused goes on when it ends`() {
    var scene = MonitorScene()
    scene.happens(.fault(.adapterGone), at: 0)
    scene.happens(.pause, at: 1)
    scene.happens(.test(.heartRateHigh), at: 10)
    #expect(scene.sound(at: 10)?.family == .heart)
    scene.waits(until: 30)
    #expect(scene.sound(at: 30) == SoundSignal(priority: .high, family: .technical))
  }

  @Test func `a condition that begins during its own test is an alarm of its own, and outlives it`() {
    var scene = MonitorScene()
    scene.happens(.test(.heartRateHigh), at: 0)
    scene.heartRate(150, during: 1..<40)
    let real = scene.changes(of: .heartRateHigh).filter { !$0.alarm.isTest }
    #expect(real.map(\.alarm.presence) == [.on])
    #expect(scene.sound(at: 39)?.family == .heart)
    #expect(scene.pattern(of: .red, at: 39) == .highPriority)
  }
}

@Suite struct `Hard cases of values` {
  @Test(arguments: [(ConditionID.heartRateHigh, 100.0, 101.0), (.heartRateLow, 60, 59)])
  func `a heart rate exactly at its limit is within it, and one beat more is beyond`(
    id: ConditionID, within: Double, beyond: Double
  ) {
    for (value, isAlarm) in [(within, false), (beyond, true)] {
      var scene = MonitorScene()
      scene.heartRate(value, during: 0..<30)
      #expect(scene.onsets(of: id).isEmpty != isAlarm, "\(value)")
    }
  }

  @Test func `CO2 exactly at its limit is beyond, and ends exactly at its hysteresis`() {
    var scene = MonitorScene()
    scene.co2(2_500, during: 0..<200)
    #expect(scene.onsets(of: .co2High).count == 1)
    scene.co2(2_401, during: 200..<300)
    #expect(scene.ends(of: .co2High).isEmpty)
    scene.co2(2_400, during: 300..<340)
    #expect(scene.ends(of: .co2High) == [330])
  }

  private static let watched: Set<ConditionID> = [
    .heartRateLow, .heartRateHigh, .co2High, .cabinAltitudeHigh, .noPulse,
  ]

  private func saying(_ value: Double) -> MonitorScene {
    var scene = MonitorScene()
    for second in 0..<60 {
      scene.reads(.heartRateService, [.heartRateBeatsPerMinute: value], at: Double(second), sensor: 1) {
        $0.rrIntervals.append(ticks: 0)
        $0.rrIntervals.append(ticks: .max)
      }
      scene.reads(
        .aranet4, [.co2PartsPerMillion: value, .pressureHectopascals: value, .temperatureCelsius: value],
        at: Double(second) + 0.5, sensor: 0)
    }
    return scene
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a value that is none is no data, and a sensor that never gave any is never missed`(value: Double) {
    #expect(saying(value).done.isEmpty)
  }

  private static let beyond: [(Double, Set<ConditionID>)] = [
    (-1, [.cabinAltitudeHigh]), (0, [.cabinAltitudeHigh]),
    (.leastNonzeroMagnitude, [.heartRateLow, .cabinAltitudeHigh]), (255, [.heartRateHigh, .cabinAltitudeHigh]),
    (65_535, [.heartRateHigh, .co2High]), (1e300, [.heartRateHigh, .co2High]),
  ]

  @Test(arguments: beyond)
  func `a value off the scale is beyond a limit on its side, and raises no alarm on the other`(
    value: Double, expected: Set<ConditionID>
  ) {
    let scene = saying(value)
    #expect(Self.watched.filter { !scene.onsets(of: $0).isEmpty } == expected)
  }

  @Test func `a sensor that is received as another model keeps its alarm and gets no second one`() {
    var scene = MonitorScene()
    scene.heartRate(150, during: 0..<20)
    for second in 20..<40 {
      scene.reads(.polar, [.heartRateBeatsPerMinute: 150], at: Double(second), sensor: 1) {
        $0.counter = UInt32(second % 8)
      }
    }
    #expect(scene.onsets(of: .heartRateHigh) == [10])
    #expect(scene.ends(of: .heartRateHigh).isEmpty)
    #expect(scene.onsets(of: .noData).isEmpty)
  }

  @Test func `the last of 64 sensors is watched, and one more does no harm`() {
    var scene = MonitorScene()
    for second in 0..<20 {
      for sensor in [UInt16(63), 64, .max] { scene.heartRate(150, at: Double(second), sensor: sensor) }
    }
    #expect(scene.onsets(of: .heartRateHigh) == [10])
    #expect(scene.changes(of: .heartRateHigh).first?.alarm.sensor == SensorIndex(63))
  }

  @Test func `the highest priority and the most recent value win where two sensors are beyond the same limit`() {
    var scene = MonitorScene()
    for second in 0..<30 {
      scene.heartRate(150, at: Double(second), sensor: 1)
      scene.heartRate(second < 15 ? 150 : 72, at: Double(second) + 0.5, sensor: 2)
    }
    #expect(scene.onsets(of: .heartRateHigh).count == 2)
    #expect(scene.sound(at: 29)?.priority == .high, "the one that is well again mutes nothing at the other")
    #expect(scene.pattern(of: .red, at: 29) == .highPriority)
  }
}
