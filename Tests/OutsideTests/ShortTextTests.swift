import Readings
import Testing
import Words

@testable import Outside

/// What a text message and a call say of an alarm.
@Suite("Few words")
struct ShortTextTests {
  private static let place = EmergencyPlace(address: "Hauptstr. 5, 8001 Zürich", number: "144")

  private func message(_ wording: Wording, link: String? = nil, lines: Int = 1) -> OutsideMessage {
    let text = wording.text(
      "Heart rate low",
      Array(repeating: "Heart rate is too low: 38 BPM (minimum: 40 BPM), at 03:12.", count: lines)
        + ["To stop these messages, ask for `lapwing circle stop anna` at the box."],
      kept: wording.emergency, about: "Kim", isTest: false, at: 1_795_694_400_000)
    var message = OutsideMessage(
      id: "c-1", alarmID: "c-1", kind: .began, priority: .high, isTest: false, text, at: 1_795_694_400_000)
    message.link = link
    message.button = wording(AnswerWords.haveIt)
    return message
  }

  @Test func `begin with box and person, and never cut the emergency sentence, the address and the link`() {
    let link = "https://box.example.org:8437/answer?t=c-0123456789abcdef0123.t0abcd.0123456789abcdef0123456789abcdef"
    for lines in [1, 20] {
      let text = ShortMessage.text(
        of: message(Wording(boxName: "Grandma", namesPersons: true, place: Self.place), link: link, lines: lines))
      #expect(text.hasPrefix("Grandma, Kim, "), "\(text)")
      #expect(text.contains("call 144") && text.contains("Hauptstr. 5, 8001 Zürich"), "\(text)")
      #expect(text.hasSuffix("I have it: \(link)"), "\(text)")
    }
    let long = ShortMessage.text(of: message(Wording(boxName: "Grandma"), lines: 20))
    #expect(long.count == 306 && long.hasSuffix("call 112, 911 or your local number."), "\(long)")
  }

  @Test func `name no person where the configuration does not`() {
    #expect(!ShortMessage.text(of: message(Wording(boxName: "Grandma"))).contains("Kim"))
  }

  @Test func `are spoken in the language of the person, with the key that answers`() {
    var korean = message(
      Wording(.korean, boxName: "할머니 <집>", place: Self.place), link: "https://b.example/answer?t=c-1")
    korean.language = "ko"
    let spoken = VoiceCall.twiml(of: korean)
    #expect(spoken.contains("ko-KR") && spoken.contains("144") && spoken.contains("할머니 &lt;집&gt;"), "\(spoken)")
    #expect(spoken.contains(#"action="https://b.example/answer/call?t=c-1&amp;l=ko""#), "\(spoken)")
    #expect(!spoken.contains("`"), "\(spoken)")
    #expect(!VoiceCall.twiml(of: message(Wording())).contains("Gather"))
  }

  @Test func `carry the address only with a high alarm`() {
    let wording = Wording(place: Self.place)
    func text(_ term: AlarmTerm) -> String { wording.text(of: term, isTest: false, at: 0).body }
    let alarm = AlarmValue("co2-high", value: 3000, limit: 2500)
    #expect(text(.began(alarm, .high, advice: nil)).contains("Hauptstr. 5"))
    #expect(text(.unanswered(alarm, seconds: 60)).contains("Hauptstr. 5"))
    for term in [.began(alarm, .medium, advice: nil), .again(alarm), .paused(condition: "co2-high")] as [AlarmTerm] {
      #expect(!text(term).contains("Hauptstr. 5"))
    }
  }
}
