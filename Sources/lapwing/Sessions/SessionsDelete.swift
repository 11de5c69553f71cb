import ArgumentParser
import Logbook
import Monitor
import Readings
import Reports
import Settings
import System

/// `lapwing sessions delete`
struct SessionsDelete: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Deletes a session with its readings and alarms, after a question.",
    discussion: "What is deleted is overwritten in the file. Export it first if it may be needed.")

  @Argument(help: "The number of the session in `lapwing sessions`.")
  var number: Int64

  @Flag(help: "Do not ask.")
  var yes = false

  @OptionGroup var options: SessionOptions

  func run() throws {
    let reader = try options.reader()
    let session = try reader.found(number)
    guard session.endedAt != nil else {
      throw LapwingError(
        .badData, code: "session-open", "session \(number) goes on; end it first with `lapwing session end`")
    }
    let line = try SessionLine(session, in: reader)
    guard try yes || Confirmation.isGiven("Delete session \(line.text)? [y/N] ") else {
      return try Output.standard.line("Nothing was deleted.")
    }
    let limits = try options.configuration.read().readFigureLimits()
    let isOverwritten: Bool
    do throws(LogbookError) {
      isOverwritten = try Logbook.delete(session: number, of: reader.path, limits: limits)
    } catch {
      throw LapwingError(.inputOutput, code: error.code, error.message)
    }
    try Output.standard.line("Session \(number) is deleted.")
    // They may hold the session too.
    try SetAsideLogbooks.name(SetAsideLogbooks.files(besides: reader.path))
    // There is no session to delete again.
    let again = (["lapwing forget --before 1970-01-01"] + options.arguments).joined(separator: " ")
    guard isOverwritten else { throw OldBytes.stay(in: reader.path, again: again) }
  }
}
