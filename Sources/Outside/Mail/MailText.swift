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
