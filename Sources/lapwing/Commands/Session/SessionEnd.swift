import ArgumentParser
import Control
import Logbook
import Settings
import Status
import System

/// `lapwing session end`
struct SessionEnd: Order {
  static let configuration = CommandConfiguration(
    commandName: "end", abstract: "Ends the session, and prints its summary.")

  @OptionGroup var options: ConfigurationOptions

  var request: ControlRequest { ControlRequest(.session, name: "end") }

  func run() throws {
    let configuration = try options.read()
    var client = try ControlClient(path: configuration.controlSocket)
    guard let session = try client.order(request).session else { return }
    try Output.standard.write(SummaryText.lines(of: session, profile: configuration.profile))
    // The rules of a box begin from nothing with it.
    guard let reader = try? LogbookReader(path: configuration.logbookPath), let latest = try? reader.sessions().first,
      let restart = try? reader.parts(ofSession: latest.id).gaps.last
    else { return }
    try Output.standard.line(
      "  These are the figures since the restart at \(DateText.timeOfDay(restart.to)); `lapwing sessions show` has all."
    )
  }
}
