import Alarms
import Monitor
import TestSupport
import Testing

@Suite struct `What is not watched` {
  private func gaps(
    _ profile: BoxProfile = .cabin, persons: [PersonSettings] = [], _ change: (inout ConditionTable) -> Void = { _ in }
  ) -> [Unwatched.Gap] {
    var conditions = ConditionTable.standard
    change(&conditions)
    return Unwatched.gaps(
      in: MonitorSettings(
        profile: profile, conditions: conditions, latchesSound: false, gradesAir: false, persons: persons))
  }

  @Test func `is nothing by the standard rules`() {
    for profile in BoxProfile.allCases { #expect(gaps(profile) == []) }
  }

  @Test(arguments: BoxProfile.allCases, ConditionID.allCases)
  func `is every condition of the profile that is switched off`(profile: BoxProfile, id: ConditionID) {
    let condition = ConditionTable.standard[id]
    let isReported = condition.mayBeSwitchedOff && condition.profiles.contains(profile)
    let gaps = gaps(profile) { _ = $0.setEnabled(false, of: id) }
    #expect(gaps == (isReported ? [.off(id)] : []))
    #expect(Unwatched.Gap.off(id).sentence == "\(id.name) is switched off")
  }

  @Test(arguments: [ConditionID.alarmOff, .standby])
  func `is reported by what cannot be switched off itself`(id: ConditionID) {
    var conditions = ConditionTable.standard
    let isChanged = conditions.setEnabled(false, of: id)
    #expect(!isChanged)
    #expect(conditions[id].isEnabled)
  }

  @Test(arguments: [(ConditionID.humidityLow, false), (.co2Low, false), (.co2Medium, true), (.co2High, true)])
  func `is reported by an alarm where it is more than advice`(off: ConditionID, isAlarm: Bool) {
    var conditions = ConditionTable.standard
    _ = conditions.setEnabled(false, of: off)
    var scene = MonitorScene(conditions: conditions)
    scene.waits(until: 10)
    #expect(!scene.onsets(of: .alarmOff).isEmpty == isAlarm)
  }

  @Test func `is a limit at the end of the scale`() {
    let gaps = gaps {
      for (id, limit) in [
        (ConditionID.co2Low, 9998.0), (.co2Medium, 9999), (.co2High, 10_000), (.heartRateLow, 25),
        (.heartRateHigh, 250),
        // An oximeter goes on below the lowest limit that can be set.
        (.spo2High, 70),
      ] { _ = $0.setLimit(limit, of: id) }
    }
    #expect(
      gaps == [
        .limit(.co2Low, 9998, of: nil), .limit(.co2Medium, 9999, of: nil), .limit(.co2High, 10_000, of: nil),
        .limit(.heartRateLow, 25, of: nil), .limit(.heartRateHigh, 250, of: nil),
      ])
    #expect(
      gaps.last?.sentence == "heart-rate-high is 250 bpm, at the end of the scale: it can hardly be exceeded")
  }

  @Test func `is not a wide limit that values can be beyond`() {
    #expect(
      gaps {
        for (id, limit) in [(ConditionID.heartRateLow, 38.0), (.heartRateHigh, 200), (.temperatureLow, -30)] {
          _ = $0.setLimit(limit, of: id)
        }
      } == [])
  }

  @Test func `is a person's limit at the end, also by night, and said once`() {
    let night = PersonSettings.Night(from: 1320, to: 420, limits: [.heartRateLow: 25, .heartRateHigh: 250])
    let anna = PersonSettings(name: "Anna", limits: [.heartRateHigh: 250], night: night)
    let gaps = gaps(persons: [anna, PersonSettings(name: "Bert")])
    #expect(gaps == [.limit(.heartRateHigh, 250, of: "Anna"), .limit(.heartRateLow, 25, of: "Anna")])
    #expect(gaps.first?.sentence.hasPrefix("heart-rate-high of Anna is 250 bpm") == true)
  }

  @Test func `is not a limit of what is switched off`() {
    #expect(
      gaps(persons: [PersonSettings(name: "Anna", limits: [.heartRateHigh: 250])]) {
        _ = $0.setEnabled(false, of: .heartRateHigh)
      } == [.off(.heartRateHigh)])
  }
}
