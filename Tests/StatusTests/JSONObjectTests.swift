import Foundation
import Readings
import SensorProtocols
import Status
import Testing

@Suite struct `An object of JSON` {
  @Test func `keeps the order of its members, and leaves out what has no value`() {
    let missing: Double? = nil
    let line: JSONObject = ["t": 1, "b": true, "left out": missing, "a": "text", "null": JSONObject.orNull(missing)]
    #expect(line.text == #"{"t":1,"b":true,"a":"text","null":null}"#)
    #expect((["o": [:] as JSONObject, "l": [1.5, .nan]] as JSONObject).text == #"{"o":{},"l":[1.5,null]}"#)
  }

  @Test func `writes a decimal number digit by digit`() {
    let line: JSONObject = ["n": JSONDecimal("12.500"), "none": JSONDecimal(nil)]
    #expect(line.text == #"{"n":12.500,"none":null}"#)
  }

  @Test(arguments: [
    (0.0, "0"), (-0.5, "-0.5"), (22.15, "22.15"), (1e15, "1000000000000000"), (0.1 + 0.2, "0.30000000000000004"),
    (.nan, "null"), (.infinity, "null"), (1e300, "1e+300"),
  ])
  func `writes the shortest digits of a number`(value: Double, text: String) {
    #expect((["n": value] as JSONObject).text == "{\"n\":\(text)}")
  }

  @Test func `writes any text so that it can be read back`() throws {
    let text = "\"quoted\" \\ \u{0}\u{1}\u{1F}\n\r\t ü 🐦 \u{2028}"
    let line = JSONObject([(text, text)])
    let read = try JSONDecoder().decode([String: String].self, from: Data(line.text.utf8))
    #expect(read == [text: text])
  }

  @Test func `says what a reading holds and leaves out what is absent`() {
    var reading = Reading(model: .heartRateService)
    reading.measurements[.heartRateBeatsPerMinute] = 0
    reading.contact = .notSupported
    let line = JSONObject().adding(ReadingReport(reading))
    #expect(line.text == #"{"model":"Heart Rate Service","heart_rate_bpm":0,"contact_supported":false}"#)
  }
}
