import Engine
import Monitor
import Monitor
import Readings
import Settings
import TestSupport
import Testing
import Words
@testable import Alarms
@testable import Status

@Suite struct `The sentence of a status` {
  private func sentence(_ alarms: [(ConditionID, Activation, until: Double?)], at seconds: Double = 0) -> String {
    var status = ApplianceStatus()
    for (number, alarm) in alarms.enumerated() {
      let rule = ConditionTable.standard[alarm.0]
      let transition = AlarmTransition(
        sequence: UInt64(number + 1), condition: alarm.0, sensor: nil, subject: .box, priority: rule.priority,
        isTechnical: rule.isTechnical, presence: .on, isOnset: true, activation: alarm.1, isTest: false,
        silentUntil: alarm.until.map(Instant.at), limit: nil, value: nil, isLastValue: false, bounds: nil)
      status.apply(TimedOutput(instant: .at(seconds), record: .action(.alarm(transition))))
    }
    return status.sentence
  }

  @Test func `says that the sound is paused, and for how much longer`() {
    #expect(
      sentence([(.co2High, .paused, until: 130)], at: 20).hasSuffix(
        "alarm CO2 high (co2-high), sound paused for 110 s more"))
  }

  @Test func `says that a sound is paused if the time left is not known`() {
    #expect(sentence([(.co2High, .paused, until: nil)]).hasSuffix("alarm CO2 high (co2-high), sound paused"))
  }

  @Test func `says that a sound is paused if another alarm is the worst`() {
    #expect(
      sentence([(.co2High, .on, until: nil), (.noData, .paused, until: 60)], at: 10)
        .hasSuffix("alarm CO2 high (co2-high), 1 more, sound paused for 50 s more"))
  }

  @Test(arguments: ConditionNames.ids) func `names each alarm as docs do, and so does the status`(id: String) throws {
    let name = try #require(ConditionNames.all[id]).en, condition = try #require(ConditionID(name: id))
    var status = ApplianceStatus()
    let rule = ConditionTable.standard[condition]
    let transition = AlarmTransition(
      sequence: 1, condition: condition, sensor: nil, priority: rule.priority, isTechnical: rule.isTechnical,
      presence: .on, isOnset: true, activation: .on, limit: nil, value: nil)
    status.apply(TimedOutput(instant: .start, record: .action(.alarm(transition))))
    #expect(status.sentence.contains("\(rule.priority.name) alarm \(name) (\(id))"), "\(status.sentence)")
    let text = StatusText.text(of: BoxStatus(status, in: try Configuration(path: "/dev/null", profile: nil)))
    #expect(text.contains("alarm     \(name) (\(id)) "), "\(text)")
  }

  @Test func `says nothing of a pause if every sound is on`() {
    #expect(!sentence([(.co2High, .on, until: nil)]).contains("paused"))
  }
}
