import Control
import Settings
import Status
import Testing
import Words
import Web

@testable import Panel

@Suite(.timeLimit(.minutes(20))) struct `The care circle on the page` {
  private func tell(_ bench: PanelBench, _ report: ShownCircle?) {
    var status = BoxStatus(ApplianceStatus(), in: bench.panel.configuration)
    status.circle = report
    bench.panel.feed.tell(status, at: bench.now)
  }

  @Test(arguments: ["/", "/kiosk"]) func `counts down to the next person, in both languages`(path: String) async throws
  {
    let bench = try PanelBench()
    tell(bench, ShownCircle(.countdown, seconds: 17.2, next: "anna"))
    let english = try await bench.ask("GET", path).body
    #expect(english.contains("anna is alerted in 18 s, unless someone answers"))
    let korean = try await bench.ask("GET", path, ["Accept-Language: ko"]).body
    #expect(korean.contains("응답이 없으면 18초 뒤 anna에게 알립니다"))
  }

  @Test func `counts down on a tile in a few words, in both languages`() async throws {
    let bench = try PanelBench()
    tell(bench, ShownCircle(.countdown, seconds: 17.2, next: "anna"))
    let english = try await bench.ask("GET", "/tile").body
    #expect(english.contains(">anna is alerted in 18 s<"))
    let korean = try await bench.ask("GET", "/tile", ["Accept-Language: ko"]).body
    #expect(korean.contains(">18초 뒤 anna에게 알림<"))
    for (report, words) in [
      (ShownCircle(.help, seconds: 3, next: "anna"), "Help: all are alerted in 3 s"),
      (ShownCircle(.standing, next: "anna"), "The countdown stands still"),
      (ShownCircle(.standing), "No one can be reached"), (ShownCircle(.unreached), "No one can be reached"),
      (ShownCircle(.trying, by: "anna"), "Trying to reach anna"),
      (ShownCircle(.held, by: "ben"), "ben has answered and looks after it"),
      (ShownCircle(.calm, fault: .noDrill), "Try the care circle"),
      (ShownCircle(.calm, fault: .channelsFail), "No one can be reached"),
      (ShownCircle(.calm, fault: .noProof), "Try the care circle"),
    ] {
      tell(bench, report)
      #expect(try await bench.ask("GET", "/tile").body.contains(">\(words)<"))
    }
    tell(bench, ShownCircle(.calm))
    #expect(!(try await bench.ask("GET", "/tile").body.contains("class=\"line circle\"")))
  }

  @Test func `names the channels that do not work`() async throws {
    let bench = try PanelBench()
    var report = ShownCircle(.calm, fault: .noProof)
    report.failing = ["annas-phone", "mail"]
    tell(bench, report)
    let page = try await bench.ask("GET", "/").body
    #expect(page.contains("has not shown for a day that it works"))
    #expect(page.contains("Does not work at present: annas-phone, mail."))
    report.fault = .channelsFail
    tell(bench, report)
    #expect(!(try await bench.ask("GET", "/").body.contains("Does not work at present")))
  }

  @Test(arguments: ["/", "/kiosk", "/tile"]) func `is not there where no circle is heard`(path: String) async throws {
    let bench = try PanelBench()
    tell(bench, ShownCircle(.held, by: "ben"))
    #expect(try await bench.ask("GET", path).body.contains("ben has answered"))
    tell(bench, nil)
    let page = try await bench.ask("GET", path).body
    #expect(!page.contains("ben") && !page.contains("Need help"))
  }

  @Test(arguments: ["/", "/kiosk", "/tile"]) func `is missed where people are to be told and no circle is heard`(
    path: String
  )
    async throws
  {
    let bench = try PanelBench(
      """
      consent: {messages: 2026-11-26, circle: 2026-11-26}
      outside: {channels: {phone: {kind: ntfy, topic-file: /run/none}}, circle: {people: {anna: {channels: [phone]}}}}
      """)
    tell(bench, ShownCircle(.calm))
    #expect(!(try await bench.ask("GET", path).body.contains("can be reached")))
    tell(bench, nil)
    let missed =
      path == "/tile" ? "No one can be reached" : "The care circle does not report, so no one outside can be reached."
    #expect(try await bench.ask("GET", path).body.contains(missed))
  }

  @Test func `has buttons for people who may change, and not for those who may look`() async throws {
    let bench = try PanelBench()
    tell(bench, ShownCircle(.calm))
    #expect(try await bench.ask("GET", "/").body.contains("Need help"))
    let looker = try await bench.ask("GET", "/", [PanelBench.fromAfar, try bench.cookie(.look)]).body
    #expect(looker.contains("Care circle") && !looker.contains("Need help"))
  }

  @Test(arguments: ["", "say=", "say=look", "say=help&more=1", "say=HELP"])
  func `takes no other word`(form: String) async throws {
    let bench = try PanelBench(), box = try FakeBox(bench)
    defer { box.end() }
    #expect(try await bench.ask("POST", "/circle", body: form).status == 400)
  }

  @Test func `passes help on, and says if nobody hears it`() async throws {
    let bench = try PanelBench(), box = try FakeBox(bench)
    defer { box.end() }
    let refused = try await bench.ask("POST", "/circle", body: "say=help")
    #expect(refused.status == 503 && refused.body.contains("no one can be reached"))
  }
}
