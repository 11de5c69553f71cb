import Control
import Engine
import Foundation
import Settings
import TestSupport
import Testing
import Web
import Words

@testable import Panel

/// What the box says in English comes to a Korean page with a Korean sentence in front.
@Suite(.timeLimit(.minutes(20))) struct `What the box refuses and finds` {
  private static let korean = "Cookie: \(Cookies.language)=ko"

  /// The texts of these files of the tree that begin with this and end with a quotation mark.
  private func words(after start: String, in folders: [String]) throws -> Set<String> {
    var found: Set<String> = []
    for folder in folders {
      for path in try ProjectFile.paths(in: folder, suffix: ".swift") {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        for piece in text.components(separatedBy: start).dropFirst() {
          let word = piece.prefix { $0 != "\"" }
          if !word.contains("\\") { found.insert(String(word)) }
        }
      }
    }
    return found
  }

  @Test func `has a Korean sentence for each code that an order or a page can come to`() throws {
    let rooms: Set = ["AircraftFiles", "Appliance", "Control", "Engine", "Panel", "Radio", "Sessions", "Settings"]
    // Of the command line, the journal, the start of a box, other boxes and the network of the card. A page that comes to
    // one of them says that the box has not accepted it.
    let others: Set = [
      "adopted-not-written", "air-not-written", "alarms-not-written", "bad-access-file", "bad-address", "bad-adopted",
      "bad-air-record", "bad-bonds",
      "bad-call", "bad-circle", "bad-configuration", "bad-network", "bad-signal", "bad-sync-file", "bonds-not-written",
      "circle-plan",
      "crossed-limits", "file-exists", "interrupted", "limits-not-written", "logbook-gap", "logbook-stuck",
      "no-access-file", "no-board", "no-card", "no-copy", "no-history", "no-lines", "no-monitor", "no-network-modes",
      "no-peer", "no-permission", "not-a-teller", "not-announced", "not-written", "other-file", "other-role",
      "other-place", "other-teller", "panel-off", "same-line", "same-path", "short-bounds", "unreachable-configuration",
    ]
    // The list is made from the sources (tools/error-codes). Without an exit status a code is of a line of a recording.
    let rows = try ProjectFile("docs/errors.md").text.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let codes = rows.compactMap { row -> String? in
      let cells = row.dropFirst(2).dropLast(2).components(separatedBy: " | ")
      let isOfPage = !rooms.isDisjoint(with: cells.last?.components(separatedBy: ", ") ?? [])
      return isOfPage && !cells[1].isEmpty ? cells[0].filter { $0 != "`" } : nil
    }
    #expect(codes.count > 90)
    #expect(Set(codes).subtracting(others).filter { RefusalWords(rawValue: $0) == nil } == [])
    #expect(others.filter { RefusalWords(rawValue: $0) != nil } == [])
  }

  @Test func `has Korean words for each part that the doctor looks at`() throws {
    let folders = ["Sources/Appliance/Health", "Sources/lapwing/Commands"]
    let starts = ["part: \"", "part = \"", ".good(\"", ".bad(\""]
    let parts = try Set(starts.flatMap { try words(after: $0, in: folders) })
    #expect(parts.count > 10)
    #expect(parts.filter { DoctorPartWords(rawValue: $0) == nil } == [])
  }

  @Test func `is said in Korean before the English sentence, and in English alone on an English page`() async throws {
    let bench = try PanelBench()
    for (language, isKorean) in [("ko", true), ("en", false)] {
      let page = try await bench.ask(
        "POST", "/sensors/forget", ["Cookie: \(Cookies.language)=\(language)"],
        body: "address=C0%3AFF%3AEE%3A00%3A00%3A02")
      #expect(page.body.contains("본체 프로그램이 실행 중이 아닙니다.") == isKorean)
      #expect(page.body.contains("no lapwing answers there"))
      #expect(page.body.contains("<span lang=\"en\" class=\"small\">") == isKorean)
    }
  }

  @Test func `of the doctor has its parts in Korean`() async throws {
    let page = try await PanelBench().ask("GET", "/doctor", [Self.korean]).body
    #expect(page.contains("<b>저장 공간</b>") && page.contains("MiB are free"))
    #expect(!page.contains("<b lang=\"en\">"))
  }

  @Test func `that nobody has foreseen is refused in Korean too`() {
    #expect(RefusalWords(code: "of-a-later-version") == .other)
    #expect(Refusal(code: "x", sentence: "a <b>").html(.korean).text.hasSuffix(">a &lt;b&gt;</span>"))
  }

  @Test(arguments: OrderNotice.Code.allCases) func `adds to an order has Korean words`(
    code: OrderNotice.Code
  ) throws {
    let notice = try JSONDecoder().decode(
      ReportedNotice.self, from: Data(#"{"code":"\#(code.rawValue)","sentence":"a <b>"}"#.utf8))
    let korean = NoticeWords(notice).text(.korean)
    #expect(
      korean.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
        && korean != "본체가 알립니다.")
    #expect(NoticeWords(notice).isFault == (code == .notStored))
    let html = NoticeWords.html([NoticeWords(notice), NoticeWords(notice)], in: .korean).text
    #expect(
      html.hasPrefix(korean) && html.contains("<br>\(korean)") && html.contains("a &lt;b&gt;"))
    #expect(NoticeWords.html([NoticeWords(notice)], in: .english).text == "a &lt;b&gt;")
  }

  @Test func `adds to an order in a later version has a Korean sentence too`() throws {
    let notice = try JSONDecoder().decode(
      ReportedNotice.self, from: Data(#"{"code":"new","sentence":"x"}"#.utf8))
    #expect(
      NoticeWords(notice).text(.korean) == "본체가 알립니다." && NoticeWords(notice).text(.english) == "x")
  }

  @Test func `helps with has Korean words for each key on the page of settings`() async throws {
    #expect(SettingsForm.keys.filter { KeyWords(path: $0.path) == nil }.map(\.path) == [])
    let used = Set(SettingsForm.keys.compactMap { KeyWords(path: $0.path) })
    #expect(KeyWords.allCases.filter { !used.contains($0) } == [])
    let page = try await PanelBench().ask("GET", "/settings", [Self.korean]).body
    #expect(page.contains("경보가 시작되는 값입니다. 허용 범위: 450–10000 ppm."))
    #expect(!page.contains("A number from"))
    // What the file says of its own lines would not be understood on the page.
    let english = try await PanelBench().ask("GET", "/settings").body
    #expect(english.contains("The value at which the alarm begins. A number from 450 to 10000 ppm."))
    #expect(!english.contains("`enabled: false`") && !english.contains(":</p>"))
    // Names in both languages, with the unit of the field; the key of the file only where few people look.
    #expect(page.contains("한계 (ppm)</label>") && english.contains("limit (ppm)</label>"))
    #expect(page.contains("<option value=\"cabin\" selected>객실</option>"))
    #expect(english.contains("Buttons: stable for (ms) <span class=\"small\">board.buttons.debounce</span>"))
    #expect(!english.contains("<span class=\"small\">alarms."))
  }
}
