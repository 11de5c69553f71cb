import Foundation
import Readings
import SensorProtocols
import Status
import Testing

@Suite struct `A line of JSON` {
  @Test func `keeps the order of its keys`() {
    var line = JSONLine()
    line.add("t", 1)
    line.add("b", true)
    line.add("a", "text")
    #expect(line.text == #"{"t":1,"b":true,"a":"text"}"#)
  }

  @Test(arguments: [
    (0.0, "0"), (-0.5, "-0.5"), (22.15, "22.15"), (1e15, "1000000000000000"), (0.1 + 0.2, "0.30000000000000004"),
    (.nan, "null"), (.infinity, "null"), (1e300, "1e+300"),
  ])
  func `writes the shortest digits of a number`(value: Double, text: String) {
    var line = JSONLine()
    line.add("n", value)
    #expect(line.text == "{\"n\":\(text)}")
  }

  @Test func `writes any text so that it can be read back`() throws {
    let text = "\"quoted\" \\ \u{0}\u{1}\u{1F}\n\r\t ü 🐦 \u{2028}"
    var line = JSONLine()
    line.add(text, text)
    let read = try JSONDecoder().decode([String: String].self, from: Data(line.text.utf8))
    #expect(read == [text: text])
  }

  @Test func `says what a reading holds and leaves out what is absent`() {
    var reading = Reading(model: .heartRateService)
    reading.measurements[.heartRateBeatsPerMinute] = 0
    reading.contact = .notSupported
    var line = JSONLine()
    line.add(membersOf: ReadingReport(reading))
    #expect(line.text == #"{"model":"Heart Rate Service","heart_rate_bpm":0,"contact_supported":false}"#)
  }
}
