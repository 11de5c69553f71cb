import Alarms
import Flight
import Monitor
import Readings
import Settings
import Web
import Words

extension NoticeWords {
  /// A line each. In another language each sentence of the box follows its own: it has the names and numbers.
  static func html(_ notices: [NoticeWords], in language: Language) -> HTML {
    let pieces = notices.enumerated().map { place, notice in
      let sentence = HTML.sentence(
        notice.text(.english), korean: notice.text(.korean), in: language)
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
    return PassengerSentence(rawValue: sentence).map {
      "\(AdviceWords.passenger($0).text(.korean))"
    } ?? .english(sentence)
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
