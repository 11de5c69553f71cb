import ArgumentParser
import Control
import Readings
import Settings
import Status
import System
import Words

/// `lapwing status`: shows the state of a running box, once or as a stream of events.
struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows what a running box receives and signals.",
    discussion: "Connects to control.socket of the configuration.")

  @OptionGroup var options: ConfigurationOptions

  @Flag(help: "Write one line of JSON.")
  var json = false

  @Flag(help: "Continue with a JSON line for every event, as replay does, until the box stops.")
  var follow = false

  func run() throws {
    let configuration = try options.read()
    var client = try ControlClient(path: configuration.controlSocket)
    guard json || follow else {
      let offers = NightOfferText.lines(configuration, at: MonotonicClock.unixMilliseconds())
      return try Output.standard.line(([StatusText.text(of: try client.status())] + offers).joined(separator: "\n"))
    }
    try Output.standard.line(try client.line(answering: ControlRequest(follow ? .follow : .status)))
    if follow { try client.follow { line throws(LapwingError) in try Output.standard.line(line) } }
  }
}
