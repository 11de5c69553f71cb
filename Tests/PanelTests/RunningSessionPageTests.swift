import Engine
import Flight
import Monitor
import Readings
import Sessions
import Settings
import Status
import TestSupport
import Testing
import Web
import Words

@testable import Panel

@Suite(.timeLimit(.minutes(20))) struct `The page of the running session` {
  /// A box a minute after these things have happened.
  private func tell(_ bench: PanelBench, _ actions: Action...) {
    var status = ApplianceStatus()
    for action in actions { status.apply(TimedOutput(instant: .start, record: .action(action))) }
    status.apply(TimedOutput(instant: .at(60), record: .note("time passes")))
    bench.panel.feed.tell(BoxStatus(status, in: bench.panel.configuration), at: bench.now)
  }

  @Test func `tells since when, in which phase with what it withholds, and what was drunk and taken`() async throws {
    let bench = try PanelBench()
    tell(
      bench, .sessionStarted, .phase(PhaseChange(.taxi, since: .start, probability: 1, source: .command)),
      .withheld(until: .at(3_600)),
      .refreshments(.drunk(330), total: 530), .refreshments(.caffeine, total: 530))
    let page = try await bench.ask("GET", "/session").body
    for words in [
      "A session is running", "begun <span class=\"age\" data-at=\"0\">60 s ago</span>", "Taxi</span>, for 1 min",
      "Low and medium alarms are withheld for at most 59 min", "CO₂ of 2500 to 3500 ppm is expected",
      "Drunk: 530 ml", "stroke-dasharray=\"100 100\"", "Caffeine</span> <span class=\"age\"",
    ] { #expect(page.contains(words), "\(words)") }
    let korean = try await bench.ask("GET", "/session", ["Cookie: \(Cookies.language)=ko"]).body
    for words in ["기록 중", "지상 활주</span>, 1분째", "최대 59분 동안 알리지 않습니다", "200 ml 마셨습니다"] {
      #expect(korean.contains(words), "\(words)")
    }
  }

  @Test(arguments: ["/", "/session"]) func `says nothing of a flight in a bedroom that has the profile of a cabin`(
    path: String
  ) async throws {
    let bench = try PanelBench()
    tell(bench, .sessionStarted, .phase(PhaseChange(.preFlight, since: .start, probability: 0.9, source: .detected)))
    let page = try await bench.ask("GET", path).body
    #expect(page.contains("A session is running"))
    for words in ["class=\"pill\"", "Drunk", "is expected"] { #expect(!page.contains(words), "\(words)") }
  }

  @Test func `asks for a drink from half a glass on`() async throws {
    let bench = try PanelBench()
    var status = ApplianceStatus()
    for action in [
      Action.sessionStarted, .phase(PhaseChange(.cruise, since: .start, probability: 1, source: .command)),
    ] {
      status.apply(TimedOutput(instant: .start, record: .action(action)))
    }
    for (seconds, isAsked) in [(600, false), (3_600, true)] {
      status.apply(TimedOutput(instant: .at(Double(seconds)), record: .note("time passes")))
      bench.panel.feed.tell(BoxStatus(status, in: bench.panel.configuration), at: bench.now)
      #expect(try await bench.ask("GET", "/").body.contains("Drunk: 0 of ") == isAsked)
    }
  }

  @Test func `says that a phase by hand withholds alarms though the air shows another one`() async throws {
    let bench = try PanelBench()
    let cruise = PhaseChange(.cruise, since: .start, probability: 0.97, source: .detected)
    tell(bench, .sessionStarted, .phase(cruise))
    #expect(!(try await bench.ask("GET", "/session").body).contains("are withheld for at most"))
    tell(bench, .phase(cruise), .withheld(until: .at(600)))
    #expect(try await bench.ask("GET", "/session").body.contains("are withheld for at most 9 min"))
  }

  @Test func `is led to from Now, is live, and is not loaded again while somebody types`() async throws {
    let bench = try PanelBench()
    tell(bench, .sessionStarted)
    #expect(try await bench.ask("GET", "/").body.contains("href=\"/session\""))
    let page = try await bench.ask("GET", "/session").body
    #expect(page.contains("data-live=\"/live/session\"") && !page.contains("http-equiv=\"refresh\""))
    #expect(page.contains("<li><a href=\"/\" aria-current=\"page\">"))
  }

  @Test func `has all orders for people who may change, and none for those who may look`() async throws {
    let bench = try PanelBench()
    tell(bench, .sessionStarted)
    let orders = ["start", "end", "phase", "drink", "caffeine"].map { "action=\"/session/\($0)\"" }
    let page = try await bench.ask("GET", "/session").body
    for order in orders { #expect(page.contains(order), "\(order)") }
    let seen = try await bench.ask("GET", "/session", [PanelBench.fromAfar, try bench.cookie(.look)]).body
    #expect(seen.contains("A session is running") && seen.contains("You may look at this page"))
    for order in orders { #expect(!seen.contains(order), "\(order)") }
  }

  @Test func `offers to start one where none is running, and nothing to end`() async throws {
    let bench = try PanelBench()
    tell(bench)
    let page = try await bench.ask("GET", "/session").body
    #expect(page.contains("No session") && page.contains("action=\"/session/start\""))
    #expect(!page.contains("/session/end") && !page.contains("/session/drink"))
  }

  @Test func `asks for no flight, drink or caffeine beside a bed`() async throws {
    let bench = try PanelBench("profile: bedside")
    tell(bench, .sessionStarted)
    let page = try await bench.ask("GET", "/session").body
    #expect(page.contains("/session/start") && page.contains("/session/end"))
    for word in ["/session/phase", "/session/drink", "/session/caffeine", "name=\"seat\""] {
      #expect(!page.contains(word), "\(word)")
    }
  }

  @Test(arguments: [
    ("start", "", ["startSession(", "refused"], "started"),
    ("start", "flight=KE+17&from=ICN&to=LAX&seat=23A&anyway=yes", ["KE 17", "ICN", "LAX", "23A", "silent"], "started"),
    ("start", "placed=yes", ["check(", "startSession("], "started"), ("end", "", ["endSession"], "ended"),
    ("phase", "phase=cruise", ["phase(", "cruise"], "phase"),
    ("drink", "way=note&amount=330", ["drink(330)"], "drunk"), ("drink", "way=undo", ["undoDrink"], "drink-back"),
    ("caffeine", "way=note", ["event(", "caffeine"], "caffeine"),
    ("caffeine", "way=undo", ["undoCaffeine"], "caffeine-back"),
  ]) func `passes an order on, and tells at another address that it was carried out`(
    order: String, form: String, parts: [String], said: String
  ) async throws {
    let bench = try PanelBench(), box = try FakeBox(bench)
    defer { box.end() }
    let answer = try await bench.ask("POST", "/session/\(order)", body: form)
    #expect(answer.status == 303 && answer.field("Location") == "/session?said=\(said)", "\(answer.body)")
    let orders = box.orders.joined(separator: "\n")
    for part in parts { #expect(orders.contains(part), "\(part) in \(orders)") }
    tell(bench)
    #expect(try await bench.ask("GET", "/session?said=\(said)").body.contains("class=\"done\" role=\"status\""))
  }

  @Test(arguments: ["0", "99999", "-1", "lots", "2001", ""])
  func `says why an amount is refused, and keeps it in its field`(amount: String) async throws {
    let bench = try PanelBench(), box = try FakeBox(bench)
    defer { box.end() }
    tell(bench, .sessionStarted)
    let answer = try await bench.ask("POST", "/session/drink", body: "way=note&amount=\(amount)")
    #expect(answer.status == 422)
    #expect(answer.body.contains("a drink is a whole number of millilitres from 1 to 2000, not \(amount)"))
    #expect(answer.body.contains("inputmode=\"numeric\" value=\"\(amount)\" aria-invalid=\"true\""))
    #expect(!box.orders.contains { $0.contains("drink") })
  }

  @Test func `keeps what was typed where a text is too long, and where the box is not there`() async throws {
    let bench = try PanelBench()
    let long = String(repeating: "x", count: 41)
    for flight in [long, "KE 17"] {
      for isLost in [true, false] {
        if isLost { bench.panel.feed.tellLost("gone") } else { tell(bench) }
        let answer = try await bench.ask(
          "POST", "/session/start", body: "flight=\(FormFields.encoded(flight))&seat=23A&placed=yes")
        #expect(answer.status == 422 && answer.body.contains("role=\"alert\" id=\"fault\">"))
        #expect(answer.body.contains("value=\"\(flight)\"") && answer.body.contains("value=\"23A\""))
        #expect(answer.body.contains("value=\"yes\" checked"))
      }
    }
  }

  @Test(arguments: [
    ("end", "now=yes"), ("phase", ""), ("phase", "phase=lunch"), ("drink", "amount=200"), ("drink", "way=more"),
    ("caffeine", ""), ("caffeine", "way=undo&x=1"), ("start", "gate=4"),
  ]) func `guesses nothing from a form that it has not made`(order: String, form: String) async throws {
    let bench = try PanelBench(), box = try FakeBox(bench)
    defer { box.end() }
    #expect(try await bench.ask("POST", "/session/\(order)", body: form).status == 400)
    #expect(box.orders.isEmpty)
  }
}
