import Characters
import Readings

/// What a call speaks, as TwiML (twilio.com/docs/voice/twiml/say).
package struct SpokenText: Sendable {
  package let language: Language

  package init(_ language: Language) { self.language = language }

  package func say(_ text: String, times: Int = 1) -> String {
    let code = language == .korean ? "ko-KR" : "en-GB"
    return "<Say language=\"\(code)\" loop=\"\(times)\">\(XMLText.escaped(text))</Say>"
  }

  /// Speaks, and ends.
  package func whole(_ text: String, times: Int = 1) -> String { "<Response>\(say(text, times: times))</Response>" }

  /// Speaks until a key is pressed, which is sent to an address.
  package func untilKey(_ text: String, sentTo address: String) -> String {
    let words = "\(text). \(AnswerWords.press.text(language))"
    return """
      <Response><Gather numDigits="1" timeout="10" method="POST" action="\(XMLText.escaped(address))">\
      \(say(words, times: 3))</Gather></Response>
      """
  }
}
