import Control
import Readings
import Settings
import Web
import Words

/// Something that the box or the panel has refused, as a page says it.
struct Refusal: Sendable {
  let code: String
  /// Of the box, in English.
  let sentence: String
  /// The same by the names of the page; `nil` for what is not about a value of its fields.
  private var words: SettingRefusalWords?

  init(_ error: any Error) {
    let known = error as? LapwingError ?? (error as? ConfigurationEditor.Fault)?.error
    (code, sentence) = (known?.code ?? "", known?.message ?? "\(error)")
  }

  init(_ refusal: Control.Refusal) { (code, sentence) = (refusal.code, refusal.message) }

  init(code: String?, sentence: String) { (self.code, self.sentence) = (code ?? "", sentence) }

  /// - Parameter form: what was typed.
  init(_ fault: ConfigurationEditor.Fault, in form: FormFields) {
    self.init(fault.error)
    guard let key = Keys.all.first(where: { $0.path == fault.key }) else { return }
    words = SettingRefusalWords(code: code, key, typed: form[key.path] ?? "")
  }

  /// In another language the sentence of the box follows: it has the names and numbers.
  func html(_ language: Language) -> HTML {
    if let words { return "\(words.text(language))" }
    return .sentence(sentence, korean: RefusalWords(code: code).korean, in: language)
  }

  /// The same without marks, for a script.
  func text(_ language: Language) -> String {
    switch language {
    case .english: sentence
    case .korean: "\(RefusalWords(code: code).korean) \(sentence)"
    }
  }
}
