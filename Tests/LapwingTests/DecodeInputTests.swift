import Foundation
import TestSupport
import Testing

/// What `decode` takes for input, and what it says of the rest.
@Suite struct `The input of decode` {
  private func answers(_ lines: [String]) throws -> [Substring] {
    let outcome = try LapwingProcess.run(["decode"], input: lines.joined(separator: "\n") + "\n")
    #expect(outcome.status == 0)
    return outcome.lines
  }

  private let good = #"{"characteristic": "0x2A37", "hex": "0648"}"#
  private let goodAnswer = #"{"model":"Heart Rate Service","heart_rate_bpm":72,"#

  @Test func `a line of more than 64 kB is an error, and the next one is answered`() throws {
    let adverts = String(repeating: "03ff6909", count: 500_000)
    let answers = try answers([good, "{\"adv_hex\": \"\(adverts)\"}", good])
    #expect(answers.count == 3)
    #expect(
      answers[1]
        == #"{"error":{"code":"too-long","message":"the line is longer than 64 kB (65536 bytes); "#
        + #"give one message of a sensor on each line"}}"#)
    #expect(answers[0].hasPrefix(goodAnswer) && answers[2].hasPrefix(goodAnswer))
  }

  @Test(arguments: [
    ("\"here\"", "bad-address"), ("\"C0:FF:EE:00:00\"", "bad-address"), ("\"\"", "bad-address"),
    ("\"C0:FF:EE:00:00:0G\"", "bad-address"), ("17", "bad-field"), ("[]", "bad-field"),
  ])
  func `a wrong address is an error`(address: String, code: String) throws {
    let answers = try answers([
      "{\"address\": \(address), \"adv_hex\": \"02010603ff4c00\"}",
      "{\"address\": \(address), \"characteristic\": \"0x2A37\", \"hex\": \"0648\"}",
    ])
    #expect(answers.count == 2)
    for answer in answers { #expect(answer.hasPrefix("{\"error\":{\"code\":\"\(code)\"")) }
  }

  @Test(arguments: ["\"loud\"", "1e30", "-60.5", "-128", "21", "126", "true", "{}"])
  func `a wrong strength of the signal is an error`(rssi: String) throws {
    let answers = try answers(["{\"rssi\": \(rssi), \"adv_hex\": \"02010603ff4c00\"}"])
    #expect(
      answers == [
        #"{"error":{"code":"bad-rssi","message":"rssi must be a whole number of dBm from -127 to 20, or 127 if it was not "#
          + #"measured"}}"#
      ])
  }

  @Test(arguments: ["null", "-127", "-60", "-60.0", "0", "20", "127"])
  func `any strength that a controller reports is none`(rssi: String) throws {
    #expect(try answers(["{\"rssi\": \(rssi), \"adv_hex\": \"02010603ff4c00\"}"]) == [#"{"unknown":true}"#])
  }

  @Test(arguments: ["06 48", "06:48", "0x0648", "0X0648", "0x06 0x48", " 06\\t48 ", "06: 48", "0x06:48", "06\\n48"])
  func `hex digits may have blanks, colons and 0x between them`(hex: String) throws {
    let answer = try answers(["{\"characteristic\": \"0x2A37\", \"hex\": \"\(hex)\"}"]).first
    #expect(answer?.hasPrefix(goodAnswer) == true)
    let advert = "0x02:01:06 03FF4C00"
    #expect(
      try answers(["{\"adv_hex\": \"\(advert)\", \"scan_response_hex\": \"\(advert)\"}"]) == [#"{"unknown":true}"#])
  }

  @Test(arguments: ["0 648", "06 4", "0x", "06 0x", "0x0x06", "06x48", "06-48", "0648z", "x0648"])
  func `what splits a byte, or is no hex digit, is an error`(hex: String) throws {
    let answer = try answers(["{\"characteristic\": \"0x2A37\", \"hex\": \"\(hex)\"}"]).first
    #expect(answer?.hasPrefix(#"{"error":{"code":"bad-hex","message":"hex has "#) == true)
  }

  @Test func `a SwitchBot's manufacturer data are read where its kind was shown, in the line or before it`() throws {
    let values = #""adv_hex": "02010613ff6909b0e9fe543215b7e4079ba4003702d500""#
    let kind = #""scan_response_hex": "06163dfd350064""#
    let here = #""address": "B0:E9:FE:54:32:15""#, there = #""address": "C0:FF:EE:00:00:01""#
    let unknown: Substring = #"{"unknown":true}"#
    let answers = try answers([
      "{\(values)}", "{\(values), \(here)}", "{\(values), \(kind)}", "{\(values)}", "{\(kind), \(here)}",
      "{\(values), \(here)}", "{\(values), \(there)}", "{\(values)}",
    ])
    #expect(answers.map { $0.contains("\"co2_ppm\":725") } == [false, false, true, false, false, true, false, false])
    #expect([0, 1, 3, 6, 7].allSatisfy { answers[$0] == unknown })
    #expect(answers[4].contains("\"battery_pct\":100"))
  }
}
