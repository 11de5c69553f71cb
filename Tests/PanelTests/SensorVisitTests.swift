import Engine
import Readings
import SensorProtocols
import Status
import TestSupport
import Testing
import Web

@testable import Panel

@Suite(.timeLimit(.minutes(20))) struct `A sensor that is paired with or read by order of the page` {
  /// The page of sensors while an order is at a step.
  private func page(
    _ purpose: DeviceVisit.Purpose, _ step: DeviceVisit.Step, since seconds: Double = 1, now: Double = 2
  ) async throws -> String {
    let bench = try PanelBench()
    var status = ApplianceStatus()
    func apply(_ record: LoopOutput, _ seconds: Double) {
      status.apply(TimedOutput(instant: .at(seconds), record: record))
    }
    apply(
      .stranger(SensorIndex(0), SensorRegistry.Sensor(address: .sampleStrap, model: .heartRateService)), 0)
    apply(.signal(SensorIndex(0), -58), 0)
    var visit = DeviceVisit(purpose, of: .sampleStrap, at: .start)
    visit.step = step
    apply(.visit(visit), seconds)
    apply(.note("time passes"), now)
    bench.panel.feed.tell(BoxStatus(status, in: bench.panel.configuration), at: bench.now)
    return try await bench.ask("GET", "/sensors").body
  }

  @Test func `has a field for the number when the device shows one, and a way out`() async throws {
    let body = try await page(.pair, .passkeyWanted)
    #expect(body.contains("shows a number now"))
    #expect(body.contains("action=\"/sensors/number\"") && body.contains("action=\"/sensors/stop\""))
  }

  @Test func `tells that it is awaited, and has no field yet`() async throws {
    let body = try await page(.pair, .awaited)
    #expect(body.contains("Waiting for") && !body.contains("action=\"/sensors/number\""))
  }

  @Test func `tells why it failed in the words of the box`() async throws {
    let error = LapwingError(.unavailable, code: "wrong-passkey", "it does not accept <that>")
    let body = try await page(.pair, .failed(error))
    #expect(body.contains("That did not work.") && body.contains("it does not accept &lt;that&gt;"))
  }

  @Test func `is not told for ever`() async throws {
    #expect(try await page(.pair, .done, now: 100).contains("is paired"))
    #expect(try await !page(.pair, .done, now: 400).contains("is paired"))
  }

  @Test func `says how near it is in words`() async throws {
    let body = try await page(.pair, .done)
    #expect(body.contains("very near, Signal -58 dBm"))
    #expect(body.contains("Received in the last minute: 1 sensor"))
    #expect(try await page(.pair, .done, now: 180).contains("No sensor was received in the last minute."))
  }
}
