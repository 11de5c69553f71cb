import Characters
import Foundation
import Testing
import Web
import Words

@testable import Outside

@Suite("Words of others")
struct PlainWordsTests {
  @Test(arguments: [
    ("a\r\nb", "a  b"), ("\u{1B}[2Jgone", " [2Jgone"), ("a\u{0}\u{7F}\u{9B}b", "a   b"), ("a\u{2028}b\u{85}c", "a b c"),
    ("\u{202E}evil\u{2066}", " evil "), ("Zürich – 👩‍👦", "Zürich – 👩‍👦"),
  ]) func `show nothing else than they say`(words: String, expected: String) {
    #expect(words.plainWords == expected)
  }

  @Test func `reach neither status nor bodies as they are`() {
    let evil = "a\u{1B}[31mb"
    #expect(DeliveryFault.temporary(evil).sentence == "a [31mb")
    #expect(DeliveryFault.permanent(evil).sentence == "a [31mb")
    let text = Wording(boxName: evil, namesPersons: true).text(
      evil, ["Person: \(evil)\nx"], isTest: false, at: 0)
    #expect(text.title == "a [31mb")
    #expect(text.body.hasPrefix("Person: a [31mb x\na [31mb, "))
    #expect(OutsideMessage.Facts(condition: "c", presence: "on", isTechnical: false, person: evil).person == "a [31mb")
  }
}
