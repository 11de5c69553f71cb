import ArgumentParser
import Glibc
import Logbook
import Monitor
import Outside
import Readings
import Settings
import System

/// `lapwing forget`: deletes what the box has kept.
struct ForgetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Deletes readings, sessions, alarms and told messages before a day, after a question.",
    discussion: """
      What is deleted is overwritten in the files. A box may run meanwhile. A session that had not ended by then stays as \
      a whole; readings go by the hour. Sensors that you adopted, keys of paired devices, the configuration and what people have said \
      about being told stay: `lapwing privacy` shows how each is deleted. Export first what may be needed.
      """)

  @Option(help: "Deletes what was before this day (local time), as 2026-11-26.")
  var before: String?

  @Flag(help: "Deletes everything that is over, and logbooks that were set aside.")
  var all = false

  @Flag(help: "Do not ask.")
  var yes = false

  @OptionGroup var options: SessionOptions

  func validate() throws {
    guard (before != nil) != all else { throw ValidationError("give --before DATE or --all") }
  }

  func run() throws {
    let time = try before.map { try DateText.day($0) } ?? Int64.max
    let settings = try options.configuration.read()
    let path = try options.path(), queue = settings[Keys.outsideQueue]
    let what = before.map { "everything before \($0)" } ?? "everything that is over"
    guard try yes || Confirmation.isGiven("Delete \(what) in \(path) and \(queue)? [y/N] ") else {
      return try Output.standard.line("Nothing was deleted.")
    }
    if access(path, F_OK) == 0 {
      try forgetLogbook(path, before: time, settings)
    } else {
      try Output.standard.line("There is no logbook \(path).")
    }
    if access(queue, F_OK) == 0 || errno == EACCES { try forgetMessages(queue, before: time) }
    try forgetOtherFiles(besides: path)
  }

  private func forgetLogbook(_ path: String, before time: Int64, _ settings: Configuration) throws {
    let forgotten: ForgottenPart
    do throws(LogbookError) {
      forgotten = try Logbook.forget(before: time, of: path, limits: settings.conditions.valueLimits)
    } catch {
      throw LapwingError(.inputOutput, code: error.code, error.message)
    }
    let sessions = forgotten.sessions == 1 ? "1 session" : "\(forgotten.sessions) sessions"
    try Output.standard.line("\(path): \(sessions), and the readings and alarms of no session, are deleted.")
    if forgotten.openSessions > 0 {
      try Output.standard.line(
        "\(forgotten.openSessions) that had not ended by then stay; `lapwing sessions` lists them.")
    }
  }

  private func forgetMessages(_ queue: String, before time: Int64) throws {
    let count = try OutsideQueue(path: queue).forget(before: time)
    try Output.standard.line("\(queue): \(count) told messages, and the log of the care circle, are deleted.")
  }

  /// Logbooks that were set aside stay as they are, unless all is to go.
  private func forgetOtherFiles(besides path: String) throws(LapwingError) {
    let files = SetAsideLogbooks.files(besides: path)
    guard !files.isEmpty else { return }
    guard all else {
      return try Output.error.line(
        "lapwing: these older files may hold it too; delete them if nobody needs them: "
          + files.joined(separator: ", "))
    }
    for file in files {
      guard unlink(file) == 0 else {
        throw LapwingError(.inputOutput, code: "not-deleted", "\(file): \(String(cString: strerror(errno)))")
      }
      for end in ["-wal", "-shm"] { unlink(file + end) }
      try Output.standard.line("\(file) is deleted.")
    }
  }
}
