import ArgumentParser
import Radio
import Readings
import SensorProtocols
import Status
import System

struct Read: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Reads one sensor once.",
    discussion: """
      Connects where the sensor can be connected to, reads what the catalogue names and waits for one message of all \
      that notifies. A sensor that only advertises is listened to. Exit status 0 with a reading, 69 without one. Not \
      while `lapwing run` uses the adapter.
      """)

  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "The sensor's address, as `lapwing scan` tells it.")
  var address: DeviceAddress

  @Option(help: "How long it may take (1 to 3600).")
  var seconds = 30

  @Flag(help: "One JSON object for each message.")
  var json = false

  func run() throws {
    guard (1...3600).contains(seconds) else {
      throw ValidationError("--seconds is \(seconds); allowed is 1 to 3600")
    }
    try DeviceReading.read(address, within: .seconds(seconds), try options.read()) {
      (reading) throws(LapwingError) in
      guard json else {
        let values = EventText.values(of: ReadingReport(reading))
        return try Output.standard.line("\(address)  \(reading.model.name)  \(values)")
      }
      var line = JSONLine()
      line.add("address", address.description)
      line.add(membersOf: ReadingReport(reading))
      try Output.standard.line(line.text)
    }
  }
}
