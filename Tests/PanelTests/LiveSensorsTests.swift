import Engine
import Readings
import SensorProtocols
import Status
import TestSupport
import Testing
import Web

@testable import Panel

@Suite(.timeLimit(.minutes(20))) struct `The page Sensors` {
  @Test func `says when it is of, that the box is lost, and that it is old`() async throws {
    let bench = try PanelBench()
    bench.answer()
    let page = try await bench.ask("GET", "/sensors").body
    #expect(page.contains("id=\"asof\">as of ") && page.contains("id=\"old\""))
    #expect(page.contains("data-live=\"/live/sensors\""))
    #expect(!page.contains("http-equiv=\"refresh\""), "what is typed would be lost")
    bench.panel.feed.tellLost("gone")
    let lost = try await bench.ask("GET", "/sensors").body
    #expect(lost.contains("The box has not answered since"))
    #expect(lost.contains("data-empty=\"/sensors\"") && !page.contains("data-empty"), "it comes back with the box")
  }

  @Test func `says how far the connection to a strap is, and why there is no connection`() async throws {
    let bench = try PanelBench()
    let strap = DeviceAddress(value: 0xE7A1_3C58_0B42)
    for (state, words) in [
      (SensorLink.State.connecting, "Connecting …"), (.connected, "Connected"),
      (.disconnected("the device hung up"), "tries again</p><p class=\"small\" lang=\"en\">the device hung up</p>"),
    ] {
      var status = ApplianceStatus()
      let sensor = SensorRegistry.Sensor(address: strap, model: .heartRateService)
      for record in [LoopOutput.sensor(SensorIndex(0), sensor), .link(SensorLink(strap, state))] {
        status.apply(TimedOutput(instant: .start, record: record))
      }
      bench.panel.feed.tell(BoxStatus(status, in: bench.panel.configuration), at: bench.now)
      #expect(try await bench.ask("GET", "/sensors").body.contains(words))
    }
  }

  /// The page with a stranger for each of these strengths of a signal, all received at the start.
  private func page(_ signals: [Int8?], now: Double = 2, language: String = "en") async throws -> String {
    let bench = try PanelBench()
    var status = ApplianceStatus()
    func apply(_ record: LoopOutput, at seconds: Double = 0) {
      status.apply(TimedOutput(instant: .at(seconds), record: record))
    }
    for (place, signal) in signals.enumerated() {
      let address = DeviceAddress(value: 0xC0FF_EE00_0001 + UInt64(place)), index = SensorIndex(UInt16(place))
      apply(.stranger(index, SensorRegistry.Sensor(address: address, model: .heartRateService)))
      if let signal { apply(.signal(index, signal)) }
    }
    apply(.note("time passes"), at: now)
    bench.panel.feed.tell(BoxStatus(status, in: bench.panel.configuration), at: bench.now)
    return try await bench.ask("GET", "/sensors", ["Cookie: \(Cookies.language)=\(language)"]).body
  }

  @Test func `says how near a sensor is only if its signal is known`() async throws {
    let known = try await page([-58, -70, -90])
    for words in ["very near, Signal -58 dBm", "near, Signal -70 dBm", "far, Signal -90 dBm"] {
      #expect(known.contains(" · \(words)"), "\(words)")
    }
    let unknown = try await page([nil])
    #expect(unknown.contains("C0:FF:EE:00:00:01"))
    for words in ["dBm", " · far", "near, ", " · near"] { #expect(!unknown.contains(words), "\(words)") }
  }

  @Test(arguments: [
    (
      "en", "Received in the last minute: 2 sensors", "Received in the last minute: 1 sensor<",
      "No sensor was received in the last minute."
    ),
    ("ko", "최근 1분간 수신된 센서: 2개", "최근 1분간 수신된 센서: 1개", "최근 1분간 수신된 센서가 없습니다."),
  ])
  func `says how many sensors were received in the last minute`(
    language: String, two: String, one: String, none: String
  ) async throws {
    #expect(try await page([-58, nil], language: language).contains(two))
    #expect(try await page([-58], language: language).contains(one))
    #expect(try await page([-58], now: 61, language: language).contains(none))
  }

  @Test func `and every other live page can measure how late its news are`() async throws {
    let bench = try PanelBench()
    bench.answer()
    for path in ["/", "/sensors", "/kiosk", "/tile"] {
      #expect(try await bench.ask("GET", path).body.contains("data-clock=\"/live/clock\""))
    }
    let first = try await bench.ask("GET", "/live/clock"), second = try await bench.ask("GET", "/live/clock")
    let times = [first, second].map { Int64($0.body.filter(\.isNumber)) ?? 0 }
    #expect(times[0] > 0 && times[0] <= times[1])
    #expect(try await bench.ask("GET", "/live/clock", [PanelBench.fromAfar]).field("Location") == "/enter")
  }
}
