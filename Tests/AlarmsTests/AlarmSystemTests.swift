import Readings
import TestSupport
import Testing
@testable import Alarms

/// Each row of the table of an alarm's states in docs/alarms.md.
@Suite struct `The states of an alarm` {
  private typealias System = AlarmSystem

  /// A medium alarm of the room, on since 10 s.
  private func medium(latches: Bool = false) -> AlarmScene {
    var scene = AlarmScene(latchesSound: latches)
    scene.at(10) { $0.begin(.co2Medium, value: 1600, $1) }
    return scene
  }

  /// A high alarm of a person, on since 10 s.
  private func high(latches: Bool = false) -> AlarmScene {
    var scene = AlarmScene(latchesSound: latches)
    scene.at(10) { $0.begin(.heartRateHigh, value: 150, $1) }
    return scene
  }

  private func state(_ scene: AlarmScene, _ id: ConditionID) -> String { scene.state(of: id, at: System.sensor) }

  // MARK: off and due

  @Test func `off: a fault that is reported is due, and on when it has held for its time`() {
    var scene = AlarmScene()
    scene.at(0) { $0.hold(.notWatched, since: $1) }
    scene.at(59.9)
    #expect(scene.state(of: .notWatched) == "off")
    scene.at(60)
    #expect(scene.state(of: .notWatched) == "medium on on" && scene.onsets(of: .notWatched) == 1)
  }

  @Test func `due: a fault that ends before its time is off, and nothing was reported`() {
    var scene = AlarmScene()
    scene.at(0) { $0.hold(.notWatched, since: $1) }
    scene.at(59) { $0.release(.notWatched, at: $1) }
    scene.passes(until: 300)
    #expect(scene.changes.isEmpty)
  }

  @Test func `off: a condition that begins is on at once`() {
    let scene = medium()
    #expect(state(scene, .co2Medium) == "medium on on")
    #expect(scene.changes.last?.isOnset == true && scene.changes.last?.value == 1600)
  }

  @Test func `off: a condition that is switched off does not begin`() {
    var conditions = ConditionTable.standard
    _ = conditions.setEnabled(false, of: .co2Medium)
    var scene = AlarmScene(conditions: conditions)
    scene.at(10) { $0.begin(.co2Medium, $1) }
    #expect(scene.changes.isEmpty && !scene.system.isOn(.co2Medium, at: System.sensor))
  }

  @Test func `off: one that comes back while its acknowledgement runs is acknowledged`() {
    var scene = medium()
    scene.at(20) { $0.acknowledge(.co2Medium, at: $1) }
    scene.at(30) { $0.end(.co2Medium, at: System.sensor, at: $1) }
    #expect(state(scene, .co2Medium) == "off")
    scene.at(40) { $0.begin(.co2Medium, $1) }
    #expect(state(scene, .co2Medium) == "medium ack off")
  }

  @Test func `off: one that a restart remembers is what it was, but for what time has ended`() {
    func remembered(latched: Bool = false, left: Duration? = nil, latchesSound: Bool = true) -> String {
      var scene = AlarmScene(latchesSound: latchesSound)
      let alarm = RememberedAlarm(
        condition: .co2Medium, priority: .medium, isLatched: latched, acknowledgementLeft: left, limit: 1500,
        value: 1600)
      scene.at(1) { $0.resume(alarm, at: System.sensor, of: .room, at: $1) }
      return state(scene, .co2Medium)
    }
    #expect(remembered() == "medium on on")
    #expect(remembered(left: .seconds(5)) == "medium ack off")
    #expect(remembered(left: .zero) == "medium on on")
    #expect(remembered(latched: true) == "medium latched on")
    #expect(remembered(latched: true, latchesSound: false) == "off")
  }

  @Test func `off: one that is tried is on for fifteen seconds, beside the true one`() {
    var scene = AlarmScene()
    scene.at(5) { $0.test(.co2High, at: $1) }
    #expect(scene.state(of: .co2High) == "high on on" && scene.changes.last?.isTest == true)
    scene.at(19.9)
    #expect(scene.state(of: .co2High) == "high on on")
    scene.at(20)
    #expect(scene.state(of: .co2High) == "off")
  }

  @Test func `off: one that is tried is on for as long as asked`() {
    var scene = AlarmScene()
    scene.at(5) { $0.test(.co2High, seconds: 3, at: $1) }
    scene.at(7.9)
    #expect(scene.state(of: .co2High) == "high on on")
    scene.at(8)
    #expect(scene.state(of: .co2High) == "off")
  }

  // MARK: on

  @Test func `on: a low or medium alarm that is acknowledged is acknowledged`() {
    var scene = medium()
    scene.at(20) { $0.acknowledge(.co2Medium, at: $1) }
    #expect(state(scene, .co2Medium) == "medium ack off")
    #expect(scene.changes.last?.silentUntil == .at(920))
  }

  @Test func `on: a high alarm that is acknowledged stays on, with its sound paused`() {
    var scene = high()
    scene.at(20) { $0.acknowledge(.heartRateHigh, at: $1) }
    #expect(state(scene, .heartRateHigh) == "high on paused")
    #expect(scene.changes.last?.silentUntil == .at(140))
  }

  @Test func `on: what only reports that something happened ends when it is acknowledged`() {
    var scene = AlarmScene()
    scene.at(0) { $0.hold(.restarted, since: $1) }
    #expect(scene.state(of: .restarted) == "low on on")
    scene.at(1) { $0.acknowledge(.restarted, at: $1) }
    #expect(scene.state(of: .restarted) == "off")
  }

  @Test func `on: adapter-gone beside a bed, and everybody is in standby, is acknowledged until a standby ends`() {
    var scene = AlarmScene(profile: .bedside)
    scene.at(0) { $0.hold(.adapterGone, since: $1) }
    #expect(scene.state(of: .adapterGone) == "high on on")
    scene.at(1) { $0.setQuiet(.adapterGone, until: $1.advanced(by: .seconds(100)), at: $1) }
    #expect(scene.state(of: .adapterGone) == "high ack off")
    scene.at(2) { $0.setQuiet(.adapterGone, until: nil, at: $1) }
    #expect(scene.state(of: .adapterGone) == "high on on")
    scene.at(3) { $0.setQuiet(.adapterGone, until: $1.advanced(by: .seconds(100)), at: $1) }
    scene.at(103) { _, _ in }
    #expect(scene.state(of: .adapterGone) == "high on on")
  }

  @Test func `on: one that ends is off`() {
    var scene = medium()
    scene.at(20) { $0.end(.co2Medium, at: System.sensor, at: $1) }
    #expect(state(scene, .co2Medium) == "off")
  }

  @Test func `on: one that ends where sounds latch is latched, unless it is low, technical or handed over`() {
    var scene = medium(latches: true)
    scene.at(20) { $0.end(.co2Medium, at: System.sensor, at: $1) }
    #expect(state(scene, .co2Medium) == "medium latched on")
    scene = medium(latches: true)
    scene.at(20) { $0.end(.co2Medium, at: System.sensor, latches: false, at: $1) }
    #expect(state(scene, .co2Medium) == "off")
    for id in [ConditionID.co2Low, .noData] {
      scene = AlarmScene(latchesSound: true)
      scene.at(10) { $0.begin(id, $1) }
      scene.at(20) { $0.end(id, at: System.sensor, at: $1) }
      #expect(state(scene, id) == "off", "\(id.name)")
    }
  }

  @Test func `on: one of another cause with a higher priority begins again, higher`() {
    var scene = AlarmScene()
    scene.at(10) { $0.begin(.noData, $1) }
    #expect(state(scene, .noData) == "medium on on")
    scene.at(20) { $0.begin(.noData, priority: .high, $1) }
    #expect(state(scene, .noData) == "high on on" && scene.onsets(of: .noData) == 2)
    scene.at(30) { $0.begin(.noData, $1) }
    #expect(state(scene, .noData) == "high on on", "what has risen does not fall back")
  }

  @Test func `on: the loss of a heart sensor is high half a minute after its onset, and no other loss is`() {
    for (escalates, later) in [(true, "high on on"), (false, "medium on on")] {
      var scene = AlarmScene()
      scene.at(10) { $0.begin(.noData, escalates: escalates, $1) }
      scene.at(39.9)
      #expect(state(scene, .noData) == "medium on on")
      scene.at(40)
      #expect(state(scene, .noData) == later)
    }
  }

  @Test func `on: a low or medium alarm is withheld in a busy phase, and a high one never`() {
    var scene = medium()
    scene.at(12) { $0.begin(.heartRateHigh, $1) }
    scene.at(20) { system, _ in system.withholdLowAndMedium(true) }
    #expect(state(scene, .co2Medium) == "medium on off" && state(scene, .heartRateHigh) == "high on on")
    scene.at(30) { system, _ in system.withholdLowAndMedium(false) }
    #expect(state(scene, .co2Medium) == "medium on on")
  }

  // MARK: ack

  @Test func `acknowledged: it is on again when its time is over`() {
    var scene = medium()
    scene.at(20) { $0.acknowledge(.co2Medium, at: $1) }
    scene.at(500) { $0.acknowledge(.co2Medium, at: $1) }
    scene.at(919.9)
    #expect(state(scene, .co2Medium) == "medium ack off")
    scene.at(920)
    #expect(state(scene, .co2Medium) == "medium on on", "asking again makes it no longer")
  }

  @Test func `acknowledged: a medium one is on again half way from its value to the next limit`() {
    var scene = medium()
    scene.at(20) { $0.acknowledge(.co2Medium, at: $1) }
    scene.at(30) { system, _ in system.update(.co2Medium, at: System.sensor, value: 2049) }
    #expect(state(scene, .co2Medium) == "medium ack off")
    scene.at(40) { system, _ in system.update(.co2Medium, at: System.sensor, value: 2050) }
    #expect(state(scene, .co2Medium) == "medium on on")
  }

  @Test func `acknowledged: one that rises is on`() {
    var scene = AlarmScene()
    scene.at(10) { $0.begin(.noData, escalates: true, $1) }
    scene.at(20) { $0.acknowledge(.noData, at: $1) }
    #expect(state(scene, .noData) == "medium ack off")
    scene.at(40)
    #expect(state(scene, .noData) == "high on on")
  }

  @Test func `acknowledged: one that ends is off, also where sounds latch`() {
    var scene = medium(latches: true)
    scene.at(20) { $0.acknowledge(.co2Medium, at: $1) }
    scene.at(30) { $0.end(.co2Medium, at: System.sensor, at: $1) }
    #expect(state(scene, .co2Medium) == "off")
  }

  // MARK: latched

  @Test func `latched: a reset, of all or of the one, and an acknowledgement end it`() {
    let answers: [(inout AlarmSystem, Instant) -> Void] = [
      { system, _ in system.resetLatched() }, { system, _ in system.resetLatched(.co2Medium) },
      { $0.acknowledge(.co2Medium, at: $1) },
    ]
    for answer in answers {
      var scene = medium(latches: true)
      scene.at(20) { $0.end(.co2Medium, at: System.sensor, at: $1) }
      scene.at(25) { system, _ in system.resetLatched(.heartRateHigh) }
      #expect(state(scene, .co2Medium) == "medium latched on")
      scene.at(30, answer)
      #expect(state(scene, .co2Medium) == "off")
    }
  }

  @Test func `latched: one that begins again is on`() {
    var scene = medium(latches: true)
    scene.at(20) { $0.end(.co2Medium, at: System.sensor, at: $1) }
    scene.at(30) { $0.begin(.co2Medium, $1) }
    #expect(state(scene, .co2Medium) == "medium on on" && scene.onsets(of: .co2Medium) == 2)
  }

  // MARK: any

  @Test func `any: a condition that is switched off and a sensor that is forgotten are off`() {
    var conditions = ConditionTable.standard
    _ = conditions.setEnabled(false, of: .co2Medium)
    let ends: [(inout AlarmSystem, Instant) -> Void] = [
      { [conditions] in $0.adopt(conditions: conditions, latchesSound: true, at: $1) },
      { $0.forget(System.sensor, of: nil, at: $1) }, { $0.forget(.room, at: $1) },
    ]
    for end in ends {
      for state in ["on", "ack", "latched"] {
        var scene = medium(latches: true)
        if state == "ack" { scene.at(20) { $0.acknowledge(.co2Medium, at: $1) } }
        if state == "latched" { scene.at(20) { $0.end(.co2Medium, at: System.sensor, at: $1) } }
        #expect(self.state(scene, .co2Medium).contains(state))
        scene.at(30, end)
        #expect(self.state(scene, .co2Medium) == "off")
      }
    }
  }

  // MARK: Pauses

  @Test func `paused: it lasts 120 s from its press, and a further press makes it no longer`() {
    var scene = high()
    scene.at(20) { $0.pause(at: $1) }
    scene.at(100) { $0.acknowledge(.heartRateHigh, at: $1) }
    scene.at(139.9)
    #expect(state(scene, .heartRateHigh) == "high on paused")
    scene.at(140)
    #expect(state(scene, .heartRateHigh) == "high on on")
  }

  @Test func `paused: a higher priority, a missing pulse, and another episode of its priority end it`() {
    var scene = medium()
    scene.at(20) { $0.pause(at: $1) }
    #expect(state(scene, .co2Medium) == "medium on paused")
    scene.at(30) { $0.begin(.pm25High, $1) }
    #expect(state(scene, .co2Medium) == "medium on on")
    for (id, subject) in [(ConditionID.noPulse, System.person), (.heartRateHigh, .person(PersonIndex(1)))] {
      scene = high()
      scene.at(20) { $0.pause(at: $1) }
      scene.at(30) { $0.begin(id, at: System.other, of: subject, $1) }
      #expect(state(scene, .heartRateHigh) == "high on on", "\(id.name)")
    }
    scene = high()
    scene.at(20) { $0.pause(at: $1) }
    scene.at(30) {
      $0.end(.heartRateHigh, at: System.sensor, latches: false, at: $1)
      $0.begin(.heartRateLow, isHandOver: true, $1)
    }
    #expect(state(scene, .heartRateLow) == "high on on", "the other direction")
  }

  @Test func `paused: a lower priority and a hand-over of its episode leave it`() {
    var scene = high()
    scene.at(20) { $0.pause(at: $1) }
    scene.at(30) { $0.begin(.co2Medium, at: System.other, $1) }
    #expect(state(scene, .heartRateHigh) == "high on paused")
    scene.at(40) {
      $0.end(.heartRateHigh, at: System.sensor, latches: false, at: $1)
      $0.begin(.noData, of: System.person, isHandOver: true, priority: .high, family: .heart, $1)
    }
    #expect(state(scene, .noData) == "high on paused")
  }

  @Test func `acknowledged: only what replaces it keeps that, and nothing that also replaces an alarm that sounds`() {
    for isOver in [true, false] {
      var scene = medium()
      scene.at(20) { $0.acknowledge(.co2Medium, at: $1) }
      if isOver { scene.at(30) { $0.end(.co2Medium, at: System.sensor, latches: false, at: $1) } }
      scene.at(40) { $0.begin(.pm25Medium, $1) }
      scene.at(50) {
        for id in [ConditionID.co2Medium, .pm25Medium] { $0.end(id, at: System.sensor, latches: false, at: $1) }
        $0.begin(.noData, of: .room, isHandOver: true, family: .air, $1)
      }
      #expect(state(scene, .noData) == "medium on on", "over before: \(isOver)")
    }
  }

  @Test func `paused: what comes after a reset of an episode that is over sounds`() {
    var scene = high(latches: true)
    scene.at(20) { $0.pause(at: $1) }
    scene.at(30) { $0.end(.heartRateHigh, at: System.sensor, at: $1) }
    #expect(state(scene, .heartRateHigh) == "high latched paused")
    scene.at(40) { system, _ in system.resetLatched() }
    scene.at(50) { $0.begin(.heartRateHigh, $1) }
    #expect(state(scene, .heartRateHigh) == "high on on")
  }

  @Test func `sequence numbers count every change, without a gap`() {
    var scene = medium()
    scene.at(20) { $0.acknowledge(.co2Medium, at: $1) }
    scene.at(30) { $0.begin(.heartRateHigh, $1) }
    scene.at(40) { $0.end(.co2Medium, at: System.sensor, at: $1) }
    #expect(scene.changes.map(\.sequence) == [1, 2, 3, 4])
  }
}
