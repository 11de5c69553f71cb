import Readings
import Web
import Words

/// How old a value is. The script of the page counts on from the time of the box, so that an age grows also when
/// nothing comes any more; without the script it is written in words.
enum Ages: Sendable {
  case inWords
  /// The element has the time of the value alone, so that it stays the same until there is a new value.
  case byScript

  /// - Parameters:
  ///   - seconds: the age.
  ///   - now: the time of the box, s.
  func html(of seconds: Double, at now: Double, in language: Language) -> HTML {
    let measured = (now - seconds).rounded()
    let words: HTML = self == .inWords ? "\(Self.words(seconds).text(language))" : .nothing
    return "<span class=\"age\" data-at=\"\(Self.text(measured))\">\(words)</span>"
  }

  static func words(_ seconds: Double) -> SharedWords {
    let whole = Int64(min(max(seconds, 0), 1e9))
    if whole < 120 { return .seconds("\(whole)") }
    return whole < 7200 ? .minutes("\(whole / 60)") : .hours("\(whole / 3600)")
  }

  /// A time of the box for the script.
  static func text(_ seconds: Double) -> String { "\(Int64(min(max(seconds, -1e12), 1e12)))" }
}
