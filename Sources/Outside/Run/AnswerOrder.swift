import Control
import Readings

/// Carries the answer of a person to the box.
struct AnswerOrder: Sendable {
  let queue: OutsideQueue
  let socket: String
  let channel: String

  /// Acknowledges the alarm of a message, if this is its first answer and the alarm has not ended.
  /// - Returns: what happened, for the journal.
  func carry(answerTo id: String) -> String {
    do throws(LapwingError) {
      guard try queue.markConfirmed(id, by: channel, at: Clock.now) else { return "\(id) was answered before" }
      guard let message = try queue.message(id), let alarmID = message.alarmID, let facts = message.facts else {
        return "an answer to an unknown message"
      }
      guard try queue.isOpen(alarmID) else { return "\(id) is acknowledged, but its alarm has ended" }
      var client = try ControlClient(path: socket)
      _ = try client.order(ControlRequest(.ack, name: facts.condition))
      return "\(id) is acknowledged"
    } catch {
      return "\(id) is acknowledged, but \(error.message)"
    }
  }
}
