import Testing

@testable import Outside

/// A phone gets 160 letters of GSM's alphabet, or 70 of any other, in one part; 153 or 67 in each of several.
@Suite("The length of a text message") struct ShortMessageTests {
  private func text(_ body: String, link: String? = nil) -> String {
    var message = OutsideMessage(
      id: "m", alarmID: "m", kind: .began, priority: .medium, isTest: false, title: "T:", body: body, at: 0)
    (message.link, message.button) = (link, "확인")
    return ShortMessage.text(of: message)
  }

  @Test func `is two parts of 153 in English`() {
    #expect(text(String(repeating: "a", count: 302)).utf16.count == 306)
    #expect(text(String(repeating: "a", count: 304)).utf16.count == 306)
  }

  @Test func `counts brackets twice`() {
    #expect(text(String(repeating: "[", count: 200)).utf16.count == 4 + 151)
  }

  @Test(arguments: ["가", "°"]) func `is four parts of 67 with one letter that GSM lacks`(letter: String) {
    #expect(text(letter + String(repeating: "a", count: 300)).utf16.count == 268)
    #expect(text(String(repeating: letter, count: 300)).utf16.count == 268)
  }

  @Test func `counts a letter of two units twice, and cuts none in half`() {
    let cut = text(String(repeating: "😀", count: 300))
    #expect(cut.utf16.count == 268 && cut.unicodeScalars.allSatisfy { $0 != "\u{FFFD}" })
  }

  @Test func `counts a Korean text that is written in parts of letters as a phone does`() {
    // Three of them make one syllable.
    #expect(text(String(repeating: "\u{1112}\u{1161}\u{11AB}", count: 200)).utf16.count == 4 + 264)
  }

  @Test func `leaves room for the whole link`() {
    let link = "https://box.example.org:8437/answer?t=" + String(repeating: "x", count: 60)
    let cut = text(String(repeating: "가", count: 300), link: link)
    #expect(cut.utf16.count == 268 && cut.hasSuffix(" 확인: \(link)"))
  }
}
