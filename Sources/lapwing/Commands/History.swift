import ArgumentParser
import Radio
import Readings
import System

struct History: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Fetches what a sensor has measured in the past into a CSV file.",
    discussion: """
      For Aranets, which must be paired. A file that is there already is gone on with after its last row, so that a \
      fetch that was broken off can be repeated. What was not measured is an empty cell. Not while `lapwing run` uses \
      the adapter.
      """)

  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "The sensor's address, as `lapwing scan` tells it.")
  var address: DeviceAddress

  @Option(help: "Nothing older: a time in UTC as 2026-11-22T04:00:00, or so many hours or days back as 36h or 7d.")
  var since: String?

  @Option(name: .shortAndLong, help: "The file.", completion: .file(extensions: ["csv"]))
  var output: String

  func run() throws {
    var earliest: Int64?
    if let since {
      earliest = DeviceHistory.time(since, now: MonotonicClock.unixMilliseconds() / 1000)
      guard earliest != nil else {
        throw ValidationError("--since is \(since); allowed is a time as 2026-11-22T04:00:00, or as 36h or 7d")
      }
    }
    let isShown = Output.error.terminalSize != nil
    let rows = try DeviceHistory.fetch(address, since: earliest, to: output, try options.read()) {
      (done, all) throws(LapwingError) in
      if isShown { try Output.error.write("\r\(done) of \(all) rows ") }
    }
    if isShown { try Output.error.write("\r") }
    try Output.standard.line("\(rows) rows added to \(output)")
  }
}
