package enum Language: String, Sendable, CaseIterable {
  case english = "en"
  case korean = "ko"

  /// Its name in itself.
  package var name: String {
    switch self {
    case .english: "English"
    case .korean: "한국어"
    }
  }

  /// The language that a person wants: the one chosen on the page, or the first of the browser that there is.
  /// - Parameters:
  ///   - chosen: the cookie.
  ///   - accepted: `Accept-Language`.
  package init(chosen: String?, accepted: String?) {
    if let chosen, let language = Language(rawValue: chosen) {
      self = language
      return
    }
    let wanted = (accepted ?? "").split(separator: ",").prefix(20).compactMap { part -> (Language, Double)? in
      let fields = part.split(separator: ";")
      guard let first = fields.first, let language = Language(rawValue: first.trimmed.prefix(2).lowercased())
      else { return nil }
      let weight = fields.dropFirst().first.flatMap { Double($0.trimmed.dropFirst(2)) } ?? 1
      return (language, weight)
    }
    let best = wanted.map(\.1).max() ?? 0
    self = wanted.first { $0.1 == best && best > 0 }?.0 ?? .english
  }
}

extension Substring {
  fileprivate var trimmed: Substring { drop { $0 == " " }.prefix { $0 != " " } }
}

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
