import Readings

/// Durations in words: `1h 05m`, `5m 03s`, `42s`; from two days on `3d 04h`.
package enum DurationText {
  package static func text(milliseconds: Int64) -> String {
    let seconds = max(0, milliseconds) / 1000
    switch seconds {
    case ..<60: return "\(seconds)s"
    case ..<3600: return "\(seconds / 60)m \((seconds % 60).digits(2))s"
    case ..<172_800: return "\(seconds / 3600)h \((seconds / 60 % 60).digits(2))m"
    default: return "\(seconds / 86_400)d \((seconds / 3600 % 24).digits(2))h"
    }
  }

  /// A share as a percentage. Only what is whole is written as 0 % or 100 %.
  package static func percent(_ share: Double) -> String {
    guard share.isFinite else { return "-" }
    let percent = min(max(share, 0), 1) * 100
    if percent > 0, percent < 1 { return "below 1 %" }
    if percent < 100, percent > 99 { return "above 99 %" }
    return "\(FixedNumber.text(percent, places: 0) ?? "-") %"
  }
}
