import Alarms
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

/// One person beside a bed, with a strap (sensor 1).
@Suite struct `The kind of a person` {
  private func scene(_ kind: PersonKind?, limits: [ConditionID: Double] = [:]) -> MonitorScene {
    var conditions = ConditionTable.standard
    _ = conditions.setLimit(45, of: .heartRateLow)
    _ = conditions.setLimit(130, of: .heartRateHigh)
    var scene = MonitorScene(
      settings: MonitorSettings(
        profile: .bedside, conditions: conditions, latchesSound: true, gradesAir: false,
        persons: [PersonSettings(name: "Ada", kind: kind, limits: limits)], unproved: Bounds(15, 30)))
    scene.assigns(SensorRole(isAdopted: true, person: PersonIndex(0)), to: 1, at: 0)
    return scene
  }

  /// The limit that an alarm on this rate names; `nil` without an alarm.
  private func limit(_ kind: PersonKind?, _ rate: Double, limits: [ConditionID: Double] = [:]) -> Double? {
    var scene = scene(kind, limits: limits)
    scene.beats(rate, during: 0..<40)
    return (scene.changes(of: .heartRateLow) + scene.changes(of: .heartRateHigh)).first?.alarm.limit
  }

  @Test(
    arguments: [
      (nil, 44, 131, 45, 130), (PersonKind.adult, 44, 131, 45, 130), (.infant, 79, 211, 80, 210),
      (.child(age: 1), 64, 171, 65, 170), (.child(age: 3), 64, 171, 65, 170), (.child(age: 4), 54, 151, 55, 150),
      (.child(age: 12), 54, 151, 55, 150), (.child(age: 13), 44, 141, 45, 140), (.child(age: 17), 44, 141, 45, 140),
      (.athlete, 33, 131, 34, 130), (.paced(rate: 60), 54, 131, 55, 130), (.paced(rate: 30), 24, 131, 25, 130),
      (.atrialFibrillation, 39, 131, 40, 130),
    ] as [(PersonKind?, Double, Double, Double, Double)])
  func `sets the limits of the heart`(
    kind: PersonKind?, tooSlow: Double, tooFast: Double, low: Double, high: Double
  ) {
    #expect(limit(kind, tooSlow) == low && limit(kind, low) == nil)
    #expect(limit(kind, tooFast) == high && limit(kind, high) == nil)
  }

  @Test func `never comes before a limit that the person sets`() {
    #expect(limit(.infant, 79, limits: [.heartRateLow: 70]) == nil)
    #expect(limit(.infant, 69, limits: [.heartRateLow: 70]) == 70)
    #expect(limit(.infant, 211, limits: [.heartRateLow: 70]) == 210)
  }

  @Test func `lets a paced heart keep its rate without beats for a whole night`() {
    var scene = scene(.paced(rate: 60))
    scene.heartRate(60, during: 0..<3_600)
    #expect(scene.present(at: 3_599).isEmpty)
    #expect(scene.onsets(of: .frozen).isEmpty && scene.onsets(of: .noData).isEmpty)
  }

  @Test(arguments: [nil, PersonKind.adult, .athlete, .atrialFibrillation, .paced(rate: 50), .paced(rate: 77)])
  func `leaves the rule of frozen values to everybody else and to every other rate`(kind: PersonKind?) {
    var scene = scene(kind)
    scene.heartRate(74, during: 0..<400)
    #expect(scene.onsets(of: .frozen) == [301])
  }

  @Test func `lets a paced heart repeat its beats to the tick`() {
    var scene = scene(.paced(rate: 60))
    for second in 0..<1_200 {
      scene.reads(.heartRateService, [.heartRateBeatsPerMinute: 60], at: Double(second), sensor: 1) {
        // A natural rhythm first, then the pacemaker.
        $0.rrIntervals.append(ticks: second < 120 ? UInt16(980 + second * 37 % 90) : 1_024)
      }
    }
    #expect(scene.onsets(of: .frozen).isEmpty)
  }

  @Test func `finds a paced heart's strap that sends beats no more`() {
    var scene = scene(.paced(rate: 60))
    for second in 0..<200 {
      scene.reads(.heartRateService, [.heartRateBeatsPerMinute: 60], at: Double(second), sensor: 1) {
        if second < 100 { $0.rrIntervals.append(ticks: 1_024) }
      }
    }
    #expect(scene.onsets(of: .frozen) == [110])
  }

  @Test func `finds a paced heart's strap whose beats take more time than has passed`() {
    var scene = scene(.paced(rate: 60))
    for second in 0..<200 {
      scene.reads(.heartRateService, [.heartRateBeatsPerMinute: 60], at: Double(second), sensor: 1) {
        $0.rrIntervals.append(ticks: second < 100 ? UInt16(1_020 + second % 2 * 8) : 1_200)
      }
    }
    #expect(scene.onsets(of: .frozen).count == 1)
  }

  @Test func `changes with the configuration while the box runs`() {
    var scene = scene(nil)
    scene.heartRate(60, during: 0..<400)
    #expect(scene.present(at: 399)[.frozen] == .medium)
    scene.adopts(
      MonitorSettings(
        profile: .bedside, latchesSound: true, gradesAir: false,
        persons: [PersonSettings(name: "Ada", kind: .paced(rate: 60), limits: [.heartRateHigh: 130])]), at: 400)
    scene.heartRate(60, during: 401..<440)
    #expect(scene.present(at: 439).isEmpty)
  }
}
