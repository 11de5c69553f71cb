import Web

/// A service that takes messages to people.
package protocol Sender: Sendable {
  /// Hands a message over and waits until the service has taken it.
  /// - Returns: the receipt by which the service tells later who has confirmed it; `nil` for none.
  func send(_ message: OutsideMessage) async throws(DeliveryFault) -> String?
}

/// A service that brings answers back. Nothing from outside reaches the box by itself: answers are asked for.
package protocol AnswerSource: Sendable {
  /// Asks until its task is cancelled.
  func listen(_ answers: Answers) async
}
