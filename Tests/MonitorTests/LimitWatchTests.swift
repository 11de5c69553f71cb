import Alarms
import Readings
import TestSupport
import Testing
@testable import Monitor

/// One sensor of CO2 under the limits, and the alarm system to which they report; the time in seconds.
private struct LimitScene {
  static let sensor = SensorIndex(2)
  /// The high limit of CO2 alone: 2500 ppm.
  static let high: ConditionTable = {
    var table = ConditionTable.standard
    for id in [ConditionID.co2Low, .co2Medium] { _ = table.setEnabled(false, of: id) }
    return table
  }()
  var watch: LimitWatch
  var alarms: AlarmSystem
  private(set) var changes: [AlarmTransition] = []

  init(_ conditions: ConditionTable = high) {
    watch = LimitWatch(conditions: conditions, sensors: 4)
    alarms = AlarmSystem(conditions: conditions, latchesSound: false, profile: .cabin)
  }

  mutating func at(
    _ seconds: Double, _ body: (inout LimitWatch, inout AlarmSystem, Instant) -> Void = { _, _, _ in }
  ) {
    while let due = watch.nextDeadline, due <= .at(seconds) {
      watch.settle(at: due, &alarms)
      alarms.settle(at: due, into: &changes)
      if watch.nextDeadline == due { break }
    }
    body(&watch, &alarms, .at(seconds))
    alarms.settle(at: .at(seconds), into: &changes)
  }

  /// A value each second.
  mutating func receives(_ co2: Double, _ seconds: Range<Int>, from sensor: SensorIndex = sensor) {
    for second in seconds {
      at(Double(second)) { watch, alarms, instant in
        var values = Measurements()
        values[.co2PartsPerMillion] = co2
        watch.take(
          values, from: sensor, measuredAt: instant, freshUntil: instant.advanced(by: .seconds(30)), at: instant,
          &alarms)
      }
    }
  }

  func isOn(_ id: ConditionID, at sensor: SensorIndex = sensor) -> Bool { alarms.isOn(id, at: sensor) }
  /// Whether a value of the sensor counts against a limit.
  var isExceeded: Bool { watch.exceeded(at: Self.sensor).contains(.co2PartsPerMillion) }
  var onsets: [ConditionID] { changes.filter(\.isOnset).map(\.condition) }
}

/// Each row of the table of a limit's states in docs/alarms.md. High CO2: not before 30 s, must by 90 s.
@Suite struct `The states of a limit` {
  private static let co2: QuantitySet = {
    var set = QuantitySet()
    set.insert(.co2PartsPerMillion)
    return set
  }()

  /// High CO2 since a while.
  private func on() -> LimitScene {
    var scene = LimitScene()
    scene.receives(3000, 0..<50)
    return scene
  }

  private func suspended() -> LimitScene {
    var scene = on()
    scene.at(60) { _ = $0.suspend(LimitScene.sensor, Self.co2, at: $2, &$1) }
    return scene
  }

  // MARK: idle

  @Test func `idle: a value inside changes nothing, and nothing is due`() {
    var scene = LimitScene()
    scene.receives(600, 0..<300)
    #expect(scene.changes.isEmpty && scene.watch.nextDeadline == nil && !scene.isExceeded)
  }

  @Test func `idle: a value beyond is counted, and is no alarm yet`() {
    var scene = LimitScene()
    scene.receives(3000, 0..<1)
    #expect(scene.isExceeded && scene.watch.nextDeadline == nil, "one value is fresh for 30 s, and unconfirmed")
    scene.receives(3000, 1..<25)
    #expect(scene.watch.nextDeadline == .at(30) && scene.changes.isEmpty)
  }

  @Test func `idle: an alarm that a restart remembers is on without being raised again`() {
    var scene = LimitScene()
    scene.at(0) { watch, _, instant in
      watch.resume(.co2High, at: LimitScene.sensor, of: .co2PartsPerMillion, value: 3000, at: instant)
    }
    #expect(scene.isExceeded && scene.changes.isEmpty)
    #expect(scene.watch.counts(at: LimitScene.sensor).contains { $0.isOn })
  }

  @Test func `idle: what a restart remembers of lost data is suspended, and on with the first value`() throws {
    var scene = LimitScene()
    scene.at(0) { watch, _, instant in
      let handed = watch.resumeSuspended(.air, limit: 2500, value: 3000, at: LimitScene.sensor, instant)
      #expect(handed?.priority == .high && handed?.value == 3000)
    }
    #expect(!scene.isOn(.co2High))
    scene.receives(3000, 10..<11)
    #expect(scene.isOn(.co2High))
  }

  @Test func `idle: what a restart remembers of a count is counted, and due with the next value only`() {
    var before = LimitScene()
    before.receives(3000, 0..<29)
    let counts = before.watch.counts(at: LimitScene.sensor)
    var scene = LimitScene()
    scene.at(29) { watch, _, _ in watch.recall(counts, at: LimitScene.sensor) }
    #expect(scene.isExceeded && scene.watch.nextDeadline == nil)
    scene.receives(3000, 29..<32)
    #expect(scene.isOn(.co2High))
  }

  // MARK: counting

  @Test func `counting: it is on when the value was beyond for N, confirmed`() {
    var scene = LimitScene()
    scene.receives(3000, 0..<30)
    #expect(!scene.isOn(.co2High))
    scene.at(30)
    #expect(scene.isOn(.co2High) && scene.onsets == [.co2High])
  }

  @Test func `counting: it is idle again when the window has left what was beyond behind`() {
    var scene = LimitScene()
    scene.receives(3000, 0..<20)
    #expect(scene.isExceeded)
    scene.receives(600, 20..<1000)
    #expect(scene.changes.isEmpty && !scene.isExceeded && scene.watch.nextDeadline == nil)
  }

  @Test func `counting: a gap of more than two minutes without data begins the count again`() {
    var scene = LimitScene()
    scene.receives(3000, 0..<20)
    scene.receives(3000, 200..<225)
    #expect(scene.changes.isEmpty)
    scene.receives(3000, 225..<232)
    #expect(scene.isOn(.co2High))
  }

  // MARK: on

  @Test func `on: a value beyond is reported as the latest one, without another onset`() {
    var scene = on()
    scene.receives(3100, 50..<52)
    #expect(scene.onsets == [.co2High] && scene.isOn(.co2High))
  }

  @Test func `on: it ends when the value was inside by the hysteresis for E`() {
    var scene = on()
    scene.receives(2450, 50..<150)
    #expect(scene.isOn(.co2High), "inside, and not by the hysteresis of 100 ppm")
    scene.receives(2400, 150..<180)
    scene.at(180)
    #expect(scene.isOn(.co2High), "an alarm ends with a value")
    scene.receives(2400, 180..<181)
    #expect(!scene.isOn(.co2High))
  }

  @Test(arguments: [ConditionID.cabinAltitudeHigh, .coHigh])
  func `on: a condition with two limits ends with the last of them`(id: ConditionID) throws {
    var conditions = ConditionTable.standard
    let sustained = try #require(conditions[id].sustained), limit = try #require(conditions[id].limit)
    _ = conditions.setSustained(limit: sustained.limit, for: .seconds(60), of: id)
    var scene = LimitScene(conditions)
    func value(_ limit: Double) -> Double {
      id == .cabinAltitudeHigh ? PressureAltitude.hectopascals(feet: limit + 50) : (limit + 1) * 1000
    }
    func receives(_ value: Double, _ seconds: Range<Int>) {
      for second in seconds {
        scene.at(Double(second)) { watch, alarms, instant in
          var values = Measurements()
          if let quantity = conditions[id].trigger.quantity { values[quantity] = value }
          watch.take(
            values, from: LimitScene.sensor, measuredAt: instant, freshUntil: instant.advanced(by: .seconds(30)),
            at: instant, &alarms)
        }
      }
    }
    receives(value(limit), 0..<700)
    #expect(scene.isOn(id))
    receives(value(sustained.limit), 700..<1400)
    #expect(scene.isOn(id), "the lower limit is exceeded")
    receives(value(sustained.limit * 0.8), 1400..<2000)
    #expect(!scene.isOn(id))
  }

  @Test func `on: it is suspended when its data are lost, and hands over what it was`() {
    var scene = on()
    scene.at(60) { watch, alarms, instant in
      let handed = watch.suspend(LimitScene.sensor, Self.co2, at: instant, &alarms)
      #expect(handed?.priority == .high && handed?.family == .air)
      #expect(handed?.value == 3000 && handed?.limit == 2500)
      let nothing = watch.suspend(LimitScene.sensor, QuantitySet(), at: instant, &alarms)
      #expect(nothing?.value == nil)
    }
    #expect(!scene.isOn(.co2High))
  }

  // MARK: ended

  @Test func `ended: it is idle when all was well for the calm time, and the episode is over`() {
    var scene = on()
    scene.receives(600, 50..<100)
    #expect(!scene.isOn(.co2High))
    func isCalm() -> Bool { scene.watch.counts(at: LimitScene.sensor).allSatisfy(\.isCalm) }
    #expect(!isCalm())
    scene.receives(600, 100..<140)
    #expect(!isCalm())
    scene.receives(600, 140..<141)
    #expect(isCalm() && scene.watch.nextDeadline == nil)
  }

  @Test func `ended: it is on again by the same rule`() {
    var scene = on()
    scene.receives(600, 50..<100)
    scene.receives(3000, 100..<140)
    #expect(scene.isOn(.co2High) && scene.onsets == [.co2High, .co2High])
  }

  // MARK: suspended

  @Test func `suspended: it is on with the first value that comes, whatever that is`() {
    for value in [3000.0, 600] {
      var scene = suspended()
      scene.receives(value, 70..<71)
      #expect(scene.isOn(.co2High), "\(value)")
    }
  }

  @Test func `suspended: it is idle when a person ends it, and judged from its beginning`() {
    var scene = suspended()
    scene.at(65) { _ = $0.dismissSuspended(LimitScene.sensor, at: $2, &$1) }
    #expect(!scene.isExceeded && scene.watch.nextDeadline == nil)
    scene.receives(3000, 70..<95)
    #expect(!scene.isOn(.co2High))
    scene.receives(3000, 95..<102)
    #expect(scene.isOn(.co2High))
  }

  // MARK: any

  @Test func `any: it is idle when its sensor is forgotten, and other sensors go on`() {
    var scene = on()
    let other = SensorIndex(3)
    scene.receives(3000, 50..<90, from: other)
    scene.at(90) { watch, _, _ in watch.forget(LimitScene.sensor) }
    #expect(!scene.isExceeded && scene.watch.exceeded(at: other).contains(.co2PartsPerMillion))
  }

  @Test func `any: it is idle when its condition is switched off`() {
    var scene = on()
    var conditions = LimitScene.high
    _ = conditions.setEnabled(false, of: .co2High)
    scene.at(55) { watch, _, _ in watch.adopt(conditions, own: [:]) }
    #expect(!scene.isExceeded && scene.watch.nextDeadline == nil)
  }

  @Test func `any: a sensor with a limit of its own is judged by that one`() {
    var scene = LimitScene()
    scene.at(0) { watch, _, _ in
      watch.adopt(LimitScene.high, own: [Int(LimitScene.sensor.position): [.co2High: 5000]])
    }
    scene.receives(3000, 0..<100)
    scene.receives(3000, 100..<150, from: SensorIndex(3))
    #expect(!scene.isOn(.co2High) && scene.isOn(.co2High, at: SensorIndex(3)))
  }

  @Test func `a sensor without a place is left alone`() {
    var scene = LimitScene()
    scene.receives(3000, 0..<100, from: SensorIndex(900))
    #expect(scene.changes.isEmpty)
  }
}
