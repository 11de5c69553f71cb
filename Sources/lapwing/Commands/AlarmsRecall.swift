import ArgumentParser
import Glibc
import Logbook
import Readings
import Settings
import Status
import System

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
    let path = try options.read().logbookPath
    let alarms: [RecalledAlarm]
    do {
      alarms = try Logbook.recall(path: path, count: last)
    } catch {
      throw LapwingError(.noInput, code: error.code, error.message)
    }
    for alarm in alarms { try Output.standard.line(json ? Self.object(alarm).text : Self.text(alarm)) }
    if alarms.isEmpty, !json { try Output.standard.line("The logbook contains no alarms.") }
  }

  private static func text(_ alarm: RecalledAlarm) -> String {
    var text = "\(date(alarm.beganAt))  \(alarm.condition) \(alarm.priority)"
    if let value = alarm.value {
      text += " (\(EventText.number(value))" + (alarm.limit.map { ", limit \(EventText.number($0))" } ?? "") + ")"
    }
    if let address = alarm.address { text += " at \(address)" }
    if let end = alarm.endedAt {
      text += ", for \(EventText.number(Double(max(0, end - alarm.beganAt)) / 1000)) s"
    } else {
      text += ", no end logged"
    }
    if alarm.wasWithheld { text += ", withheld" }
    if alarm.wasAcknowledged { text += ", acknowledged" }
    return text + (alarm.isTest ? ", a test" : "")
  }

  private static func object(_ alarm: RecalledAlarm) -> JSONLine {
    var line = JSONLine()
    line.add("began", date(alarm.beganAt))
    if let end = alarm.endedAt { line.add("ended", date(end)) }
    line.add("condition", alarm.condition)
    line.add("priority", alarm.priority)
    if let address = alarm.address { line.add("address", address) }
    if let limit = alarm.limit { line.add("limit", limit) }
    if let value = alarm.value { line.add("value", value) }
    line.add("withheld", alarm.wasWithheld)
    line.add("acknowledged", alarm.wasAcknowledged)
    line.add("test", alarm.isTest)
    return line
  }

  /// Date and time in UTC, in the format of ISO 8601.
  private static func date(_ milliseconds: Int64) -> String {
    var seconds = time_t(milliseconds / 1000)
    var parts = tm()
    guard gmtime_r(&seconds, &parts) != nil else { return "\(milliseconds)" }
    func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(Int(parts.tm_year) + 1900)-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))T"
      + "\(padded(parts.tm_hour)):\(padded(parts.tm_min)):\(padded(parts.tm_sec))Z"
  }
}
