import Alarms
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

/// What a run goes on with if its log has alarms that were there when the run before it ended.
@Suite struct `What goes on after a restart` {
  private func remembered(
    _ condition: ConditionID, _ priority: Priority, value: Double? = nil, acknowledged: Duration? = nil
  ) -> RememberedAlarm {
    RememberedAlarm(
      condition: condition, priority: priority, isLatched: false, acknowledgementLeft: acknowledged, limit: nil,
      value: value)
  }

  @Test func `a low or medium alarm that sounded sounds at once, and nothing pauses it`() {
    var scene = MonitorScene()
    scene.resumes(remembered(.co2Medium, .medium, value: 1_700), of: .aranet4, sensor: 0, at: 1)
    #expect(scene.changes(of: .co2Medium).map(\.alarm.activation) == [.on])
    #expect(scene.sound(at: 1)?.priority == .medium)
  }

  @Test func `an alarm on the oxygen is none on the heart rate, and neither is what stood for it`() {
    for condition in [ConditionID.spo2Medium, .noData] {
      var scene = MonitorScene()
      let alarm = RememberedAlarm(
        condition: condition, priority: .medium, isLatched: false, acknowledgementLeft: nil, family: .heart, limit: 90,
        value: 88)
      scene.resumes(alarm, of: .pulseOximeter, sensor: 3, at: 1)
      scene.reads(.pulseOximeter, [.oxygenSaturationPercent: 88, .pulseBeatsPerMinute: 62], at: 2, sensor: 3)
      #expect(scene.changes(of: .heartRateLow).isEmpty)
      #expect(scene.changes(of: .spo2Medium).last?.alarm.presence == .on)
    }
  }

  @Test func `an alarm whose data were gone is there again with the first of them, also after a restart`() {
    var scene = MonitorScene()
    let alarm = RememberedAlarm(
      condition: .noData, priority: .high, isLatched: false, acknowledgementLeft: nil, family: .air, limit: 2_500,
      value: 3_000)
    scene.resumes(alarm, of: .aranet4, sensor: 0, at: 1)
    scene.waits(until: 200)
    scene.co2(3_100, during: 200..<201)
    #expect(scene.onsets(of: .co2High) == [200])
  }

  @Test func `the lower alarms of an alarm whose data were gone are there with the first of them, and no higher one`() {
    var scene = MonitorScene()
    let alarm = RememberedAlarm(
      condition: .noData, priority: .medium, isLatched: false, acknowledgementLeft: nil, family: .air, limit: 1_500,
      value: 2_600)
    scene.resumes(alarm, of: .aranet4, sensor: 0, at: 1)
    scene.waits(until: 200)
    scene.co2(2_600, during: 200..<201)
    #expect(scene.onsets(of: .co2Medium) == [200] && scene.onsets(of: .co2High).isEmpty)
    #expect(scene.onsets(of: .co2Low) == [200])
  }

  /// 13,000 ft, for half an hour above 12,500 ft and never above 14,000.
  @Test func `the limit of a cabin altitude that was not passed begins no alarm with the first value`() {
    var scene = MonitorScene()
    let alarm = RememberedAlarm(
      condition: .noData, priority: .high, isLatched: false, acknowledgementLeft: nil, family: .air, limit: 12_500,
      value: 13_000)
    scene.resumes(alarm, of: .aranet4, sensor: 0, at: 1)
    scene.waits(until: 200)
    scene.reads(.aranet4, [.co2PartsPerMillion: 600, .pressureHectopascals: 620], at: 200, sensor: 0)
    #expect(scene.changes(of: .cabinAltitudeHigh).filter { $0.at == 200 }.map(\.alarm.limit) == [12_500])
    #expect(scene.onsets(of: .cabinAltitudeMedium) == [200])
  }

  @Test func `a strap that was lost and is not received again becomes high`() {
    var scene = MonitorScene()
    scene.resumes(remembered(.noData, .medium), of: .heartRateService, sensor: 1, at: 1)
    scene.waits(until: 60)
    #expect(scene.changes(of: .noData).last?.alarm.priority == .high)
    #expect(scene.changes(of: .noData).last.map { $0.at <= 46 } == true)
  }

  @Test(arguments: [72.0, 150])
  func `an alarm on a heart goes on also where the first value of this run comes before it`(first: Double) {
    var scene = MonitorScene()
    scene.heartRate(first, at: 0)
    scene.resumes(remembered(.heartRateHigh, .high, value: 150), of: .heartRateService, sensor: 1, at: 0)
    scene.beats(72, during: 1..<60)
    #expect(scene.onsets(of: .heartRateHigh) == [0])
    #expect(scene.ends(of: .heartRateHigh).first.map { (4...8).contains($0) } == true)
  }

  @Test(arguments: [ConditionID.heartRateLow, .noData])
  func `a pause goes on, and the other direction breaks it`(condition: ConditionID) {
    for (rate, isPaused) in [(40.0, true), (150, false)] {
      var scene = MonitorScene()
      let alarm = RememberedAlarm(
        condition: condition, priority: .high, isLatched: false, acknowledgementLeft: nil, pauseLeft: .seconds(100),
        family: .heart, limit: 45, value: 38)
      scene.resumes(alarm, of: .heartRateService, sensor: 1, at: 0)
      scene.beats(rate, during: 1..<60)
      #expect((scene.sound(at: 59) == nil) == isPaused, "\(rate)")
    }
  }

  @Test(arguments: [ConditionID.noPulse, .noData])
  func `a missing pulse goes on while the strap holds a number without a beat`(condition: ConditionID) {
    let alarm = RememberedAlarm(
      condition: condition, priority: .high, isLatched: false, acknowledgementLeft: nil, family: .heart, limit: nil,
      value: nil)
    var holds = MonitorScene(profile: .bedside)
    holds.resumes(alarm, of: .heartRateService, sensor: 1, at: 1)
    var beats = holds, moves = holds
    holds.strap(.detected, 72, during: 2..<200)
    beats.beats(72, during: 2..<60)
    for second in 2..<100 { moves.strap(.detected, 72 + Double(second / 4), during: second..<second + 1) }
    #expect(holds.present(at: 199)[.noPulse] == .high && holds.ends(of: .noPulse).isEmpty)
    #expect(beats.present(at: 59).isEmpty)
    #expect(moves.present(at: 99)[.noPulse] == nil)
  }

  @Test(arguments: [ConditionID.frozen, .implausible, .noContact, .sensorBatteryLow])
  func `what was wrong with a sensor is reported again before it says anything`(condition: ConditionID) {
    var scene = MonitorScene()
    scene.resumes(remembered(condition, .medium, value: 72), of: .heartRateService, sensor: 1, at: 1)
    #expect(scene.changes(of: condition).map(\.alarm.presence) == [.on])
  }

  @Test func `a value that stood still and still does is frozen all the time`() {
    var scene = MonitorScene()
    scene.resumes(remembered(.frozen, .medium, value: 612), of: .aranet4, sensor: 0, at: 1)
    scene.co2(612, during: 20..<300)
    #expect(scene.onsets(of: .frozen) == [1])
    #expect(scene.ends(of: .frozen).isEmpty)
    scene.co2(613, during: 300..<310)
    #expect(scene.ends(of: .frozen) == [305])
  }

  @Test func `contact that has come back ends it after five seconds`() {
    var scene = MonitorScene()
    scene.resumes(remembered(.noContact, .medium), of: .heartRateService, sensor: 1, at: 1)
    scene.heartRate(72, during: 3..<10)
    #expect(scene.ends(of: .noContact) == [8])
  }

  @Test func `what was acknowledged stays so for what was left of it`() {
    var scene = MonitorScene()
    scene.resumes(
      remembered(.sensorBatteryLow, .low, acknowledged: .seconds(40)), of: .heartRateService, sensor: 1, at: 1)
    for second in 2..<60 { scene.heartRate(Double(70 + second % 3), at: Double(second)) }
    #expect(scene.changes(of: .sensorBatteryLow).map(\.alarm.presence) == [.ack, .on])
    #expect(scene.changes(of: .sensorBatteryLow).map(\.at) == [1, 41])
  }

  @Test(arguments: [(SensorModel.heartRateService, 60.0), (.aranet4, 150)])
  func `a sensor that was received before and is not received again is a loss of data`(model: SensorModel, by: Double) {
    var scene = MonitorScene()
    scene.expects(model, sensor: 1, at: 0)
    scene.waits(until: 200)
    #expect(scene.onsets(of: .noData).first == by)
    #expect(scene.changes(of: .noData).last?.alarm.priority == (model == .aranet4 ? .medium : .high))
  }

  @Test func `a sensor that was received before and is received again is none`() {
    var scene = MonitorScene()
    scene.expects(.heartRateService, sensor: 1, at: 0)
    for second in 50..<90 { scene.heartRate(Double(70 + second % 3), at: Double(second)) }
    scene.expects(.heartRateService, sensor: 1, at: 90)
    #expect(scene.onsets(of: .noData).isEmpty)
  }
}
