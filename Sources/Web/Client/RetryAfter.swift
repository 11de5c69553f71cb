import FoundationEssentials
import Readings

/// The header Retry-After: seconds, or a date (RFC 9110, section 10.2.3).
package enum RetryAfter {
  /// - Parameter date: the header Date of the same answer. A date is measured by the clock of the server, since that of the box may
  ///   be wrong.
  /// - Returns: seconds; `nil` for a text that is neither, or a date without the date of the answer.
  package static func seconds(_ text: String, date: String?) -> Int? {
    if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      return Int(text) ?? .max
    }
    guard let until = time(text), let now = date.flatMap(time) else { return nil }
    return Int(exactly: max(0, until.timeIntervalSince(now)).rounded(.up))
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// A date such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
  private static func time(_ text: String) -> Date? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let month = months.firstIndex(of: String(words[2])) else { return nil }
    let date = "\(words[3])-\((month + 1).digits(2))-\(words[1])T\(words[4])Z"
    return try? Date(date, strategy: .iso8601)
  }
}
