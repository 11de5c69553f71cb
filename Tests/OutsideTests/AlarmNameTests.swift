import Alarms
import Circle
import Foundation
import Settings
import TestSupport
import Testing
import Words

@testable import Outside

/// Every alarm by every way out, against a list that was written from docs/alarms.md.
@Suite("The name of an alarm outside")
struct AlarmNameTests {
  @Test(arguments: ConditionNames.ids)
  func `is the one of docs in each message, in the language of its reader`(id: String) throws {
    let names = try #require(ConditionNames.all[id])
    var news = AlarmNews(FollowedBox(), by: AlarmNews.Rule(lowest: .low))
    _ = try news.begin(OutsideScene.status(run: "r", transitions: 0), at: 0)
    guard !["elsewhere-high", "elsewhere-medium", "elsewhere-low", "elsewhere-box", "nobody-told"].contains(id) else {
      // The other box sends its alarms itself, and no message says that messages reach no person.
      #expect(try news.receive(OutsideScene.alarm(id, "on", sequence: 1), at: 0) == [])
      return
    }
    let began = try news.receive(OutsideScene.alarm(id, "on", sequence: 1), at: 0)
    let acknowledged = try news.receive(OutsideScene.alarm(id, "ack", sequence: 2), at: 0)
    let ended = try news.receive(OutsideScene.alarm(id, "off", sequence: 3), at: 0)
    #expect((began + acknowledged + ended).count == 3)
    for (language, name) in [(Language.english, names.en), (.korean, names.ko)] {
      for message in (began + acknowledged + ended).map({ $0.message(in: Wording(language)) }) {
        let title = message.title
        #expect(title.hasPrefix(name + ":") || title.hasSuffix(" " + name), "\(title)")
        #expect(MailText.html(of: message).contains("<title>\(title)</title>"))
        #expect(ShortMessage.text(of: message).hasPrefix("\(message.from ?? ""): \(title)"))
        #expect(VoiceCall.twiml(of: message).contains(title), "\(title) in a call")
      }
      #expect(began.first?.message(in: Wording(language)).body.contains(name) == true)
    }
  }

  @Test(arguments: ConditionNames.ids)
  func `is the one of docs in the care circle, in the language of each person`(id: String) throws {
    let names = try #require(ConditionNames.all[id])
    for (language, name) in [(MessageLanguage.english, names.en), (.korean, names.ko)] {
      let scene = try CircleScene(language: language), desk = try scene.willingDesk()
      try desk.receive(scene.box([(id: "r-1", condition: id, state: .open)]), [])
      scene.wait(30)
      _ = try desk.turn()
      let message = try #require(try scene.head("a")?.message)
      #expect(message.title == name || message.title.hasSuffix("! " + name), "\(message.title)")
      #expect(message.body.contains(name))
      #expect(message.body.contains(language == .korean ? "119" : "112, 911"))
      let summary = WeeklySummary(Wording(Language(language))).lines([CircleLine(at: 0, kind: "began", about: id)])
      #expect(summary.first?.contains("(\(name))") == true)
    }
  }

  @Test(arguments: [
    ("co2-low", 901.0, 800.0, "CO2 above the first limit: 901 ppm (above 800 ppm)", "CO2 1단계 초과: 901 ppm (800 ppm 초과)"),
    ("spo2-low-high", 84, 85, "Oxygen very low: 84 % (below 85 %)", "산소포화도 매우 낮음: 84 % (85 % 미만)"),
    ("temperature-low", 4.5, 10, "Too cold: 4.5 °C (below 10 °C)", "온도 낮음: 4.5 °C (10 °C 미만)"),
    ("co2-high", 2500, 2500, "CO2 high: 2500 ppm (limit: 2500 ppm)", "CO2 높음: 2500 ppm (한계: 2500 ppm)"),
    ("co-high", 120, 300, "Carbon monoxide high: 120 ppm (limit: 300 ppm)", "일산화탄소 높음: 120 ppm (한계: 300 ppm)"),
    (
      "heart-rate-low", 38, 40, "Heart rate is too low: 38 BPM (minimum: 40 BPM)", "심박수가 너무 낮음: 38 bpm (하한: 40 bpm)"
    ),
  ]) func `has its value, above or below its limit`(
    id: String, value: Double, limit: Double, english: String, korean: String
  ) {
    let alarm = AlarmValue(id, value: value, limit: limit)
    #expect(Wording(.english).sentence(alarm) == english)
    #expect(Wording(.korean).sentence(alarm) == korean)
  }

  @Test func `comes to each channel in its own language`() throws {
    let queue = try OutsideQueue(), rule = AlarmNews.Rule(languages: ["ko": .korean])
    var news = AlarmNews(FollowedBox(), by: rule)
    _ = try news.begin(OutsideScene.status(run: "r", transitions: 0), at: 0)
    let messages = try news.receive(OutsideScene.alarm("spo2-low-high", "on", sequence: 1), at: 0)
    try queue.record(news.box, messages, by: rule, for: ["en", "ko"], coolDown: .zero, at: 0)
    guard case .send(let english) = try queue.turn(of: "en", at: 0),
      case .send(let korean) = try queue.turn(of: "ko", at: 0)
    else {
      Issue.record("nothing waits")
      return
    }
    #expect(english.message.title == "Oxygen very low: high alarm" && english.message.button == nil)
    #expect(korean.message.title == "산소포화도 매우 낮음: 높은 경보" && korean.message.button == "확인")
    #expect(MailText.html(of: korean.message).contains("<html lang=\"ko\">"))
  }

  @Test func `has a Korean text for all that messages say`() throws {
    let terms: [AlarmTerm] = [
      .began(AlarmValue("co2-high", value: 2600, limit: 2500), .high, advice: nil),
      .unanswered(AlarmValue("co2-high"), seconds: 60), .again(AlarmValue("co2-high")),
      .acknowledged(condition: "co2-high"), .paused(condition: "co2-high"), .ended(condition: "co2-high", began: 0),
    ]
    for term in terms {
      let text = Wording(.korean).text(of: term, isTest: true, at: 0)
      for line in [text.title] + text.body.split(separator: "\n").dropLast().map(String.init) {
        #expect(line.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }, "\(line)")
      }
    }
  }
}
