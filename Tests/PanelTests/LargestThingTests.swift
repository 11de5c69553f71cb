import Alarms
import FoundationEssentials
import Readings
import Testing
import Web

@testable import Panel

@Suite(.timeLimit(.minutes(20))) struct `The largest thing` {
  @Test(arguments: ["/", "/kiosk", "/tile"])
  func `is what the worst alarm is about, with whose it is, its limit and since when`(path: String) async throws {
    let bed = try Bedside()
    bed.beats(72, of: 0)
    bed.beats(131, of: 1)
    bed.alarm(.heartRateHigh, of: 1)
    bed.pass(to: 4)
    let large = try await bed.largest(path)
    #expect(large.hasPrefix("worst high\""))
    #expect(large.contains("<h2><b>Heart rate high</b> · Bert</h2>"))
    #expect(large.contains("<b class=\"value\">131</b> bpm"), "the present value, not that of the beginning")
    #expect(large.contains("limit 95 bpm") && large.contains("began <span class=\"age\" data-at=\"0\">4 s ago"))
    let rest = try #require(try await bed.page(path).components(separatedBy: "class=\"rest\"").last)
    #expect(rest.contains("Anna</h2>") && rest.contains("Heart rate: 72 beats") && !rest.contains("Bert</h2>"))
  }

  @Test(arguments: [
    (ConditionID.spo2High, Quantity.oxygenSaturationPercent, 84.0, "84</b> %"),
    (.pm25High, .pm25MicrogramsPerCubicMetre, 310, "310</b> µg/m³"),
    (.coHigh, .carbonMonoxidePartsPerBillion, 310_000, "310</b> ppm"),
    (.co2High, .co2PartsPerMillion, 2600.4, "2600</b> ppm"),
    (.temperatureHigh, .temperatureCelsius, 38.4, "38.4</b> °C"),
  ]) func `can be of any quantity`(condition: ConditionID, quantity: Quantity, value: Double, shown: String)
    async throws
  {
    let bed = try Bedside()
    bed.measures(quantity, value, of: 0)
    bed.alarm(condition, of: 0)
    #expect(try await bed.largest("/").contains(shown))
  }

  @Test func `is the name of an alarm that has no value, and says so of a value that is missing now`() async throws {
    let bed = try Bedside()
    bed.beats(72, of: 0)
    bed.alarm(.noData, of: 1)
    #expect(try await bed.largest("/").contains("No data from a sensor"))
    bed.alarm(.heartRateHigh, of: 0)
    bed.pass(to: 60)
    #expect(try await bed.largest("/").contains("110</b> bpm <span class=\"when\">last value"))
  }

  @Test func `stays a value while only a battery is low`() async throws {
    let bed = try Bedside()
    bed.beats(72, of: 0)
    bed.alarm(.sensorBatteryLow, of: 0)
    #expect(try await bed.largest("/").hasPrefix("good\""))
  }

  @Test func `is of a real alarm and not of a test that is louder`() async throws {
    let bed = try Bedside()
    bed.alarm(.heartRateHigh, of: 0, isTest: true)
    bed.alarm(.co2Medium, of: 1)
    #expect(try await bed.largest("/").contains("CO2 elevated"))
  }
}

@Suite(.timeLimit(.minutes(20))) struct `The words that all is well` {
  @Test func `stand there while every value is inside its limits and everything is watched`() async throws {
    let bed = try Bedside()
    bed.beats(72, of: 0)
    bed.beats(70, of: 1)
    try await bed.expect(isWell: true)
  }

  @Test func `do not stand there without a value, with an old one, and with one beyond its limits`() async throws {
    let bed = try Bedside()
    try await bed.expect(isWell: false)
    bed.beats(72, of: 0)
    bed.beats(190, of: 1)
    try await bed.expect(isWell: false)
    bed.beats(72, of: 1)
    try await bed.expect(isWell: true)
    bed.pass(to: 30)
    try await bed.expect(isWell: false)
  }

  @Test func `do not stand there while a limit is switched off`() async throws {
    let bed = try Bedside("alarms: {heart-rate-high: {enabled: false}}")
    bed.beats(72, of: 0)
    bed.beats(72, of: 1)
    try await bed.expect(isWell: false)
  }
}

@Suite(.timeLimit(.minutes(20))) struct `A screen reader` {
  @Test func `says of a high alarm at once, and of a medium one politely, whose it is, the value and the limit`()
    async throws
  {
    let bed = try Bedside()
    bed.alarm(.heartRateHigh, of: 0)
    bed.alarm(.heartRateHigh, of: 1)
    bed.alarm(.co2Medium, of: 1)
    let page = try await bed.page("/")
    #expect(
      page.contains(
        "aria-live=\"assertive\">Heart rate high, Anna: 110 bpm, limit 95 bpm. Heart rate high, Bert: 110 bpm, limit 95 bpm</p>"
      ))
    #expect(page.contains("aria-live=\"polite\">CO2 elevated, Bert: 110 ppm, limit 95 ppm</p>"))
  }
}

@Suite(.timeLimit(.minutes(20))) struct `A button of an alarm` {
  @Test(arguments: ["/", "/kiosk"]) func `names the alarms that its page has shown`(path: String) async throws {
    let bed = try Bedside()
    bed.alarm(.heartRateHigh, of: 0)
    bed.alarm(.co2Medium, of: 0)
    #expect(
      try await bed.page(path).contains(
        "name=\"seen\" value=\"1x5k.1\"><input type=\"hidden\" name=\"condition\" value=\"heart-rate-high\""))
    bed.alarm(.heartRateHigh, of: 1)
    #expect(
      try await bed.page(path).contains(
        "name=\"seen\" value=\"1x5k.3\"><input type=\"hidden\" name=\"condition\" value=\"heart-rate-high\""))
  }
}

extension Bedside {
  /// The first card of the values.
  fileprivate func largest(_ path: String) async throws -> String {
    let parts = try await page(path).components(separatedBy: "<section class=\"card main ")
    return String(try #require(parts.dropFirst().first).prefix(900))
  }

  fileprivate func expect(isWell: Bool, at location: SourceLocation = #_sourceLocation) async throws {
    let page = try await page("/")
    #expect(page.contains("All is well") == isWell, sourceLocation: location)
    #expect(page.contains("calm well") == isWell, sourceLocation: location)
  }
}
