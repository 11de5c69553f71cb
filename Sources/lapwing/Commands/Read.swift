import ArgumentParser
import Radio
import Readings
import Status
import System

struct Read: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Reads one sensor once.",
    discussion: """
      Connects to the sensor if it supports that, reads the characteristics of the catalogue and waits for one message \
      of each that notifies. From a sensor that only advertises, it receives an advertisement. The exit status is 0 \
      with a reading, 69 without one. A running box reads it itself, since it uses the adapter; it waits 30 s at most.
      """)

  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "The sensor's address, as `lapwing scan` shows it.")
  var address: DeviceAddress

  @Option(help: "How long to wait, in seconds (1 to 3600).")
  var seconds = 30

  @Flag(help: "Write one JSON object per message.")
  var json = false

  func run() throws {
    guard (1...3600).contains(seconds) else {
      throw ValidationError("--seconds is \(seconds); write a whole number from 1 to 3600")
    }
    let configuration = try options.read()
    if var box = BoxVisit(of: configuration) { return try show(try box.read(address, within: .seconds(seconds))) }
    try DeviceReading.read(address, within: .seconds(seconds), configuration) {
      (reading) throws(LapwingError) in try show(ReadingReport(reading))
    }
  }

  private func show(_ reading: ReadingReport) throws(LapwingError) {
    guard json else {
      return try Output.standard.line("\(address)  \(reading.source.model)  \(EventText.values(of: reading))")
    }
    let line: JSONObject = ["address": address.description]
    try Output.standard.line(line.adding(reading).text)
  }
}
