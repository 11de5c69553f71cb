import Alarms
import Flight
import Monitor
import Readings
import TestSupport
import Testing

@Suite struct `Lamps and sound` {
  @Test func `lamps show the highest priority and hint at the rest`() {
    var scene = MonitorScene()
    scene.co2(2900, during: 0..<150)
    scene.happens(.fault(.diskFull), at: 150)
    #expect(scene.pattern(of: .red, at: 150) == .highPriority)
    #expect(scene.pattern(of: .yellow, at: 150) == .mediumPriority)
    #expect(scene.pattern(of: .blue, at: 150) == .on)
    #expect(scene.pattern(of: .green, at: 150) == .off)
  }

  @Test func `a low alarm of the air is steady yellow`() {
    var scene = MonitorScene()
    scene.co2(900, during: 0..<150)
    #expect(scene.pattern(of: .yellow, at: 150) == .on)
    #expect(scene.sound(at: 150) == SoundSignal(priority: .low, family: .air))
  }

  @Test func `green flashes briefly, which means that sensors are received and nothing is present`() {
    var scene = MonitorScene()
    scene.waits(until: 10)
    #expect(scene.pattern(of: .green, at: 10) == .off, "nothing has been received")
    scene.co2(600, at: 10)
    #expect(scene.pattern(of: .green, at: 10) == .allIsWell)
    scene.waits(until: 200)
    #expect(scene.pattern(of: .green, at: 200) == .off, "the sensor is silent")
  }

  @Test func `the lamp of an alarm changes before the one that says that all is well`() {
    var scene = MonitorScene()
    scene.co2(600, at: 10)
    scene.happens(.fault(.sensorBatteryLow), at: 20)
    scene.happens(.cleared(.sensorBatteryLow), at: 30)
    let changes = scene.done.compactMap { if case .lamp(let lamp, _) = $0.action { lamp } else { nil } }
    #expect(changes == [.green, .blue, .green, .blue, .green])
  }

  @Test func `one signal sounds at a time, the heart before the air before the appliance`() {
    var scene = MonitorScene()
    scene.happens(.fault(.adapterGone), at: 0)
    #expect(scene.sound(at: 0)?.family == .technical)
    scene.co2(2900, during: 1..<31)
    scene.waits(until: 31)
    #expect(scene.sound(at: 31)?.family == .air)
    scene.heartRate(131, during: 31..<45)
    #expect(scene.onsets(of: .heartRateHigh) == [41])
    #expect(scene.sound(at: 44)?.family == .heart, "after the burst that had begun")
  }

  @Test func `lamp patterns lie within the bands of their priorities`() throws {
    guard case .flash(let high, let highDuty) = LampPattern.highPriority,
      case .flash(let medium, let mediumDuty) = LampPattern.mediumPriority
    else { throw Expectation.flashing }
    #expect((1.4...2.8).contains(high))
    #expect((0.4...0.8).contains(medium))
    #expect((0.2...0.6).contains(highDuty))
    #expect((0.2...0.6).contains(mediumDuty))
  }

  private enum Expectation: Error { case flashing }
}

@Suite struct `Phases of flight` {
  @Test(arguments: ["taxi", "take-off", "takeoff", "Climb", "descent", "landing"])
  func `a busy phase withholds low and medium alarms, and they are logged`(name: String) throws {
    var scene = MonitorScene()
    scene.happens(.phase(try #require(Phase(name: name))), at: 0)
    scene.happens(.fault(.frozen), at: 1)
    scene.happens(.fault(.diskFull), at: 2)
    #expect(scene.changes(of: .frozen).map(\.alarm.presence) == [.on])
    #expect(scene.changes(of: .frozen).map(\.alarm.activation) == [.off])
    #expect(scene.sound(at: 10) == nil)
    #expect(scene.pattern(of: .yellow, at: 10) == .off)
    scene.happens(.phase(.cruise), at: 20)
    #expect(scene.changes(of: .frozen).map(\.alarm.activation) == [.off, .on])
    #expect(scene.sound(at: 20)?.priority == .medium)
  }

  @Test func `no phase withholds a high alarm`() {
    for phase in Phase.allCases {
      var scene = MonitorScene()
      scene.happens(.phase(phase), at: 0)
      scene.happens(.fault(.adapterGone), at: 1)
      #expect(scene.sound(at: 1)?.priority == .high)
      #expect(scene.pattern(of: .red, at: 1) == .highPriority)
    }
  }

  @Test func `an unknown phase withholds nothing`() {
    var scene = MonitorScene()
    scene.happens(.phase(.climb), at: 0)
    scene.happens(.fault(.frozen), at: 1)
    scene.happens(.phase(.unknown), at: 2)
    #expect(scene.sound(at: 2)?.priority == .medium)
  }
}

@Suite struct `Reported faults` {
  /// The table of the researched facts: priority, not before and must by, s.
  @Test(arguments: [
    (ConditionID.co2Low, Priority.low, 120.0, 300.0), (.co2Medium, .medium, 60, 180), (.co2High, .high, 30, 90),
    (.vocHigh, .medium, 30, 90), (.heartRateLow, .high, 5, 10), (.heartRateHigh, .high, 5, 10),
    (.noData, .medium, 0, 10), (.frozen, .medium, 0, 10), (.implausible, .medium, 0, 10), (.noContact, .medium, 0, 10),
    (.cabinAltitudeMedium, .medium, 10, 30), (.cabinAltitudeHigh, .high, 10, 30), (.adapterGone, .high, 0, 10),
    (.sounderFailed, .high, 0, 10), (.sensorBatteryLow, .low, 0, 60), (.clockUnset, .low, 0, 60),
    (.diskFull, .low, 0, 60), (.lampFailed, .low, 0, 60), (.restarted, .low, 0, 60), (.noPulse, .high, 5, 10),
    (.spo2Medium, .medium, 10, 20), (.spo2High, .high, 10, 20), (.buttonStuck, .low, 0, 60),
  ])
  func `each is signalled within its bounds and ends when it is cleared`(
    id: ConditionID, priority: Priority, notBefore: Double, mustBy: Double
  ) throws {
    var scene = MonitorScene()
    scene.happens(.fault(id), at: 100)
    scene.waits(until: 500)
    let onset = try #require(scene.onsets(of: id).first)
    #expect((100 + notBefore...100 + mustBy).contains(onset))
    #expect(scene.changes(of: id).map(\.alarm.priority) == [priority])
    #expect(ConditionTable.standard[id].mustBy == .seconds(mustBy))
    scene.happens(.cleared(id), at: 500)
    #expect(scene.ends(of: id) == [500])
    scene.waits(until: 503)
    #expect(scene.sound(at: 503) == nil, "after the burst that had begun")
  }

  @Test func `a fault reported twice is one alarm`() {
    var scene = MonitorScene()
    scene.happens(.fault(.diskFull), at: 0)
    scene.happens(.fault(.diskFull), at: 10)
    #expect(scene.changes(of: .diskFull).count == 1)
  }
}
