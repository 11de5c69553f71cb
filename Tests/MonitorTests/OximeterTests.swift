import Alarms
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

@Suite struct `An oximeter` {
  private func oximeter(_ profile: BoxProfile = .bedside, _ conditions: ConditionTable = .standard) -> MonitorScene {
    MonitorScene(
      settings: MonitorSettings(
        profile: profile, conditions: conditions, latchesSound: false, gradesAir: false, unproved: Bounds(15, 30)))
  }

  /// It says something every second, with a pulse that moves.
  private func says(
    _ saturation: Double?, _ pulse: Double = 70, during seconds: Range<Int>, in scene: inout MonitorScene
  ) {
    for second in seconds { scene.oximeter(saturation, pulse: pulse + Double(second % 3), during: second..<second + 1) }
  }

  @Test(arguments: [
    (90.0, [ConditionID]()), (89, [.spo2Medium]), (85, [.spo2Medium]), (84, [.spo2Medium, .spo2High]),
    (69, [.spo2Medium, .spo2High]), (45, [.spo2Medium, .spo2High]), (1, [.spo2Medium, .spo2High]),
  ])
  func `reports a saturation below 90 % as medium and below 85 % as high, however low`(
    saturation: Double, expected: [ConditionID]
  ) {
    var scene = oximeter()
    says(97, during: 0..<20, in: &scene)
    says(saturation, during: 20..<60, in: &scene)
    for id in [ConditionID.spo2Medium, .spo2High] {
      #expect(scene.onsets(of: id).first == (expected.contains(id) ? 30 : nil))
    }
    #expect(scene.changes(of: .spo2Medium).first.map { $0.alarm.priority == .medium } ?? true)
    #expect(scene.changes(of: .spo2High).first.map { $0.alarm.priority == .high } ?? true)
    #expect(scene.onsets(of: .implausible).isEmpty)
  }

  @Test func `sounds like the heart`() {
    var scene = oximeter()
    says(80, during: 0..<20, in: &scene)
    #expect(scene.sound(at: 19) == SoundSignal(priority: .high, family: .heart))
  }

  @Test func `has limits from 70 to 98 %`() {
    var conditions = ConditionTable.standard
    for (limit, isTaken) in [(69.0, false), (70, true), (98, true), (99, false)] {
      for id in [ConditionID.spo2Medium, .spo2High] {
        let isSet = conditions.setLimit(limit, of: id)
        #expect(isSet == isTaken, "\(limit)")
      }
    }
  }

  @Test func `reports a pulse beyond the limits of the heart rate, by the unproved bounds`() {
    var scene = oximeter()
    says(97, 70, during: 0..<60, in: &scene)
    says(97, 28, during: 60..<120, in: &scene)
    #expect(scene.onsets(of: .heartRateLow) == [90])
  }

  @Test func `that falls silent is high beside a bed after half a minute more, and medium elsewhere`() {
    for (profile, highest) in [(BoxProfile.bedside, Priority.high), (.cabin, .medium)] {
      var scene = oximeter(profile)
      says(97, during: 0..<60, in: &scene)
      scene.waits(until: 200)
      #expect(scene.onsets(of: .noData) == [79, 99])
      #expect(scene.present(at: 200)[.noData] == highest)
    }
  }

  @Test func `that is taken off the finger is reported, and as high beside a bed by a minute and a half`() {
    var scene = oximeter()
    says(97, during: 0..<60, in: &scene)
    for second in 60..<200 {
      scene.reads(.pulseOximeter, [:], at: Double(second), sensor: 3) { $0.sensorStatus = 1 << 11 }
    }
    #expect((75..<200).allSatisfy { !scene.present(at: Double($0)).isEmpty })
    #expect(scene.present(at: 160).values.max() == .high)
    #expect(scene.pattern(of: .green, at: 75) == .off)
  }

  @Test func `hands an alarm over at once, as high, when its data go stale`() {
    var scene = oximeter(.cabin)
    says(80, during: 0..<60, in: &scene)
    scene.waits(until: 300)
    #expect(scene.onsets(of: .noData) == [69])
    #expect(scene.changes(of: .noData).first?.alarm.priority == .high)
    #expect(scene.changes(of: .noData).first?.alarm.value == 80)
    #expect(scene.changes(of: .noData).first?.alarm.isLastValue == true)
    #expect((10..<300).allSatisfy { scene.present(at: Double($0)).values.contains(.high) })
  }

  @Test func `without a finger gives no saturation that counts`() {
    var scene = oximeter()
    says(97, during: 0..<30, in: &scene)
    for second in 30..<90 {
      scene.reads(.pulseOximeter, [.oxygenSaturationPercent: 80], at: Double(second), sensor: 3) {
        $0.sensorStatus = 1 << 11
      }
    }
    #expect(scene.onsets(of: .spo2High).isEmpty)
    #expect(scene.onsets(of: .noContact).first == 40)
  }

  @Test func `whose finger is gone hands a saturation alarm over at the same priority, and no value goes stale in it`()
  {
    var scene = oximeter()
    says(80, during: 0..<30, in: &scene)
    for second in 30..<90 {
      scene.reads(.pulseOximeter, [.oxygenSaturationPercent: 97], at: Double(second), sensor: 3) {
        $0.sensorStatus = 1 << 11
      }
    }
    #expect((10..<90).allSatisfy { scene.present(at: Double($0)).values.contains(.high) })
    #expect(scene.present(at: 60)[.spo2High] == nil)
  }

  @Test func `of a person has that person's limits`() {
    var scene = MonitorScene(
      settings: MonitorSettings(
        latchesSound: false, gradesAir: false,
        persons: [PersonSettings(name: "Ada", limits: [.spo2Medium: 85, .spo2High: 75])]))
    scene.assigns(SensorRole(isAdopted: true, person: PersonIndex(0)), to: 3, at: 0)
    says(86, during: 0..<30, in: &scene)
    #expect(scene.present(at: 29).isEmpty)
    says(84, during: 30..<60, in: &scene)
    #expect(scene.present(at: 59) == [.spo2Medium: .medium])
    #expect(scene.changes(of: .spo2Medium).first?.alarm.limit == 85)
    #expect(scene.changes(of: .spo2Medium).first?.alarm.subject == .person(PersonIndex(0)))
  }

  @Test func `of a person speaks again at half of the way to that person's next limit`() {
    var scene = MonitorScene(
      settings: MonitorSettings(
        latchesSound: false, gradesAir: false, persons: [PersonSettings(name: "Ada", limits: [.spo2High: 75])]))
    scene.assigns(SensorRole(isAdopted: true, person: PersonIndex(0)), to: 3, at: 0)
    says(87, during: 0..<30, in: &scene)
    scene.happens(.silence, at: 30)
    says(82, during: 31..<50, in: &scene)
    #expect(scene.changes(of: .spo2Medium).last?.alarm.presence == .ack)
    says(81, during: 50..<55, in: &scene)
    #expect(scene.changes(of: .spo2Medium).last?.alarm.presence == .on)
  }
}
