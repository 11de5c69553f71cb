import Web

package protocol Sender: Sendable {
  /// Hands a message over and waits until the service has taken it.
  /// - Returns: the receipt by which the service reports later who has confirmed it; `nil` without one.
  func send(_ message: OutsideMessage) async throws(DeliveryFault) -> String?

  /// Asks the service, without a message to a person, whether it would accept one: address, certificate and secrets.
  /// - Returns: `false` if the service has no such question.
  func prove() async throws(DeliveryFault) -> Bool
}

extension Sender {
  func prove() async throws(DeliveryFault) -> Bool { false }
}

extension HTTPAnswer {
  /// Whether the service knows the question; nothing follows from the answer of one that does not.
  /// - Parameter what: what the service would refuse.
  func isAnswer(of host: String, refusing what: String) throws(DeliveryFault) -> Bool {
    if [404, 405, 501].contains(status) { return false }
    try check(host: host, refusing: what)
    return true
  }
}

/// A service that brings answers back. Nothing from outside reaches the box by itself: answers are asked for.
package protocol AnswerSource: Sendable {
  /// Asks until its task is cancelled.
  func listen(_ answers: Answers) async
}
