import ArgumentParser
import Glibc
import Logbook
import Readings
import Settings

struct SessionOptions: ParsableArguments {
  @OptionGroup var configuration: ConfigurationOptions

  @Option(help: ArgumentHelp("The logbook.", discussion: "Default: logbook.path of the configuration."))
  var logbook: String?

  /// The same options for another command.
  var arguments: [String] { configuration.arguments + (logbook.map { ["--logbook", $0] } ?? []) }

  func path() throws(LapwingError) -> String {
    if let logbook { return logbook }
    return try configuration.read().logbookPath
  }

  /// `nil` before the first run, when there is no file.
  func readerIfAny() throws(LapwingError) -> LogbookReader? {
    let isMissing = try access(path(), F_OK) != 0 && errno == ENOENT
    if isMissing, logbook == nil { return nil }
    return try reader()
  }

  func reader() throws(LapwingError) -> LogbookReader {
    let path = try path()
    do throws(LogbookError) { return try LogbookReader(path: path) } catch {
      // One that another program has locked is there, and can be read later.
      if case .cannotRead = error { throw LapwingError(.tryAgain, code: error.code, error.message) }
      throw LapwingError(.noInput, code: error.code, error.message)
    }
  }
}
