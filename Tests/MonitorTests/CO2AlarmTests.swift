import Alarms
import Sessions
import Monitor
import Readings
import TestSupport
import Testing

@Suite struct `CO2 alarms` {
  @Test(arguments: [
    (ConditionID.co2Low, 800.0, 120.0, 300.0, Priority.low), (.co2Medium, 1500, 60, 180, .medium),
    (.co2High, 2500, 30, 90, .high),
  ])
  func `a value at the limit is signalled neither before nor after its bounds`(
    id: ConditionID, limit: Double, notBefore: Double, mustBy: Double, priority: Priority
  ) throws {
    var scene = MonitorScene()
    scene.co2(limit, during: 10..<400)
    let onset = try #require(scene.onsets(of: id).first)
    #expect(onset - 10 >= notBefore)
    #expect(onset - 10 <= mustBy)
    #expect(scene.changes(of: id).first?.alarm.priority == priority)
    #expect(scene.changes(of: id).first?.alarm.limit == limit)
    #expect(scene.changes(of: id).first?.alarm.value == limit)
  }

  @Test(arguments: [(ConditionID.co2Low, 799.0), (.co2Medium, 1499), (.co2High, 2499)])
  func `a value just below the limit is never signalled`(id: ConditionID, value: Double) {
    var scene = MonitorScene()
    scene.co2(value, during: 0..<600)
    #expect(scene.onsets(of: id).isEmpty)
  }

  @Test func `one measurement is enough while it is the latest fresh one`() {
    var scene = MonitorScene()
    scene.co2(2600, at: 0, interval: 300)
    scene.waits(until: 90)
    #expect(scene.onsets(of: .co2High) == [90])
  }

  @Test func `a second measurement that is beyond too confirms the first`() {
    var scene = MonitorScene()
    scene.co2(2600, at: 0)
    scene.co2(2600, at: 60)
    #expect(scene.onsets(of: .co2High) == [60])
  }

  @Test func `one measurement beyond between two good ones is no alarm`() {
    var scene = MonitorScene()
    for minute in 0..<10 { scene.co2(minute == 4 ? 2900 : 600, at: Double(minute) * 60) }
    #expect(scene.onsets(of: .co2High).isEmpty)
  }

  @Test func `a short dip does not begin the count again, and does not count`() {
    var scene = MonitorScene()
    scene.co2(2600, during: 0..<20)
    scene.co2(2300, at: 20)
    scene.co2(2600, during: 25..<60)
    #expect(scene.onsets(of: .co2High) == [35])
  }

  @Test func `an advertisement that repeats an old measurement neither begins the count again nor confirms it`() {
    var scene = MonitorScene()
    for second in 0..<95 { scene.co2(2600, at: Double(second), age: UInt16(second)) }
    #expect(scene.onsets(of: .co2High) == [90])
  }

  @Test func `a peak that falls back in less than its not-before time is not signalled`() {
    var scene = MonitorScene()
    scene.co2(2600, during: 0..<25)
    scene.co2(700, during: 25..<400)
    #expect(scene.onsets(of: .co2High).isEmpty)
  }

  @Test func `the alarm goes on inside the hysteresis and ends after its not-before time beyond it`() {
    var scene = MonitorScene()
    scene.co2(2600, during: 0..<60)
    scene.co2(2401, during: 60..<120)
    #expect(scene.ends(of: .co2High).isEmpty)
    scene.co2(2400, during: 120..<160)
    #expect(scene.ends(of: .co2High) == [150])
  }

  @Test func `a value inside the hysteresis starts no alarm`() {
    var scene = MonitorScene()
    scene.co2(2450, during: 0..<200)
    #expect(scene.onsets(of: .co2High).isEmpty)
  }

  @Test func `an alarm does not begin on a value inside the limit`() {
    var scene = MonitorScene()
    scene.co2(2500, at: 0)
    scene.co2(2450, during: 5..<20)
    scene.waits(until: 35)
    #expect(scene.onsets(of: .co2High).isEmpty)
    scene.co2(2500, during: 35..<65)
    #expect(scene.onsets(of: .co2High) == [60], "thirty seconds beyond in all")
  }

  @Test func `each level has its own alarm`() {
    var scene = MonitorScene()
    scene.co2(2600, during: 0..<200)
    scene.co2(1700, during: 200..<300)
    #expect(scene.ends(of: .co2High) == [230])
    #expect(scene.onsets(of: .co2Medium).count == 1)
    #expect(scene.ends(of: .co2Medium).isEmpty)
    #expect(scene.sound(at: 250)?.priority == .medium)
  }

  @Test func `an absent value neither starts nor ends an alarm`() {
    var scene = MonitorScene()
    scene.co2(2600, during: 0..<60)
    scene.co2(nil, at: 60)
    #expect(scene.ends(of: .co2High).isEmpty)
  }

  @Test func `two sensors have two alarms`() {
    var scene = MonitorScene()
    scene.co2(2600, at: 0, sensor: 0)
    scene.co2(2600, at: 5, sensor: 3)
    scene.waits(until: 100)
    #expect(scene.onsets(of: .co2High) == [90, 95])
    #expect(scene.changes(of: .co2High).map(\.alarm.sensor?.position) == [0, 3])
  }

  @Test func `a configured limit is the one that counts and that is logged`() throws {
    var conditions = ConditionTable.standard
    try #require({ conditions.setLimit(1000, of: .co2High) }())
    var scene = MonitorScene(conditions: conditions)
    scene.co2(1000, during: 0..<60)
    #expect(scene.changes(of: .co2High).map(\.alarm.limit) == [1000])
  }

  @Test func `a limit outside its range is refused`() {
    var conditions = ConditionTable.standard
    let refused = [(400.0, ConditionID.co2High), (.nan, .co2High), (24, .heartRateLow), (1, .noData)]
    for (limit, id) in refused {
      let isSet = conditions.setLimit(limit, of: id)
      #expect(!isSet, "\(id.name) \(limit)")
    }
    #expect(conditions[.co2High].limit == 2500)
  }

  @Test func `an alarm that has ended does not come again below its limit`() {
    var scene = MonitorScene()
    scene.co2(2900, during: 0..<100)
    scene.co2(2400, during: 100..<135)
    scene.co2(2450, during: 135..<300)
    #expect(scene.onsets(of: .co2High) == [30])
    #expect(scene.ends(of: .co2High) == [130])
  }

  @Test func `values below the limit that go to and fro over the hysteresis raise nothing`() {
    var scene = MonitorScene()
    scene.co2(2900, during: 0..<100)
    for second in stride(from: 100.0, to: 300, by: 10) {
      scene.co2(2398, at: second)
      scene.co2(2405, at: second + 5)
    }
    #expect(scene.onsets(of: .co2High).count == 1)
  }

  @Test func `two short peaks ten minutes apart are no alarm`() {
    var scene = MonitorScene()
    scene.co2(2600, at: 0)
    scene.co2(2450, during: 5..<600)
    scene.co2(2600, at: 600)
    scene.co2(2450, during: 605..<700)
    #expect(scene.onsets(of: .co2High).isEmpty)
  }

  @Test func `one measurement just below the limit does not begin the count again`() {
    var scene = MonitorScene()
    scene.co2(2600, at: 0)
    scene.co2(2480, at: 60)
    scene.co2(2600, at: 120)
    #expect(scene.onsets(of: .co2High) == [120])
  }
}
