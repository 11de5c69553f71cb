import Engine
import Monitor
import Readings
import SensorProtocols
import Settings
import TestSupport
import Testing
import Words
@testable import Alarms
@testable import Status
@testable import lapwing

@Suite struct `The screen` {
  private func status(_ outputs: [LoopOutput], fault: String? = nil) throws -> BoxStatus {
    var status = ApplianceStatus()
    for output in outputs { status.apply(TimedOutput(instant: .at(61.5), record: output)) }
    return BoxStatus(status, in: try Configuration(path: "/dev/null", profile: .cabin), logbookFault: fault)
  }

  private func alarm(_ condition: ConditionID) -> LoopOutput {
    let rule = ConditionTable.standard[condition]
    return .action(
      .alarm(
        AlarmTransition(
          sequence: 1, condition: condition, sensor: nil, subject: .box, priority: rule.priority,
          isTechnical: rule.isTechnical, presence: .on, isOnset: true, activation: .on, isTest: false, silentUntil: nil,
          limit: nil, value: nil, isLastValue: false, bounds: nil)))
  }

  @Test func `has the lines of the status, below a title`() throws {
    let stranger = SensorRegistry.Sensor(address: .sampleAranet4, model: .aranet4)
    let status = try status(
      [alarm(.adapterGone), alarm(.diskFull), .stranger(SensorIndex(0), stranger)], fault: "the disk is full")
    let colour = try Regex("\u{1B}\\[[0-9;]*m")
    let lines = ScreenText.lines(of: status, lit: []).map { $0.replacing(colour, with: "") }
    #expect(lines.first?.hasSuffix(" · 01:01.5") == true)
    let words = StatusText.lines(of: status)
    #expect(lines.dropFirst(2).count == words.count)
    for (line, word) in zip(lines.dropFirst(2), words) where word.topic != .lamps { #expect(line == word.line) }
  }

  @Test func `shows in colour what is urgent, and which lamps are lit at this moment`() throws {
    let status = try status(
      [alarm(.adapterGone), alarm(.diskFull), .action(.lamp(.red, .highPriority)), .action(.lamp(.blue, .on))],
      fault: "the disk is full")
    let lines = ScreenText.lines(of: status, lit: ["red"])
    #expect(lines.contains("alarm     \u{1B}[1;31mNo Bluetooth adapter (adapter-gone) high on\u{1B}[0m"))
    #expect(lines.contains("alarm     \u{1B}[34mThe logbook cannot be written (disk-full) low on\u{1B}[0m"))
    #expect(lines.contains("logbook   \u{1B}[33mthe disk is full\u{1B}[0m"))
    #expect(
      lines.contains(
        "lamps     \u{1B}[31m● red flash\u{1B}[0m   \u{1B}[90m○ yellow\u{1B}[0m   \u{1B}[90m○ green\u{1B}[0m   "
          + "\u{1B}[90m○ blue on\u{1B}[0m"))
  }
}
