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
