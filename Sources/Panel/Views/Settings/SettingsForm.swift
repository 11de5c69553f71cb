import Characters
import Settings
import Web
import Words

/// The fields of the page of settings, and what comes of sending them.
enum SettingsForm {
  /// The keys of this page. Paths, lists and secrets are no fields of a form, and of the page itself only its name is one.
  static let keys: [ConfigurationKey] = Keys.all.filter { key in
    switch key.kind {
    case .bool, .number, .choice: !key.path.hasPrefix("panel.")
    default: key.path == Keys.boxName.path
    }
  }

  /// How the file writes that there is no value.
  static let none = "none"

  /// The name of the field with the value that the form had shown.
  static func shown(_ key: ConfigurationKey) -> String { "was:\(key.path)" }

  /// What was typed into a field, as the file writes a number.
  static func typed(_ key: ConfigurationKey, _ form: FormFields) -> String? {
    if case .shownName = key.kind { return form[key.path].map { $0.isEmpty ? none : $0 } }
    guard case .number = key.kind else { return form[key.path] }
    return form[key.path].map(DecimalComma.pointed)
  }

  static func value(of key: ConfigurationKey, in configuration: Configuration) -> String? {
    configuration.settings.first { $0.key.path == key.path }.map { "\($0.value)" }
  }

  enum Said: Sendable {
    case saved
    case note(HTML)
    /// All is in force, and the box adds something, such as what it does not watch now.
    case remarked(HTML)
    case fault(ConfigurationEditor.Fault)
    /// The box starts again, or says why it does not.
    case restarts
    case refused(Refusal)

    /// At the top of the page.
    func html(_ language: Language) -> HTML {
      func done(_ words: SettingsWords) -> HTML { "<p class=\"done\" role=\"status\">\(words.text(language))</p>" }
      func fault(_ sentence: HTML) -> HTML { "<p class=\"fault\" role=\"alert\">\(sentence)</p>" }
      return switch self {
      case .saved: done(.saved)
      case .remarked(let remark): "\(done(.saved))\(fault(remark))"
      case .note(let note): fault("\(SettingsWords.savedOnly.text(language)) \(note)")
      case .fault: fault("\(SettingsWords.notSaved.text(language))")
      case .restarts: done(.restarts)
      case .refused(let why): fault(why.html(language))
      }
    }
  }
}
