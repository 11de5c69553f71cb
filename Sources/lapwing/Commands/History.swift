import ArgumentParser
import Radio
import Readings
import System

struct History: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Downloads the measurements that a sensor has stored, into a CSV file.",
    discussion: """
      For Aranets, which must be paired. If the file exists, the download continues after its last row, so an \
      interrupted download can be repeated. A value that was not measured is an empty cell. This is not possible while \
      `lapwing run` uses the adapter.
      """)

  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "The sensor's address, as `lapwing scan` shows it.")
  var address: DeviceAddress

  @Option(help: "Nothing older: a time in UTC such as 2026-11-22T04:00:00, or hours or days ago such as 36h or 7d.")
  var since: String?

  @Option(name: .shortAndLong, help: "The file to create or continue.", completion: .file(extensions: ["csv"]))
  var output: String

  func run() throws {
    var earliest: Int64?
    if let since {
      earliest = DeviceHistory.time(since, now: MonotonicClock.unixMilliseconds() / 1000)
      guard earliest != nil else {
        throw ValidationError("--since is \(since); write a time such as 2026-11-22T04:00:00, 36h or 7d")
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
