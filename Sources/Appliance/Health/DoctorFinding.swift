/// The state of one part of the box, as ``Doctor`` found it.
package struct DoctorFinding: Sendable, Equatable {
  package let part: String
  /// Whether the box can work with it.
  package let isGood: Bool
  /// The state and, if it is bad, what to do.
  package let sentence: String

  package init(part: String, isGood: Bool, sentence: String) {
    (self.part, self.isGood, self.sentence) = (part, isGood, sentence)
  }
}
