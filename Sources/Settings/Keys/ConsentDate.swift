import FoundationEssentials
import System

/// The day on which somebody has agreed to something.
enum ConsentDate {
  /// Whether a text is a day that exists, such as 2026-11-26.
  static func isValid(_ text: String) -> Bool {
    guard text.utf8.count == 10, let date = try? Date(text + "T00:00:00Z", strategy: .iso8601) else { return false }
    return UTCTime.text(unixSeconds: Int64(date.timeIntervalSince1970)).hasPrefix(text)
  }
}
