import Testing
import Web

@testable import Panel

/// A form that is not just what the page had sent is refused, and never taken for another order.
@Suite(.timeLimit(.minutes(20))) struct `A form that is not understood` {
  @Test(arguments: [
    ("/acknowledge", ""), ("/acknowledge", "condition="), ("/acknowledge", "condition=co2-low%00"),
    ("/acknowledge", "condition=%ff"), ("/acknowledge", "conditoin=co2-low"), ("/acknowledge", "condition=all&x=1"),
    ("/reset", ""), ("/reset", "condition=%"), ("/standby", "person="), ("/standby", "way=end&person=%zz"),
    ("/sensors/adopt", "address=1&label=x"), ("/settings", "control.socket=/tmp/x"),
    ("/settings", "panel.enabled=true"),
    ("/language", "language=ko&to=/&x=1"), ("/kiosk/acknowledge", "condition=a&x=1"), ("/start/profile", ""),
    ("/start/profile", "profile=submarine"), ("/start/hear", "priority=loud"), ("/start/adopt", "address=1&name=x"),
  ]) func `is refused`(path: String, form: String) async throws {
    let bench = try PanelBench()
    #expect(try await bench.ask("POST", path, body: form).status == 400)
  }

  @Test func `is not taken for all alarms where a page does not look itself`() async throws {
    let bench = try PanelBench()
    let answer = try await bench.ask("POST", "/kiosk/acknowledge", body: "")
    #expect(answer.status == 422 && answer.body.contains("which alarm"))
  }

  @Test func `stands beside a value of its own for all that sounds`() async throws {
    let bench = try PanelBench()
    // There is no box here: the order went as far as it could.
    #expect(try await bench.ask("POST", "/acknowledge", body: "condition=all").status == 503)
  }

  @Test func `is also a request with two hosts`() async throws {
    let bench = try PanelBench()
    #expect(try await bench.ask("GET", "/", ["Host: localhost"]).status == 400)
  }

  @Test(arguments: ["/%0d%0ax", "/\u{e9}", "/ x", "/\u{202e}x"])
  func `leads to the first page where the way back is no plain path`(path: String) async throws {
    let bench = try PanelBench()
    let answer = try await bench.ask("POST", "/language", body: "language=en&to=\(FormFields.encoded(path))")
    #expect(answer.field("Location") == (path == "/%0d%0ax" ? path : "/"))
  }
}
