/// What a person says of an incident besides *have it* (rule 24).
package enum CircleWord: String, Codable, Sendable, CaseIterable {
  case onMyWay = "on-my-way"
  case there
  /// It changes nothing but what the others know.
  case callMe = "call-me"

  package var isAnswer: Bool { self != .callMe }
}
