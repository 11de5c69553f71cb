import Readings

/// A text of the page. Each page has an enum of its own, whose cases have both languages in one switch: a text that lacks
/// one does not compile.
package protocol LocalizedText: Sendable {
  /// English and Korean.
  var both: (en: String, ko: String) { get }
}

extension LocalizedText {
  package func text(_ language: Language) -> String {
    switch language {
    case .english: both.en
    case .korean: both.ko
    }
  }
}
