import Alarms
import Foundation
import Testing
import Web

@testable import Outside

@Suite("A mail")
struct MailTextTests {
  private func mail(title: String = "Heart Rate Alert!", body: String = "38 BPM") -> String {
    let message = OutsideMessage(
      id: "r-2", alarmID: "r-1", kind: .began, priority: .high, isTest: false, title: title, body: body, at: 0)
    return MailText(from: "box@example.org", to: ["a@example.org", "b@example.org"], date: 0).text(of: message)
  }

  @Test func `has lines of ASCII that end with CR LF and are short`() {
    let text = mail(title: String(repeating: "심박수 경고 ", count: 20), body: String(repeating: "심박수 ", count: 60))
    let lines = text.components(separatedBy: "\r\n")
    #expect(lines.allSatisfy { $0.utf8.count <= 78 })
    #expect(text.utf8.allSatisfy { $0 < 128 })
    #expect(!text.replacingOccurrences(of: "\r\n", with: "").contains { $0 == "\r" || $0 == "\n" })
  }

  @Test func `cannot be given another header by a text`() {
    let text = mail(title: "a\r\nBcc: evil@example.org", body: "b\r\n.\r\nQUIT")
    let headers = text.components(separatedBy: "\r\n\r\n")[0]
    #expect(!headers.components(separatedBy: "\r\n").contains { $0.hasPrefix("Bcc") })
  }

  @Test func `belongs to the mail with which its alarm began`() {
    #expect(mail().contains("\r\nMessage-ID: <r-2@example.org>\r\n"))
    #expect(mail().contains("\r\nReferences: <r-1@example.org>\r\n"))
  }

  /// Examples of RFC 2045, section 6.7, and of Python's quopri module.
  @Test(arguments: [
    ("a=b", "a=3Db"), ("ü", "=C3=BC"), ("end ", "end=20"), ("a\tb", "a=09b"), ("", ""),
    (String(repeating: "x", count: 80), String(repeating: "x", count: 75) + "=\r\nxxxxx"),
  ]) func `has its text in quoted-printable`(text: String, expected: String) {
    #expect(QuotedPrintable.text(text) == expected)
  }

  /// The second is from RFC 2047, section 8, in UTF-8.
  @Test(arguments: [
    ("plain", "plain"), ("Patrik Fältström", "=?UTF-8?B?UGF0cmlrIEbDpGx0c3Ryw7Zt?="), ("=?x", "=?UTF-8?B?PT94?="),
  ]) func `has other letters in encoded words`(text: String, expected: String) {
    #expect(EncodedWord.header(text, after: 9) == expected)
  }

  /// Compared with `date -u -R -d @N`.
  @Test(arguments: [
    (0, "Thu, 1 Jan 1970 00:00:00 +0000"), (1_709_208_000, "Thu, 29 Feb 2024 12:00:00 +0000"),
    (1_795_699_687, "Thu, 26 Nov 2026 13:28:07 +0000"), (951_868_799, "Tue, 29 Feb 2000 23:59:59 +0000"),
  ]) func `has its date as RFC 5322 writes it`(seconds: Int64, text: String) {
    #expect(MailDate.text(unixSeconds: seconds) == text)
  }

  @Test func `shows a text as text in HTML`() {
    let message = OutsideScene.message("x")
    #expect(MailText.html(of: message).contains("<p>body</p>"))
    #expect(mail(body: "<script>&\"").contains("&lt;script&gt;&amp;&quot;"))
  }
}
