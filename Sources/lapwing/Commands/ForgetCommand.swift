import Appliance
import ArgumentParser
import Glibc
import Logbook
import Outside
import Readings
import Reports
import Settings
import System

struct ForgetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Deletes readings, sessions, alarms and sent messages before a day, after a question.",
    discussion: """
      What is deleted is overwritten in the files. A box may run meanwhile. A session that had not ended by then stays as \
      a whole; readings go by the hour. Sensors that you adopted, keys of paired devices, the configuration and the consent of people to \
      messages stay: `lapwing privacy` shows how each is deleted. Export first what may be needed. Exits 75 if another program \
      reads a file meanwhile, whose old bytes stay then: run it again.
      """)

  @Option(help: "Deletes what was before this day (local time), as 2026-11-26.")
  var before: String?

  @Flag(help: "Deletes everything that is over, files that were set aside, and what waits to be sent.")
  var all = false

  @Flag(help: "Do not ask.")
  var yes = false

  @OptionGroup var options: SessionOptions

  func validate() throws {
    guard (before != nil) != all else { throw ValidationError("give --before DATE or --all") }
  }

  func run() throws {
    let time = try usage { () throws(DayFault) in try DateText.day(ifGiven: before) } ?? Int64.max
    let settings = try options.configuration.read()
    let path = try options.path()
    // Another logbook is a copy: the messages of this box do not belong to it.
    let queue = options.logbook == nil ? settings[Keys.outsideQueue] : nil
    let what = before.map { "everything before \($0)" } ?? "everything that is over"
    let files = [path, queue].compactMap(\.self).joined(separator: " and ")
    guard try yes || Confirmation.isGiven("Delete \(what) in \(files)? [y/N] ") else {
      return try Output.standard.line("Nothing was deleted.")
    }
    // What cannot be done in one file must not keep the others from it.
    var faults: [LapwingError] = []
    do { try forgetLogbook(path, before: time, settings) } catch { faults.append(error) }
    if let queue {
      do { try forgetMessages(queue, before: time) } catch { faults.append(error) }
      do { try forgetUnpublished(OutsideQueue.unpublished(of: queue), before: time) } catch { faults.append(error) }
    }
    if queue != nil {
      do { try forgetAir(settings, before: time) } catch { faults.append(error) }
    }
    do { try forgetOpenAlarms(besides: path) } catch { faults.append(error) }
    do { try forgetOtherFiles(besides: path, queue) } catch { faults.append(error) }
    guard let worst = faults.first(where: { $0.status != .tryAgain }) ?? faults.first else { return }
    for fault in faults where fault != worst { try Output.error.line("lapwing: \(fault.message)") }
    throw worst
  }

  private var again: String {
    (["lapwing forget", before.map { "--before \($0)" } ?? "--all"] + options.arguments).joined(separator: " ")
  }

  private func forgetLogbook(_ path: String, before time: Int64, _ settings: Configuration) throws(LapwingError) {
    guard access(path, F_OK) == 0 || errno == EACCES else {
      return try Output.standard.line("There is no logbook \(path).")
    }
    let limits = try settings.readFigureLimits(), forgotten: ForgottenPart
    do throws(LogbookError) {
      forgotten = try Logbook.forget(before: time, of: path, limits: limits)
    } catch {
      throw LapwingError(.inputOutput, code: error.code, error.message)
    }
    let sessions = forgotten.sessions == 1 ? "1 session" : "\(forgotten.sessions) sessions"
    try Output.standard.line("\(path): \(sessions), and the readings and alarms of no session, are deleted.")
    if forgotten.openSessions > 0 {
      try Output.standard.line(
        "\(forgotten.openSessions) that had not ended by then stay; `lapwing sessions` lists them.")
    }
    guard forgotten.isOverwritten else { throw OldBytes.stay(in: path, again: again) }
  }

  private func forgetMessages(_ queue: String, before time: Int64) throws(LapwingError) {
    guard access(queue, F_OK) == 0 || errno == EACCES else { return }
    let forgotten = try OutsideQueue(forgettingIn: queue).forget(before: time, withWaiting: all)
    let messages = forgotten.deleted == 1 ? "1 message" : "\(forgotten.deleted) messages"
    try Output.standard.line("\(queue): \(messages), and the log of the care circle, are deleted.")
    if forgotten.waiting > 0 {
      let how = all ? "; to delete them too, stop lapwing outside, which is about to send them" : ""
      try Output.standard.line("Messages that wait to be sent stay (\(forgotten.waiting))\(how).")
    }
    guard forgotten.isOverwritten else { throw OldBytes.stay(in: queue, again: again) }
  }

  private func forgetAir(_ settings: Configuration, before time: Int64) throws(LapwingError) {
    let path = settings[Keys.airRecord]
    guard access(path, F_OK) == 0 || errno == EACCES else { return }
    // What is of this second goes too.
    let isOverwritten = try AirRecordFile(path: path).forget(
      before: min(time / 1000, MonotonicClock.unixMilliseconds() / 1000 + 1), of: settings.air?.place)
    try Output.standard.line("\(path): estimates and values of the air outdoors are deleted.")
    guard isOverwritten else { throw OldBytes.stay(in: path, again: again) }
  }

  private func forgetUnpublished(_ file: String, before time: Int64) throws(LapwingError) {
    guard access(file, F_OK) == 0 || errno == EACCES else { return }
    let forgotten = try OutsideQueue(forgettingIn: file).forgetUnpublished(before: time)
    let records = forgotten.deleted == 1 ? "1 record" : "\(forgotten.deleted) records"
    try Output.standard.line("\(file): \(records) that the MQTT broker has not confirmed are deleted.")
    guard forgotten.isOverwritten else { throw OldBytes.stay(in: file, again: again) }
  }

  /// The alarms that were on when a box last wrote them. A box that runs writes them again, and needs them to go on
  /// after a restart.
  private func forgetOpenAlarms(besides path: String) throws(LapwingError) {
    let file = RestartSnapshotFile.path(besideLogbook: path)
    guard all, access(file, F_OK) == 0 else { return }
    let lock: LogbookLock?
    do throws(LogbookError) { lock = try LogbookLock.acquire(for: path) } catch {
      return try Output.standard.line("\(file) stays: a box runs, and needs it to go on after a restart.")
    }
    defer { withExtendedLifetime(lock) {} }
    try delete(file)
  }

  private func delete(_ file: String) throws(LapwingError) {
    guard unlink(file) == 0 else {
      throw LapwingError(.inputOutput, code: "not-deleted", "\(file): \(SystemFault.reason)")
    }
    try Output.standard.line("\(file) is deleted.")
  }

  /// Files that were set aside stay as they are, unless all is to go.
  private func forgetOtherFiles(besides path: String, _ queue: String?) throws(LapwingError) {
    var files = SetAsideLogbooks.files(besides: path)
    if let queue {
      let kept = [
        queue, OutsideQueue.people(of: queue), OutsideQueue.invited(of: queue), OutsideQueue.unpublished(of: queue),
      ]
      files += kept.map(OutsideQueue.setAside).filter { access($0, F_OK) == 0 }
    }
    guard !files.isEmpty else { return }
    guard all else {
      return try SetAsideLogbooks.name(files)
    }
    for file in files {
      try delete(file)
      for end in ["-wal", "-shm"] { unlink(file + end) }
    }
  }
}
