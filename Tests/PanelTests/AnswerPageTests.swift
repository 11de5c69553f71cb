import Control
import Foundation
import Readings
import Settings
import Status
import Synchronization
import System
import Testing
import Words
import Web

@testable import Panel

/// A care circle at the control socket of a ``FakeBox``, which answers each call as a test says.
private final class FakeCircle: Sendable {
  let calls = Mutex<[CircleCall]>([])
  private let ending: EventFlag
  private let ended: EventFlag

  init(_ bench: PanelBench, answer: @escaping @Sendable (CircleCall) -> CircleCallAnswer) throws {
    (ending, ended) = (try EventFlag(), try EventFlag())
    let path = bench.panel.configuration.controlSocket
    var client = try ControlClient(path: path)
    let request = ControlRequest.circle(CircleTelling(ShownCircle(.calm)))
    _ = try client.order(request)
    let first = client
    // A thread: calls of the control socket wait, and the tasks of the tests share few threads.
    let thread = Thread { [self] in
      var client = first, done: [CircleCallAnswer] = []
      while !ending.wait(.milliseconds(10)) {
        let request = ControlRequest.circle(CircleTelling(ShownCircle(.calm), done: done.first))
        if !done.isEmpty { done.removeFirst() }
        guard let fresh = try? client.order(request).calls else { continue }
        calls.withLock { $0 += fresh }
        done += fresh.map(answer)
      }
      ended.ring()
    }
    thread.start()
  }

  func end() {
    ending.ring()
    _ = ended.wait(.seconds(10))
  }
}

@Suite(.timeLimit(.minutes(20))) struct `The page of a link` {
  private let link = "c-0123456789abcdef0123.t3abc1.00112233445566778899aabbccddeeff"
  private let settings = "outside: {circle: {link: \"https://box.example.org:8437\"}}\n"

  private func bench(
    _ outcome: CircleCallAnswer.Outcome, by: String? = nil
  ) throws -> (bench: PanelBench, box: FakeBox, circle: FakeCircle) {
    let bench = try PanelBench(settings), box = try FakeBox(bench)
    let circle = try FakeCircle(bench) {
      CircleCallAnswer(
        $0.number, $0.kind == .haveIt && outcome == .open ? .taken : outcome, by: by, title: "Heart <Rate> Alert!",
        text: "Too low\nNo one has answered.")
    }
    return (bench, box, circle)
  }

  @Test func `shows the alarm and one button to who has no code, and opening it changes nothing`() async throws {
    let (bench, box, circle) = try bench(.open)
    defer {
      circle.end()
      box.end()
    }
    for method in ["GET", "GET", "HEAD"] {
      let answer = try await bench.ask(method, "/answer?t=\(link)", [PanelBench.fromAfar])
      #expect(answer.status == 200 && answer.field("Set-Cookie") == nil)
      #expect(answer.field("Cache-Control") == "no-store")
      guard method == "GET" else { continue }
      #expect(answer.body.contains("Heart &lt;Rate&gt; Alert!") && answer.body.contains("I have it"))
      #expect(!answer.body.contains("<nav") && answer.body.contains("name=\"t\" value=\"\(link)\""))
    }
    #expect(circle.calls.withLock { $0.allSatisfy { $0.kind == .look && $0.link == link } })
    let korean = try await bench.ask("GET", "/answer?t=\(link)", [PanelBench.fromAfar, "Accept-Language: ko"])
    #expect(korean.body.contains("제가 맡을게요"))
  }

  @Test func `takes the answer by its form alone, and from no other page`() async throws {
    let (bench, box, circle) = try bench(.open)
    defer {
      circle.end()
      box.end()
    }
    for field in [
      "Origin: http://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site",
    ] {
      let answer = try await bench.ask("POST", "/answer", [PanelBench.fromAfar, field], body: "t=\(link)")
      #expect(answer.status == 403, "\(field)")
    }
    let host = try await bench.ask("POST", "/answer", [PanelBench.fromAfar], body: "t=\(link)", host: "evil.example")
    #expect(host.status == 421)
    #expect(try await bench.ask("POST", "/answer", [PanelBench.fromAfar], body: "t=\(link)&person=ben").status == 400)
    #expect(circle.calls.withLock { $0.isEmpty })
    let answer = try await bench.ask(
      "POST", "/answer", [PanelBench.fromAfar, "Origin: https://box.example.org:8437", "Sec-Fetch-Site: same-origin"],
      body: "t=\(link)", host: "box.example.org:8437")
    #expect(answer.status == 200 && answer.body.contains("You have it.") && answer.field("Set-Cookie") == nil)
    #expect(circle.calls.withLock { $0.map(\.kind) } == [.haveIt])
  }

  @Test(arguments: [
    (CircleCallAnswer.Outcome.held, 200, "ben has it already."), (.over, 200, "It is over."),
    (.used, 200, "used already"), (.expired, 403, "too old"), (.wrong, 403, "no link of this box"),
    (.failed, 503, "call by phone"),
  ])
  func `says why it has no button`(outcome: CircleCallAnswer.Outcome, status: Int, words: String) async throws {
    let (bench, box, circle) = try bench(outcome, by: "ben")
    defer {
      circle.end()
      box.end()
    }
    let answer = try await bench.ask("GET", "/answer?t=\(link)", [PanelBench.fromAfar])
    #expect(answer.status == status && answer.body.contains(words) && !answer.body.contains("id=\"have-it\""))
  }

  @Test func `takes a key of a phone for the answer, and speaks`() async throws {
    let (bench, box, circle) = try bench(.open)
    defer {
      circle.end()
      box.end()
    }
    let target = "/answer/call?t=\(link)&l=ko"
    let silent = try await bench.ask("POST", target, [PanelBench.fromAfar], body: "CallSid=CA1")
    #expect(silent.status == 200 && circle.calls.withLock { $0.isEmpty })
    #expect(try await bench.ask("GET", target, [PanelBench.fromAfar]).status != 200)
    let answer = try await bench.ask("POST", target, [PanelBench.fromAfar], body: "CallSid=CA1&Digits=1")
    #expect(answer.status == 200 && answer.field("Content-Type")?.hasPrefix("text/xml") == true)
    #expect(answer.body.hasPrefix("<Response><Say language=\"ko-KR\"") && answer.body.contains("당신이 맡았습니다"))
    #expect(circle.calls.withLock { $0.map(\.kind) } == [.haveIt])
  }

  @Test(arguments: ["", "?t=", "?t=x", "?t=%00", "?t=c-1.2.3", "?x=1", "?t=<b>" + String(repeating: "a", count: 60)])
  func `does not ask the box about what is no link`(query: String) async throws {
    let (bench, box, circle) = try bench(.open)
    defer {
      circle.end()
      box.end()
    }
    #expect(try await bench.ask("GET", "/answer\(query)", [PanelBench.fromAfar]).status >= 400)
    #expect(circle.calls.withLock { $0.isEmpty })
  }

  @Test func `is not there without the key in the configuration`() async throws {
    let bench = try PanelBench()
    for (method, body) in [("GET", nil), ("POST", "t=\(link)")] {
      let answer = try await bench.ask(method, "/answer?t=\(link)", [PanelBench.fromAfar], body: body)
      #expect(answer.status == 303 && answer.field("Location") == "/enter")
    }
    #expect(try await bench.ask("GET", "/answer?t=\(link)").status == 404)
  }

  @Test func `opens nothing else of the box`() async throws {
    let (bench, box, circle) = try bench(.open)
    defer {
      circle.end()
      box.end()
    }
    for path in ["/?t=\(link)", "/kiosk?t=\(link)", "/settings?t=\(link)"] {
      #expect(try await bench.ask("GET", path, [PanelBench.fromAfar]).field("Location") == "/enter", "\(path)")
    }
    for path in ["/acknowledge", "/circle"] {
      let answer = try await bench.ask("POST", path, [PanelBench.fromAfar], body: "t=\(link)&say=okay&condition=all")
      #expect(answer.field("Location") == "/enter", "\(path)")
    }
  }

  @Test func `says that it cannot answer where no circle is heard`() async throws {
    let bench = try PanelBench(settings), box = try FakeBox(bench)
    defer { box.end() }
    let answer = try await bench.ask("GET", "/answer?t=\(link)", [PanelBench.fromAfar])
    #expect(answer.status == 503 && answer.body.contains("call by phone") && !answer.body.contains("lapwing-outside"))
  }
}
