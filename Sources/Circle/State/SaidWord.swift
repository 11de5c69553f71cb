import Readings

/// What a person has answered in a round of an incident, and when.
package struct SaidWord: Codable, Sendable, Equatable {
  package let person: String
  /// `nil`: the person has it.
  package let word: CircleWord?
  package let at: Instant
}
