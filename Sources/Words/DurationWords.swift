import Documents
import Readings

/// How long something lasted, in the two largest units that fit.
package enum DurationWords: LocalizedText {
  case milliseconds(Int64)

  package var both: (en: String, ko: String) {
    switch self {
    case .milliseconds(let length): (DurationText.text(milliseconds: length), Self.korean(length))
    }
  }

  /// With the same steps as in English: hours and minutes up to two days.
  private static func korean(_ milliseconds: Int64) -> String {
    let seconds = max(0, milliseconds) / 1000
    return switch seconds {
    case ..<60: "\(seconds)초"
    case ..<3600: "\(seconds / 60)분 \(seconds % 60)초"
    case ..<172_800: "\(seconds / 3600)시간 \(seconds / 60 % 60)분"
    default: "\(seconds / 86_400)일 \(seconds / 3600 % 24)시간"
    }
  }
}
