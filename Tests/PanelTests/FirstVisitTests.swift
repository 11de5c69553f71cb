import Engine
import Foundation
import Readings
import SensorProtocols
import Settings
import Status
import System
import TestSupport
import Testing
import Web

@testable import Panel

@Suite(.timeLimit(.minutes(20))) struct `The first visit` {
  @Test func `begins from a box without a sensor`() async throws {
    let bench = try PanelBench()
    bench.answer()
    #expect(try await bench.ask("GET", "/").body.contains("href=\"/start\""))
    let page = try await bench.ask("GET", "/start").body
    for word in ["What is the box for?", "profile-cabin", "profile-cockpit", "profile-bedside"] {
      #expect(page.contains(word))
    }
  }

  @Test(arguments: ["/start/done", "/kiosk"]) func `shows a phone the way by a code, if the page is on for the network`(
    path: String
  ) async throws {
    for (page, isShown) in [("", false), (", enabled: true, address: 0.0.0.0, port: 8438", true)] {
      let bench = try PanelBench(page: page)
      bench.answer()
      let shown = try await bench.ask("GET", path).body
      #expect(shown.contains("<svg class=\"qr\"") == isShown)
      #expect(shown.contains("open https://\(HostName.text).local:8438/</p>") == isShown)
    }
  }

  @Test(arguments: [("bedside", "heart-rate-high", "co2-high"), ("cabin", "co2-high", "heart-rate-high")])
  func `asks for the limits of what the box is for`(profile: String, asked: String, other: String) async throws {
    let bench = try PanelBench("profile: \(profile)")
    bench.answer()
    let page = try await bench.ask("GET", "/start/limits").body
    #expect(page.contains("name=\"alarms.\(asked).limit\""))
    #expect(!page.contains("name=\"alarms.\(other).limit\""))
  }

  @Test func `goes on with limits of another profile, which the box takes over at its next start`() async throws {
    let bench = try PanelBench("profile: bedside"), box = try FakeBox(bench)
    defer { box.end() }
    bench.answer()
    #expect(try await bench.ask("POST", "/start/profile", body: "profile=cabin").status == 303)
    let answer = try await bench.ask("POST", "/start/limits", body: "alarms.co2-high.limit=2300")
    #expect(answer.status == 303 && answer.field("Location") == "/start/signals")
    let text = try String(contentsOfFile: bench.folder.file("lapwing.yaml"), encoding: .utf8)
    #expect(text.contains("profile: cabin") && text.contains("limit: 2300"))
    #expect(try await bench.ask("GET", "/start/done").body.contains("One more step: a restart"))
  }

  @Test func `says why a box that waits for its next start does not use a limit, if that is not its profile`()
    async throws
  {
    let bench = try PanelBench("profile: bedside")
    bench.answer()
    #expect(try await bench.ask("POST", "/start/profile", body: "profile=cabin").status == 303)
    // The status is of before; the box is gone since.
    let answer = try await bench.ask("POST", "/start/limits", body: "alarms.co2-high.limit=2300")
    #expect(answer.status == 422 && answer.body.contains("no lapwing answers there"), "\(answer.body)")
  }

  @Test func `does not overwrite a limit that somebody has set meanwhile`() async throws {
    let bench = try PanelBench("alarms: {co2-high: {limit: 2300}}")
    bench.answer()
    let answer = try await bench.ask(
      "POST", "/start/limits", body: "alarms.co2-high.limit=2600&was:alarms.co2-high.limit=2500")
    #expect(answer.status == 422 && answer.body.contains("someone has set this to 2300"), "\(answer.body)")
  }

  @Test func `offers a signal of each priority`() async throws {
    let bench = try PanelBench()
    bench.answer()
    let page = try await bench.ask("GET", "/start/signals").body
    for priority in ["high", "medium", "low"] { #expect(page.contains("id=\"hear-\(priority)\"")) }
  }

  @Test func `lets a signal be heard and acknowledges nothing, for it could be a real alarm`() async throws {
    let bench = try PanelBench()
    let box = try FakeBox(bench)
    defer { box.end() }
    bench.answer()
    let answer = try await bench.ask("POST", "/start/hear", body: "priority=high")
    #expect(answer.status == 303, "\(answer.body)")
    #expect(box.orders.count == 1 && box.orders.allSatisfy { $0.contains("test(") }, "\(box.orders)")
  }

  @Test func `says that no one is called yet`() async throws {
    let bench = try PanelBench()
    bench.answer()
    #expect(try await bench.ask("GET", "/start/done").body.contains("It calls no one yet"))
  }

  /// A box beside a bed with a CO2 monitor that is very near, a strap that is farther away, and what is adopted of them.
  private func bedside(adopted: [SensorModel]) throws -> PanelBench {
    let bench = try PanelBench("profile: bedside")
    var status = ApplianceStatus()
    for (place, (model, address, signal)) in [
      (SensorModel.aranet4, DeviceAddress.sampleAranet4, Int8(-50)), (.heartRateService, .sampleStrap, -70),
    ].enumerated() {
      let index = SensorIndex(UInt16(place)), sensor = SensorRegistry.Sensor(address: address, model: model)
      let record: LoopOutput = adopted.contains(model) ? .sensor(index, sensor) : .stranger(index, sensor)
      for record in [record, .signal(index, signal)] {
        status.apply(TimedOutput(instant: .start, record: record))
      }
    }
    bench.panel.feed.tell(BoxStatus(status, in: bench.panel.configuration), at: bench.now)
    return bench
  }

  @Test func `asks for a heart beside a bed, and offers it before a sensor that is nearer`() async throws {
    let bench = try bedside(adopted: [.aranet4])
    let page = try await bench.ask("GET", "/start/sensors").body
    #expect(page.contains("A heart sensor is missing"))
    let places = try ["adopt-\(DeviceAddress.sampleStrap)", "\(DeviceAddress.sampleAranet4)"].map {
      try #require(page.range(of: $0)).lowerBound
    }
    #expect(places[0] < places[1])
    let answer = try await bench.ask("POST", "/start/limits", body: "address=\(DeviceAddress.sampleAranet4)")
    #expect(answer.field("Location") == "/start/sensors?more=1", "the one that was named is not the one that is needed")
    #expect(try await bench.ask("GET", "/start/sensors?more=1").body.contains("href=\"/start/signals\""))
    let done = try await bench.ask("GET", "/start/done").body
    #expect(!done.contains("The box watches") && done.contains("Not everything is watched"))
    #expect(done.contains("A heart sensor is missing") && done.contains("heart is watched</li>"))
  }

  @Test func `ends with a box that watches only if it does`() async throws {
    let bench = try bedside(adopted: [.aranet4, .heartRateService])
    #expect(try await !bench.ask("GET", "/start/sensors").body.contains("is missing"))
    let answer = try await bench.ask("POST", "/start/limits", body: "address=\(DeviceAddress.sampleStrap)")
    #expect(answer.field("Location") == "/start/signals")
    #expect(try await bench.ask("GET", "/start/done").body.contains("<h1>The box watches</h1>"))
    let more = try await bench.ask("POST", "/start/limits", body: "then=sensors")
    #expect(more.field("Location") == "/start/sensors?more=1")
    bench.panel.feed.tellLost("gone")
    let lost = try await bench.ask("GET", "/start/done").body
    #expect(!lost.contains("The box watches") && lost.contains("cannot say what it watches"))
  }

  @Test func `says that the box is lost, and that an order did not reach it`() async throws {
    let bench = try PanelBench()
    #expect(try await bench.ask("GET", "/start/sensors").body.contains("The box has not answered since"))
    let answer = try await bench.ask("POST", "/start/hear", body: "priority=high")
    #expect(answer.status >= 400)
  }

  @Test func `changes nothing for somebody who may only look`() async throws {
    let bench = try PanelBench()
    bench.answer()
    let fields = [PanelBench.fromAfar, try bench.cookie(.look)]
    #expect(try await !bench.ask("GET", "/start", fields).body.contains("action=\"/start/profile\""))
    for path in ["profile", "adopt", "limits", "hear"] {
      #expect(try await bench.ask("POST", "/start/\(path)", fields, body: "").status == 403)
    }
  }
}
