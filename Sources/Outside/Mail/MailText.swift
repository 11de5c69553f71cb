import Alarms
import Characters
import FoundationEssentials
import System

/// A message as mail (RFC 5322, RFC 2045 to 2047): one file with the text and the same as HTML. Its lines end with CR LF and have
/// at most 76 characters.
struct MailText {
  let from: String
  let to: [String]
  /// Seconds since 1970.
  let date: Int64

  func text(of message: OutsideMessage) -> String {
    let boundary = "=_\(message.id)"
    var lines = [
      "Date: \(MailDate.text(unixSeconds: date))",
      "From: Lapwing <\(from)>",
      "To: " + to.map { "<\($0)>" }.joined(separator: ",\r\n "),
      "Message-ID: \(reference(message.id))",
    ]
    // Mail programs show the messages of one alarm together.
    if let alarmID = message.alarmID, alarmID != message.id {
      lines += ["In-Reply-To: \(reference(alarmID))", "References: \(reference(alarmID))"]
    }
    lines.append("Subject: " + EncodedWord.header(message.title, after: "Subject: ".count))
    if message.priority == .high, message.rings { lines += ["Importance: high", "X-Priority: 1"] }
    lines += [
      // No absence notice is wanted (RFC 3834).
      "Auto-Submitted: auto-generated",
      "MIME-Version: 1.0",
      "Content-Type: multipart/alternative; boundary=\"\(boundary)\"",
      "",
      "--\(boundary)",
      "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: quoted-printable",
      "",
      QuotedPrintable.text(message.bodyWithLink),
      "--\(boundary)",
      "Content-Type: text/html; charset=utf-8",
      "Content-Transfer-Encoding: quoted-printable",
      "",
      QuotedPrintable.text(Self.html(of: message)),
      "--\(boundary)--",
      "",
    ]
    return lines.joined(separator: "\r\n")
  }

  private func reference(_ id: String) -> String {
    let domain = from.split(separator: "@").last.map(String.init) ?? "lapwing.invalid"
    return "<\(id)@\(domain)>"
  }

  static func html(of message: OutsideMessage) -> String {
    let colour =
      switch (message.wantsAnswer, message.priority) {
      case (true, .high): "#b00020"
      case (true, _): "#8a6100"
      case (false, _): "#1b5e20"
      }
    var paragraphs = message.body.split(whereSeparator: \.isNewline).map { "<p>\(XMLText.escaped($0))</p>" }
    if let link = message.link {
      paragraphs.append(
        "<p><a href=\"\(XMLText.escaped(link))\">\(XMLText.escaped(message.button ?? "Answer"))</a></p>")
    }
    return """
      <!DOCTYPE html>
      <html lang="\(message.language ?? "en")"><head><meta charset="utf-8"><title>\(XMLText.escaped(message.title))</title></head>
      <body style="font-family:sans-serif">
      <h1 style="font-size:1.3em;color:\(colour)">\(XMLText.escaped(message.title))</h1>
      \(paragraphs.joined(separator: "\n"))
      </body></html>
      """
  }

}

/// The date of a mail (RFC 5322, section 3.3), in UTC.
enum MailDate {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

  /// Such as `Thu, 26 Nov 2026 13:28:07 +0000`. 1 January 1970 was a Thursday.
  static func text(unixSeconds: Int64) -> String {
    let time = UnixTime(seconds: max(0, unixSeconds)), date = time.parts(in: .utc)
    let day = days[Int(time.seconds / 86_400 % 7)]
    return "\(day), \(date.day) \(date.monthName) \(date.year) \(time.clockText(in: .utc)) +0000"
  }
}

/// Text in lines of at most 76 characters of ASCII (RFC 2045, section 6.7).
enum QuotedPrintable {
  private static let longestLine = 76

  static func text(_ text: String) -> String {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line(String($0)) }
      .joined(separator: "\r\n")
  }

  private static func line(_ text: String) -> String {
    var lines: [String] = []
    var line = ""
    let bytes = Array(text.utf8)
    for (place, byte) in bytes.enumerated() {
      let isLast = place == bytes.count - 1
      // A blank at the end of a line is lost on the way.
      let isPlain = (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "=") || (byte == 0x20 && !isLast)
      let piece = isPlain ? String(Unicode.Scalar(byte)) : HexByte.text(byte, after: "=")
      if line.utf8.count + piece.utf8.count > longestLine - 1 {
        lines.append(line + "=")
        line = ""
      }
      line += piece
    }
    lines.append(line)
    return lines.joined(separator: "\r\n")
  }
}

/// Words of a header that are not ASCII (RFC 2047, encoding B).
enum EncodedWord {
  /// In bytes: 4/3 of them and the frame of 12 are at most 75.
  private static let longestPart = 42
  private static let longestLine = 76

  /// The value of a header, folded.
  /// - Parameter used: the characters that the line has already.
  static func header(_ text: String, after used: Int) -> String {
    let text = String(text.map { $0.isNewline ? " " : $0 })
    let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !text.contains("=?")
    if isPlain, used + text.utf8.count <= longestLine { return text }
    var words: [String] = []
    var part: [UInt8] = []
    for character in text {
      let bytes = Array(String(character).utf8)
      // A character is never cut in two.
      if part.count + bytes.count > longestPart, !part.isEmpty {
        words.append(word(part))
        part = []
      }
      part += bytes
    }
    words.append(word(part))
    return words.joined(separator: "\r\n ")
  }

  private static func word(_ bytes: [UInt8]) -> String { "=?UTF-8?B?\(Data(bytes).base64EncodedString())?=" }
}

enum HexByte {
  static func text(_ byte: UInt8, after mark: String) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return byte < 16 ? "\(mark)0\(digits)" : mark + digits
  }
}
