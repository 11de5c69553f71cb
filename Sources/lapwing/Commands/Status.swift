import ArgumentParser
import Control
import Readings
import Settings
import Status
import System

struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows what a running box hears and signals.",
    discussion: "Finds the box through control.socket of the configuration.")

  @OptionGroup var options: ConfigurationOptions

  @Flag(help: "Write JSON on one line.")
  var json = false

  @Flag(help: "Go on and write a JSON line for everything that happens, as replay does, until the box stops.")
  var follow = false

  func run() throws {
    var client = try ControlClient(path: try options.read().controlSocket)
    guard json || follow else { return try Output.standard.line(StatusText.text(of: try client.status())) }
    try Output.standard.line(try client.line(answering: ControlRequest(follow ? .follow : .status)))
    if follow { try client.follow { line throws(LapwingError) in try Output.standard.line(line) } }
  }
}
