import Engine
import Readings
import SensorProtocols
import Status
import Testing
import Web

@testable import Panel

@Suite(.timeLimit(.minutes(20))) struct `The question whose heart a sensor measures` {
  private let strap = DeviceAddress(value: 0xE7A1_3C58_0B42)

  /// A page of a box to which one sensor is a stranger, or that has adopted it.
  private func page(
    _ path: String, profile: String, model: SensorModel = .heartRateService, isOwn: Bool = false,
    language: String = "en"
  ) async throws -> String {
    let bench = try PanelBench("profile: \(profile)\n")
    var status = ApplianceStatus()
    let sensor = SensorRegistry.Sensor(address: strap, model: model)
    let record: LoopOutput = isOwn ? .sensor(SensorIndex(0), sensor) : .stranger(SensorIndex(0), sensor)
    status.apply(TimedOutput(instant: .start, record: record))
    bench.panel.feed.tell(BoxStatus(status, in: bench.panel.configuration), at: bench.now)
    return try await bench.ask("GET", path, ["Accept-Language: \(language)"]).body
  }

  @Test func `is asked where a strap is adopted beside a bed, and of nothing else`() async throws {
    let asked = try await page("/sensors", profile: "bedside")
    #expect(asked.contains("name=\"kind\"") && asked.contains("with a pacemaker"))
    #expect(asked.contains("<option value=\"\">not said: as an adult</option>"))
    #expect(try await page("/sensors", profile: "bedside", model: .pulseOximeter).contains("name=\"kind\""))
    #expect(try await !page("/sensors", profile: "bedside", model: .aranet4).contains("name=\"kind\""))
    #expect(try await !page("/sensors", profile: "cabin").contains("name=\"kind\""))
  }

  @Test func `comes with what cannot be known without beats, in both languages`() async throws {
    #expect(try await page("/sensors", profile: "bedside").contains("cannot be distinguished from a heart that stops"))
    #expect(try await page("/sensors", profile: "bedside", language: "ko").contains("멈춘 심장과 구별할 수 없습니다"))
    #expect(try await !page("/sensors", profile: "bedside", model: .aranet4).contains("a heart that stops"))
  }

  @Test func `is asked at the first visit`() async throws {
    let path = "/start/limits?address=\(FormFields.encoded(strap.description))"
    #expect(try await page(path, profile: "bedside", isOwn: true).contains("name=\"kind\""))
    #expect(try await !page(path, profile: "cabin", isOwn: true).contains("name=\"kind\""))
  }

  @Test(arguments: [
    ("kind=paced&number=60", "paced 60"), ("kind=infant&number=7", "infant"), ("kind=&number=7", nil),
    ("name=x", nil),
  ])
  func `is answered in the words of an order`(form: String, words: String?) {
    #expect(WearerField.words(FormFields(form)) == words)
  }
}
