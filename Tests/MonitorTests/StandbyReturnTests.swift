import Alarms
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

/// What a standby ends, what outlives a restart, and what comes after it.
@Suite struct `After the beginning of a standby` {
  private func bedside(_ persons: [PersonSettings] = []) -> MonitorScene {
    MonitorScene(
      settings: MonitorSettings(
        profile: .bedside, latchesSound: false, gradesAir: false, persons: persons, unproved: Bounds(15, 30)))
  }

  private func remembered(left: Duration?) -> RememberedAlarm {
    RememberedAlarm(
      condition: .standby, priority: .low, isLatched: false, acknowledgementLeft: left, family: .technical, limit: nil,
      value: nil)
  }

  @Test func `a restart lets it go on until its time`() {
    var scene = bedside()
    scene.resumes(remembered(left: .seconds(7_200)), of: .heartRateService, sensor: 1, at: 1)
    scene.expects(.heartRateService, sensor: 1, at: 1)
    scene.waits(until: 7_100)
    #expect(scene.present(at: 7_100) == [.standby: .low])
    #expect(scene.pattern(of: .blue, at: 7_100) == .on)
    #expect(scene.changes(of: .standby).map(\.alarm.presence) == [.ack])
    #expect(scene.onsets(of: .noData).isEmpty && scene.onsets(of: .notWatched).isEmpty)
    let beeps = scene.done.compactMap { at, action in
      if case .sound(.some(let signal)) = action, signal.beeps > 0 { at } else { nil }
    }
    #expect(beeps == [3_601])
    scene.waits(until: 7_300)
    #expect(scene.ends(of: .standby) == [7_201])
    #expect(scene.onsets(of: .notWatched) == [7_261])
  }

  @Test func `a restart lets it end by a heart that is received, and by an order`() {
    for isReceived in [true, false] {
      var scene = bedside()
      scene.resumes(remembered(left: .seconds(7_200)), of: .heartRateService, sensor: 1, at: 1)
      if isReceived { scene.beats(72, during: 100..<140) } else { scene.happens(.endStandby(nil), at: 130) }
      #expect(scene.ends(of: .standby) == [130])
      #expect(scene.pattern(of: .blue, at: 139) == .off)
    }
  }

  @Test(arguments: [nil, Duration.zero])
  func `a restart after its time leaves somebody who is not watched, and no lamp`(left: Duration?) {
    var scene = bedside()
    scene.resumes(remembered(left: left), of: .heartRateService, sensor: 1, at: 1)
    scene.waits(until: 100)
    #expect(scene.changes(of: .standby).isEmpty)
    #expect(scene.onsets(of: .notWatched) == [61])
    #expect(scene.pattern(of: .blue, at: 100) == .off)
  }

  @Test func `nothing is left of an alarm on the oxygen whose data are gone`() {
    var scene = bedside()
    for second in 0..<60 { scene.oximeter(80, pulse: 70 + Double(second % 3), during: second..<second + 1) }
    scene.waits(until: 100)
    #expect(scene.present(at: 100) == [.noData: .high])
    scene.happens(.standby(nil, .seconds(8 * 3_600)), at: 100)
    #expect(scene.present(at: 100) == [.standby: .low])
    for second in 3_900..<3_920 { scene.oximeter(97, pulse: 70 + Double(second % 3), during: second..<second + 1) }
    #expect(
      scene.done.allSatisfy { at, action in
        if case .alarm(let alarm) = action, at > 100 { alarm.condition == .standby } else { true }
      })
    for second in 4_000..<4_012 { scene.oximeter(80, pulse: 70 + Double(second % 3), during: second..<second + 1) }
    #expect(scene.onsets(of: .spo2High).last == 4_010, "what comes is counted from its beginning")
  }

  @Test func `its time counts for no missing data when the heart is received again`() {
    for other in [UInt16?.none, 3] {
      var scene = bedside([PersonSettings(name: "Ada")])
      for sensor in [1, other].compactMap(\.self) {
        scene.assigns(SensorRole(isAdopted: true, person: PersonIndex(0)), to: sensor, at: 0)
      }
      scene.beats(72, during: 0..<60)
      if other != nil { scene.oximeter(97, pulse: 71, during: 0..<60) }
      scene.happens(.standby(nil, .seconds(8 * 3_600)), at: 120)
      scene.beats(72, during: 1_000..<1_100)
      // The loss of another sensor begins again, shown first, and is never high while the heart is received.
      let later = scene.changes(of: .noData).filter { $0.at > 120 }
      #expect(later.allSatisfy { $0.alarm.sensor == SensorIndex(3) && $0.alarm.priority <= .medium })
      #expect(scene.ends(of: .standby) == [1_030])
      scene.waits(until: 1_200)
      #expect(scene.onsets(of: .noData).last.map { $0 > 1_099 } == true, "but later ones do")
    }
  }
}
