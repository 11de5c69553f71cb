import Alarms
import ArgumentParser
import Documents
import Flight
import Glibc
import Logbook
import Readings
import Reports
import Settings
import Status
import System
import Words

/// `lapwing alarms recall`: lists the latest alarms of the logbook.
struct AlarmsRecall: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recall", abstract: "Lists the latest alarms of the logbook, newest first, including ended ones.",
    discussion: """
      In cabin and cockpit, an alarm ends with its condition; this list still has it, with the limit that was in \
      force. Times are in UTC.
      """)

  @OptionGroup var options: ConfigurationOptions

  @Option(help: "The number of alarms, 1 to 10000.")
  var last = 20

  @Flag(help: "Write one JSON object per alarm.")
  var json = false

  func validate() throws {
    guard (1...10_000).contains(last) else { throw ValidationError("--last must be from 1 to 10000") }
  }

  func run() throws {
    let configuration = try options.read()
    let path = configuration.logbookPath
    let recalled: [RecalledAlarm], reader: LogbookReader
    do throws(LogbookError) {
      recalled = try Logbook.recall(path: path, count: last)
      reader = try LogbookReader(path: path)
    } catch {
      throw LapwingError(.noInput, code: error.code, error.message)
    }
    let alarms = try AlarmFigures.all(of: recalled, to: Int64(time(nil)) * 1000, in: reader)
    for figures in alarms {
      let advice = Self.advice(on: figures.alarm, by: configuration)
      guard !json else {
        try Output.standard.line(Self.object(figures, advice).text)
        continue
      }
      try Output.standard.line(Self.text(figures))
      for line in advice?.lines ?? [] { try Output.standard.line(String(repeating: " ", count: 22) + line) }
    }
    if alarms.isEmpty, !json { try Output.standard.line("The logbook contains no alarms.") }
  }

  /// The advice to a person that was given with it, by the phase as it is known now: one that the box found is dated
  /// back when it is sure.
  private static func advice(on alarm: RecalledAlarm, by configuration: Configuration) -> AlarmAdvice? {
    guard let condition = ConditionID(name: alarm.condition) else { return nil }
    return AlarmAdvice(
      on: condition, value: alarm.value, limit: alarm.limit, in: alarm.phase.flatMap(Phase.init(rawValue:)) ?? .unknown,
      hasTakenCaffeine: alarm.hadTakenCaffeine, by: configuration,
      profile: alarm.profile.flatMap(BoxProfile.init(rawValue:)))
  }

  private static func text(_ figures: AlarmFigures) -> String {
    let alarm = figures.alarm
    var text = "\(date(alarm.beganAt))  \(ThingWords.named(alarm.condition)) \(alarm.priority)"
    if let value = alarm.value {
      text += " (\(EventText.number(value))" + (alarm.limit.map { ", limit \(EventText.number($0))" } ?? "") + ")"
    }
    if let address = alarm.address { text += " at \(address)" }
    if let end = alarm.endedAt {
      text += ", for \(EventText.number(Double(max(0, end - alarm.beganAt)) / 1000)) s"
    } else {
      text += ", no end logged"
    }
    if let worst = figures.worst { text += ", worst \(EventText.number(worst))" }
    if let beyond = figures.beyond { text += ", beyond the limit for \(DurationText.text(milliseconds: beyond))" }
    if alarm.wasWithheld { text += ", withheld" }
    if alarm.wasAcknowledged { text += ", acknowledged" }
    if alarm.isDamaged { text += ", damaged in the logbook" }
    return text + (alarm.isTest ? ", a test" : "")
  }

  private static func object(_ figures: AlarmFigures, _ advice: AlarmAdvice?) -> JSONObject {
    let alarm = figures.alarm
    let object: JSONObject = [
      "began": date(alarm.beganAt), "ended": alarm.endedAt.map(date), "condition": alarm.condition,
      "priority": alarm.priority, "address": alarm.address, "limit": alarm.limit, "value": alarm.value,
      "worst": JSONText.rounded(ifGiven: figures.worst), "beyond_s": JSONText.seconds(ifGiven: figures.beyond),
      "withheld": alarm.wasWithheld, "acknowledged": alarm.wasAcknowledged, "test": alarm.isTest,
      "phase": alarm.phase,
    ]
    return object.adding(advice?.json)
  }

  private static func date(_ milliseconds: Int64) -> String { UTCTime.text(unixSeconds: milliseconds / 1000) }
}
