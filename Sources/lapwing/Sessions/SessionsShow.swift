import ArgumentParser
import Documents
import Logbook
import Monitor
import Readings
import Reports
import Sessions
import Settings
import Status
import System

/// `lapwing sessions show`
struct SessionsShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows one session: figures of each sensor, a chart, and the alarms.",
    discussion: """
      Each value holds until the next one, at most 5 s for a heart rate and 15 minutes for air; what is longer is no \
      data. The limits are those of the configuration as it is now.
      """)

  @Argument(help: "The number of the session in `lapwing sessions`; without it, the latest one.")
  var number: Int64?

  @Flag(help: "Write one JSON object.")
  var json = false

  @OptionGroup var options: SessionOptions

  func run() throws {
    let reader = try options.reader()
    let session = try reader.chosen(number)
    let configuration = try options.configuration.read()
    let report = try SessionFigures(
      session, in: reader, limits: try configuration.readFigureLimits(), columns: TerminalChart.columns,
      goalPerHour: configuration[Keys.hydrationGoal])
    if json {
      try Output.standard.line(report.json.text)
    } else {
      try Output.standard.write(report.text)
    }
  }

}
