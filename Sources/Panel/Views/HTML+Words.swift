import Alarms
import Monitor
import Settings
import Web
import Words

extension NoteWords {
  /// All lines. In another language each sentence of the box follows its own: it has the names and numbers.
  static func html(_ note: String, in language: Language) -> HTML {
    let lines = note.split(separator: "\n").map(String.init)
    let pieces = lines.enumerated().map { place, line in
      let sentence = HTML.sentence(line, korean: NoteWords(line).korean, in: language)
      return place == 0 ? sentence : "<br>\(sentence)"
    }
    return HTML(pieces)
  }
}

extension AdviceWords {
  static func html(on condition: ConditionID, in language: Language) -> HTML {
    "\(AdviceWords.condition(condition).text(language))"
  }

  /// A sentence for passengers, in the language of the page. One that is not known stays as the box says it.
  static func html(of sentence: String, in language: Language) -> HTML {
    guard language == .korean else { return "\(sentence)" }
    return passengers[sentence].map { "\($0)" } ?? .english(sentence)
  }
}

extension SensorAdviceWords {
  static func html(_ sentence: String, in language: Language) -> HTML {
    guard language == .korean else { return "\(sentence)" }
    return korean[sentence].map { "\($0)" } ?? .english(sentence)
  }
}

extension PersonsWords {
  /// The options of a choice of a kind; the first one says nothing.
  static func kindOptions(_ chosen: String, in language: Language) -> HTML {
    let options = PersonKind.Word.allCases.html { word in
      let selected: HTML = word.rawValue == chosen ? " selected" : .nothing
      return "<option value=\"\(word.rawValue)\"\(selected)>\(PersonsWords.kind(word).text(language))</option>"
    }
    return "<option value=\"\">\(PersonsWords.notSaid.text(language))</option>\(options)"
  }
}
