import Engine
import Readings
import SensorProtocols
import Status
import TestSupport
import Testing
import Web

@testable import Panel

/// Against published values: fixed points of the scale of temperatures, and the standard atmosphere.
@Suite(.timeLimit(.minutes(20))) struct `The units that a person has chosen` {
  @Test(arguments: [
    // The freezing and boiling points of water; where both scales meet; a room (NIST SP 811, appendix B.8).
    (0.0, "°C", "32 °F"), (100, "°C", "212 °F"), (-40, "°C", "-40 °F"), (21.5, "°C", "70.7 °F"),
    // The standard atmosphere at sea level, and at 8,000 ft (ICAO Doc 7488: 752.6 hPa, 22.22 inHg).
    (1013.25, "hPa", "29.92 inHg"), (752.6, "hPa", "22.22 inHg"),
    (0, "hPa", "0.00 inHg"),
  ])
  func `are those of published tables`(value: Double, unit: String, shown: String) {
    #expect(ShownUnits.imperial.text(value, in: unit) == shown)
  }

  @Test(arguments: ["ppm", "bpm", "%", "µg/m³", "mV", ""])
  func `leave alone what has the same unit everywhere`(unit: String) {
    #expect(ShownUnits.imperial.text(812.34, in: unit) == ShownUnits.metric.text(812.34, in: unit))
  }

  @Test func `are on the pages of this browser alone`() async throws {
    let bench = try PanelBench()
    var status = ApplianceStatus()
    func apply(_ record: LoopOutput) { status.apply(TimedOutput(instant: .at(1), record: record)) }
    apply(.sensor(SensorIndex(0), SensorRegistry.Sensor(address: .sampleAranet4, model: .aranet4)))
    var reading = Reading(model: .aranet4)
    reading.measurements[.temperatureCelsius] = 25
    reading.measurements[.pressureHectopascals] = 1013.25
    apply(.reading(reading, from: SensorIndex(0)))
    bench.panel.feed.tell(BoxStatus(status, in: bench.panel.configuration), at: bench.now)
    let choice = try await bench.ask("POST", "/units", body: "to=%2Fsensors&units=imperial")
    #expect(choice.status == 303 && choice.field("Location") == "/sensors")
    let cookie = try #require(choice.field("Set-Cookie")?.split(separator: ";").first)
    for path in ["/", "/sensors"] {
      let own = try await bench.ask("GET", path, ["Cookie: \(cookie)"]).body
      #expect(own.contains("77") && own.contains("°F") && own.contains("29.92"), "\(path)")
      #expect(!own.contains("1013.3"), "\(path)")
      #expect(try await bench.ask("GET", path).body.contains("1013.3"), "\(path)")
    }
  }

  @Test func `take the form of a load sheet along, unless it names its own`() async throws {
    let bench = try PanelBench()
    let path = "/balance/sheet?aircraft=cessna-172m"
    let metric = try await bench.ask("GET", path, ["Cookie: \(Cookies.units)=metric"]).body
    let unchosen = try await bench.ask("GET", path).body
    #expect(metric.contains("(kg)") && unchosen.contains("(lb)"))
  }
}
