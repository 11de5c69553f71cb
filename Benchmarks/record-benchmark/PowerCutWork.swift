import Glibc
import Logbook
import Readings
import Sessions

/// The work during which `make proof-record` cuts the power. Each line on standard output is one call of the system, so
/// that a trace has it in its place among the writes to the file.
enum PowerCutWork {
  static let limits: SensorLimits = [
    .heartRateBeatsPerMinute: ValueLimits(low: 50, high: 120), .co2PartsPerMillion: ValueLimits(high: 1000),
  ]

  /// Says what is done; a trace of the system's calls has it in its place.
  private static func say(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = write(STDOUT_FILENO, line, line.count)
  }

  /// Writes, seals and rolls up some hours as the box does, with two restarts.
  static func live(_ path: String, hours: Int) throws {
    let steps = PowerCutSteps(hours: hours).steps
    say("opening")
    var logbook = try Logbook(path: path)
    var sealed = 0
    for (place, step) in steps.enumerated() {
      // Not in a session, which a restart would end; and so that the write-ahead log becomes long in between.
      if [steps.count / 30, steps.count * 15 / 16].contains(place) {
        say("closing")
        logbook.close()
        say("opening")
        logbook = try Logbook(path: path)
      }
      say("appending")
      try logbook.append(step.entries)
      say("appended \(place + 1)")
      try maintain(logbook, now: step.end, sealed: &sealed)
    }
    say("closing")
    logbook.close()
    say("closed")
  }

  private static func maintain(_ logbook: Logbook, now: Int64, sealed: inout Int) throws {
    while let hour = try logbook.unsealedHour(now: now) {
      say("sealing")
      try logbook.seal(hour)
      sealed += 1
      say("sealed \(sealed)")
    }
    while let rolled = try logbook.unrolledHour(limits: limits) {
      say("rolling-up")
      try logbook.rollUp(rolled)
      say("rolled-up")
    }
    try logbook.dropSessionIndex()
    say("tidying")
    try logbook.tidy()
    say("tidied")
  }

  /// Only opens the file, which migrates it.
  static func open(_ path: String) throws {
    say("migrating")
    let logbook = try Logbook(path: path)
    say("migrated")
    logbook.close()
    say("closed")
  }

  /// Deletes the first session.
  static func delete(_ path: String) throws {
    say("deleting")
    try Logbook.delete(session: 1, of: path, limits: limits)
    say("deleted 1")
  }

  /// Opens the file, and seals and rolls up all that is in it.
  static func finish(_ path: String, now: Int64) throws {
    let logbook = try Logbook(path: path)
    var sealed = 0
    try maintain(logbook, now: now, sealed: &sealed)
    logbook.close()
  }
}
