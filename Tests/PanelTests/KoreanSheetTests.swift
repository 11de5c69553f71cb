import AircraftFiles
import Documents
import Foundation
import TestSupport
import Testing
import Web
import WeightBalance
import Words

@testable import Panel

@Suite(.timeLimit(.minutes(20))) struct `A load sheet on a Korean page` {
  private static let korean = "Cookie: \(Cookies.language)=ko"

  private func isKorean(_ text: String) -> Bool {
    text.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
  }

  private func shipped() throws -> [Aircraft] {
    let folder = try TemporaryFolder()
    return try AircraftLibrary(folder: folder.path, tails: folder.path).aircraft
  }

  /// Verdict and result of a form.
  private func parts(_ bench: PanelBench, _ query: String, isKorean: Bool = true) async throws -> String {
    let answer = try await bench.ask("GET", "/balance/live?" + query, isKorean ? [Self.korean] : [])
    let news = try #require(try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any])
    let parts = try #require(news["parts"] as? [String: String])
    return ["verdict", "picture", "result"].compactMap { parts[$0] }.joined(separator: "\n")
  }

  /// A form of an aeroplane with the same load in each station and its tanks full.
  private func query(_ aircraft: Aircraft, pounds: Int, units: String) -> String {
    let loads = aircraft.stations.map { "load.\($0.id).0=\(pounds)" }
    let fuel = aircraft.tanks.map { "fuel.\($0.id)=\($0.capacity.value.text(in: .usGallons, places: 1))" }
    return (["aircraft=\(aircraft.id)", "typed=imperial", "units=\(units)", "trip=5"] + loads + fuel)
      .joined(separator: "&")
  }

  /// The words in Latin letters that a reader sees, without those that are marked as English, and without units.
  private func latinWords(_ html: String) -> Set<String> {
    let others: Set = ["lb", "kg", "in", "mm", "gal", "MAC", "Edo"]
    let unmarked = html.replacing(/<(span|p|b|li|td|th)[^>]*lang="en"[^>]*>.*?<\/\1>/, with: " ")
      // The names that people gave to the aeroplane and to its loading.
      .replacing(/<title id="(moment-)?title">.*?<\/title>/, with: " ")
    let seen = unmarked.replacing(/<[^>]*>/, with: " ").replacing(/&[a-z]+;/, with: " ")
    return Set(seen.matches(of: /[A-Za-z]{2,}/).map { String($0.output) }).subtracting(others)
  }

  @Test func `has Korean names for all that the shipped aircraft name, and for nothing else`() throws {
    var names: Set<String> = []
    for aircraft in try shipped() {
      names.formUnion(aircraft.stations.map(\.name) + aircraft.tanks.map(\.name))
      names.formUnion(aircraft.categories.map(\.name) + aircraft.combinedLimits.map(\.name))
    }
    #expect(names.count > 20)
    #expect(names == Set(AircraftNameWords.known.keys))
    for name in names { #expect(isKorean(AircraftNameWords.korean(name)), "\(name)") }
    #expect(KoreanSheetTerms().name("Child seat") == "Child seat", "what an owner's file says stays")
  }

  @Test(arguments: Warning.Code.allCases) func `has a Korean sentence for each warning`(code: Warning.Code) {
    #expect(isKorean(SheetWarningWords.korean(code)))
  }

  @Test func `has a Korean sentence for each remark`() {
    for subject in Remark.Subject.allCases { #expect(isKorean(SheetSentenceWords.remark(subject))) }
  }

  @Test(arguments: [0, 60, 900], ["imperial", "metric"])
  func `has no English word that is not marked as English`(pounds: Int, units: String) async throws {
    let bench = try PanelBench()
    for aircraft in try shipped() {
      let parts = try await parts(bench, query(aircraft, pounds: pounds, units: units))
      #expect(parts.contains("<svg") && isKorean(parts), "\(aircraft.id)")
      #expect(latinWords(parts) == [], "\(aircraft.id)")
    }
  }

  @Test func `says what is wrong in Korean, and then the box's own sentence with the numbers`() async throws {
    let bench = try PanelBench()
    let heavy = "aircraft=cessna-172m&typed=imperial&load.front-seats.0=340&load.rear-seats.0=700&fuel.main-fuel=38"
    let parts = try await parts(bench, heavy)
    let sentence = "<b>이륙중량이 최대 한계를 넘습니다.</b> <span lang=\"en\" class=\"small\">Take-off weight exceeds its maximum by "
    #expect(parts.contains(sentence))
    #expect(parts.contains("(14 CFR 91.9(a))</span>"))
    #expect(parts.contains("<th scope=\"row\">뒤 승객</th>") && parts.contains("<th scope=\"col\">무게중심 in</th>"))
    #expect(parts.contains("<desc id=\"description\">한계 초과. 비행 중 가장 불리한 점: "))
  }

  @Test func `says how much more fits, and what stops it`() async throws {
    let bench = try PanelBench()
    let light = "aircraft=cessna-172m&typed=imperial&load.front-seats.0=340&fuel.main-fuel=38&trip=10"
    let korean = try await parts(bench, light), english = try await parts(bench, light, isKorean: false)
    let room = try #require(
      english.firstMatch(of: /Rear passengers can take (\d+) lb more; then the take-off weight/))
    #expect(korean.contains("뒤 승객에 \(room.1) lb까지 더 실을 수 있습니다(다음 제한: 이륙중량)."))
    #expect(korean.contains("연료 밀도: 6 lb/gal, 항공기 파일의 값"))
  }

  @Test func `names the places of the form as the sheet does, and says what the sheet is not`() async throws {
    let bench = try PanelBench()
    let korean = try await bench.ask("GET", "/balance/sheet?aircraft=cessna-172m", [Self.korean]).body
    #expect(korean.contains(">조종사와 앞 승객 (lb)</label>") && korean.contains(">보통 감항 분류, 육상기</option>"))
    #expect(korean.contains("14 CFR 91.103") && korean.contains("14 CFR 91.9(a)"))
    #expect(!korean.contains("For planning only"))
    let english = try await bench.ask("GET", "/balance/sheet?aircraft=cessna-172m").body
    #expect(
      english.contains("For planning only") && !english.contains("앞 승객") && !english.contains("lang=\"en\" class"))
  }

  @Test func `says beside a field that its number is too large`() async throws {
    let query = "aircraft=cessna-172m&typed=imperial&load.front-seats.0=99999999999"
    let page = try await PanelBench().ask("GET", "/balance/sheet?" + query, [Self.korean]).body
    #expect(page.contains("너무 큽니다. 더 작은 숫자를 쓰세요") && !page.contains("too large"))
  }

  @Test func `is refused in Korean where its scenario cannot be read`() async throws {
    let bench = try PanelBench()
    try FileManager.default.createDirectory(atPath: bench.folder.file("scenarios"), withIntermediateDirectories: true)
    _ = try bench.folder.write("{\"aircraftId\": ", to: "scenarios/torn.json")
    let page = try await bench.ask("GET", "/balance", [Self.korean]).body
    #expect(page.contains("이 파일을 사용할 수 없습니다. 파일을 고치세요. <span lang=\"en\" class=\"small\">"))
  }
}
