import Alarms
import Words

/// A message about an alarm, before it has words: each channel gets it in the language of its readers.
package struct AlarmMessage: Sendable, Equatable {
  package let id: String
  package let alarmID: String
  package let kind: OutsideMessage.Kind
  package let priority: Priority
  package let isTest: Bool
  package let term: AlarmTerm
  package let facts: OutsideMessage.Facts
  /// When it happened, ms since 1970.
  package let at: Int64

  package func message(in wording: Wording) -> OutsideMessage {
    let text = wording.text(of: term, isTest: isTest, at: at)
    var message = OutsideMessage(
      id: id, alarmID: alarmID, kind: kind, priority: priority, isTest: isTest, text, at: at)
    message.facts = facts
    if wording.language != .english {
      message.language = wording.language.rawValue
      message.button = wording(NowWords.acknowledge)
    }
    return message
  }
}
