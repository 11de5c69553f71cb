import ArgumentParser
import Control
import Readings
import Settings
import Status
import System

/// `lapwing session check`
struct SessionCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Asks a running box whether it is ready for a flight or a night.",
    discussion: """
      Three things are needed. A sensor: a CO2 sensor in cabin and cockpit, a heart sensor beside a bed, adopted and with \
      fresh data. A signal: the sounder or the lamps work, and were tested; the box tests them when it opens them. The \
      placement: a person has confirmed where the sensor lies. Exit status 0 means that all three are there, 69 that one is \
      missing. In cabin and cockpit a double press of button A confirms the placement and tests the signal.
      """)

  @Flag(help: "Confirm that the sensor lies where you breathe, not in a bag and not in your own breath.")
  var placed = false

  @Flag(help: "Give the signals of the answer, as the button does: listen, and look at the lamps.")
  var signal = false

  @Flag(help: "Write one line of JSON.")
  var json = false

  @OptionGroup var options: ConfigurationOptions

  func run() throws {
    var client = try ControlClient(path: try options.read().controlSocket)
    let request = ControlRequest(.check, placed: placed ? true : nil, signal: signal ? true : nil)
    guard let check = try client.order(request).check else {
      throw LapwingError(.badData, code: "bad-answer", "the box gave no checklist; does it run the same version?")
    }
    if json {
      try Output.standard.line(OrderedJSON.text(of: check))
    } else {
      try Output.standard.write(Self.text(of: check))
    }
    if !check.isReady { throw ExitCode(SystemExit.unavailable.rawValue) }
  }

  private static func text(of check: CheckReport) -> String {
    func column(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(1, width - text.count))
    }
    let items = check.items.map { column($0.item, 11) + column($0.isReady ? "ready" : "missing", 9) + $0.text }
    let others = check.others.map { column("also", 20) + $0 }
    let missing = check.items.filter { !$0.isReady }.map(\.item)
    let verdict = missing.isEmpty ? "ready" : "not ready: \(missing.joined(separator: ", "))"
    return (items + others + [verdict]).joined(separator: "\n") + "\n"
  }
}
