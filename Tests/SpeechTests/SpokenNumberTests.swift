import Foundation
import Speech
import Testing
import Words

/// The words of clips, as a text.
func spoken(_ language: SpokenLanguage, _ fill: (inout [Clip]) -> Void) -> String {
  var clips: [Clip] = []
  fill(&clips)
  return clips.map { ClipWords($0).text(language.inWords) }.joined(separator: language == .english ? " " : "")
}

@Suite struct `A number` {
  /// Tables of num2words: `Tests/speech-proof/tables.py`.
  private func table(_ name: String) throws -> [(number: String, words: String)] {
    let url = try #require(Bundle.module.url(forResource: "Numbers/\(name)", withExtension: "tsv"))
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map { line in
      let fields = line.split(separator: "\t").map(String.init)
      return (fields[0], fields[1])
    }
  }

  @Test(arguments: SpokenLanguage.allCases)
  func `is spoken as another library writes it in words`(language: SpokenLanguage) throws {
    let rows = try table(language.rawValue)
    #expect(rows.count > 600)
    for (number, words) in rows {
      let value = try #require(Double(number))
      #expect(spoken(language) { SpokenNumber.append(value, decimals: 2, in: language, to: &$0) } == words)
    }
  }

  @Test func `of hours is a native one in Korean`() throws {
    func words(_ hours: Int) -> String {
      spoken(.korean) { SpeechPart.since(.seconds(3600 * hours)).append(to: &$0, in: .korean) }
    }
    for (number, native) in try table("hours") { #expect(words(try #require(Int(number))) == native + "시간째") }
    // 국립국어원, 표준국어대사전: 한, 스무 before a counter.
    #expect(words(1) == "한시간째")
    #expect(words(20) == "스무시간째")
    #expect(words(24) == "이십사시간째")
  }

  /// Reads English words back, by the grammar and not by the program.
  private func value(of words: [Substring]) -> Int {
    let small = [
      "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    ]
    let teens = ["thir", "four", "fif", "six", "seven", "eigh", "nine"].map { $0 + "teen" }
    let tens = ["twen", "thir", "for", "fif", "six", "seven", "eigh", "nine"].map { $0 + "ty" }
    var total = 0, part = 0
    for word in words.map(String.init) {
      if let unit = (small + teens).firstIndex(of: word) {
        part += unit
      } else if let ten = tens.firstIndex(of: word) {
        part += 10 * (ten + 2)
      } else if word == "hundred" {
        part *= 100
      } else {
        (total, part) = (part * 1000, 0)
      }
    }
    return total + part
  }

  @Test func `has words of its own, all of 0 to 99,999`() {
    for number in 0...SpokenNumber.largest {
      let words = spoken(.english) { SpokenNumber.append(number, in: .english, to: &$0) }
      if value(of: words.split(separator: " ")) != number { Issue.record("\(number): \(words)") }
    }
  }

  @Test func `in Korean is never said with a one before 십, 백, 천 and the first 만, and never empty`() {
    var all: Set<String> = []
    for number in 0...SpokenNumber.largest {
      let words = spoken(.korean) { SpokenNumber.append(number, in: .korean, to: &$0) }
      if words.contains("일십") || words.contains("일백") || words.contains("일천") || words.hasPrefix("일만") {
        Issue.record("\(number): \(words)")
      }
      all.insert(words)
    }
    #expect(all.count == SpokenNumber.largest + 1)
    #expect(!all.contains(""))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 100_000, 1e300, -99_999.6])
  func `that is none, or too large, is not spoken`(value: Double) {
    for language in SpokenLanguage.allCases {
      #expect(spoken(language) { SpeechPart.value(value, .partsPerMillion).append(to: &$0, in: language) } == "")
    }
  }

  @Test func `below zero is said as people say it`() {
    func temperature(_ value: Double, _ language: SpokenLanguage) -> String {
      spoken(language) { SpeechPart.value(value, .degrees).append(to: &$0, in: language) }
    }
    #expect(temperature(-4.5, .english) == "minus four point five degrees")
    #expect(temperature(-4.5, .korean) == "영하사점오도")
    #expect(temperature(-0.01, .english) == "zero degrees")
    #expect(temperature(-0.01, .korean) == "영도")
    #expect(temperature(1, .english) == "one degree")
  }

  @Test func `of a time has twelve hours`() {
    func time(_ minute: Int, _ language: SpokenLanguage) -> String {
      spoken(language) { SpeechPart.minuteOfDay(minute).append(to: &$0, in: language) }
    }
    let times: [(Int, String, String)] = [
      (0, "twelve A M", "오전열두시"), (5, "twelve oh five A M", "오전열두시오분"), (185, "three oh five A M", "오전세시오분"),
      (719, "eleven fifty nine A M", "오전열한시오십구분"), (720, "twelve P M", "오후열두시"),
      (1330, "ten ten P M", "오후열시십분"), (1439, "eleven fifty nine P M", "오후열한시오십구분"), (1440, "twelve A M", "오전열두시"),
      (-1, "eleven fifty nine P M", "오후열한시오십구분"),
    ]
    for (minute, english, korean) in times {
      #expect(time(minute, .english) == english)
      #expect(time(minute, .korean) == korean)
    }
  }

  @Test func `has its unit, which a short form leaves out`() {
    func value(_ value: Double, _ unit: SpokenUnit, _ language: SpokenLanguage, isShort: Bool = false) -> String {
      spoken(language) { SpeechPart.value(value, unit).append(to: &$0, in: language, isShort: isShort) }
    }
    #expect(value(38, .beats, .english) == "thirty eight beats per minute")
    #expect(value(38, .beats, .korean) == "분당삼십팔회")
    #expect(value(38, .beats, .korean, isShort: true) == "삼십팔")
    #expect(value(2609.6, .partsPerMillion, .english) == "two thousand six hundred ten parts per million")
    #expect(value(2610, .partsPerMillion, .korean) == "이천육백십피피엠")
    #expect(value(12_500, .feet, .english) == "twelve thousand five hundred feet")
    #expect(value(12_500, .feet, .korean) == "만이천오백피트")
    #expect(value(3810, .metres, .korean) == "삼천팔백십미터")
    #expect(value(88, .percent, .english) == "eighty eight percent")
  }

  @Test func `of a time that has passed goes in steps, and is not said before 10 s`() {
    func since(_ seconds: Double, _ language: SpokenLanguage) -> String {
      spoken(language) { SpeechPart.since(.seconds(seconds)).append(to: &$0, in: language) }
    }
    #expect(since(9.9, .english) == "")
    #expect(since(-5, .korean) == "")
    #expect(since(23, .english) == "for twenty seconds")
    #expect(since(23, .korean) == "이십초째")
    #expect(since(60, .english) == "for one minute")
    #expect(since(60, .korean) == "일분째")
    #expect(since(3599, .english) == "for fifty nine minutes")
    #expect(since(3600, .english) == "for one hour")
    #expect(since(7300, .english) == "for two hours")
  }
}
