import ArgumentParser
import Logbook
import Readings
import Reports
import Sessions
import System

/// What a person says about a session, as options.
struct SessionDetailOptions: ParsableArguments {
  @Option(help: "The airline, such as KE.")
  var airline: String?

  @Option(help: "The flight number, such as KE17.")
  var flight: String?

  @Option(help: "The seat, such as 23A.")
  var seat: String?

  @Option(help: "Where the flight begins, such as ICN.")
  var from: String?

  @Option(help: "Where the flight ends, such as LAX.")
  var to: String?

  var details: SessionDetails {
    SessionDetails(airline: airline, flight: flight, seat: seat, origin: from, destination: to)
  }

  func validate() throws {
    do throws(LapwingError) { try details.check() } catch { throw ValidationError(error.message) }
  }
}

/// `lapwing sessions edit`
struct SessionsEdit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Says what a past session was about: airline, flight, seat, route.",
    discussion: "What is not named stays as it is. An empty text, as in --seat '', deletes what was there.")

  @Argument(help: "The number of the session in `lapwing sessions`.")
  var number: Int64

  @OptionGroup(title: "What it was about") var about: SessionDetailOptions

  @OptionGroup var options: SessionOptions

  func validate() throws {
    guard !about.details.isEmpty else {
      throw ValidationError("give --airline, --flight, --seat, --from or --to with a text")
    }
  }

  func run() throws {
    let reader = try options.reader()
    _ = try reader.found(number)
    do throws(LogbookError) {
      _ = try Logbook.edit(session: number, of: reader.path, about.details)
    } catch {
      throw LapwingError(.inputOutput, code: error.code, error.message)
    }
    try Output.standard.line(try SessionLine(reader.found(number), in: reader).text)
  }
}
