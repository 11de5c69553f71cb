import Control
import Readings
import Web
import Words

extension Refusal {
  /// As a page says it. In another language the sentence of the box follows: it has the names and numbers.
  func html(_ language: Language) -> HTML {
    .sentence(message, korean: ErrorWords(code).both.ko, in: language)
  }

  /// The same without marks, for a script.
  func text(_ language: Language) -> String {
    switch language {
    case .english: message
    case .korean: "\(ErrorWords(code).both.ko) \(message)"
    }
  }
}
