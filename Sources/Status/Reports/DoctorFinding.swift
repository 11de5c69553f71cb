package struct DoctorFinding: Codable, Sendable, Equatable {
  package let part: String
  /// Whether the box can work with it.
  package let isGood: Bool
  /// The state and, if it is bad, what to do.
  package let sentence: String

  private enum CodingKeys: String, CodingKey {
    case part
    case isGood = "good"
    case sentence
  }

  package init(part: String, isGood: Bool, sentence: String) {
    (self.part, self.isGood, self.sentence) = (part, isGood, sentence)
  }

  package static func good(_ part: String, _ sentence: String) -> Self {
    Self(part: part, isGood: true, sentence: sentence)
  }

  package static func bad(_ part: String, _ sentence: String) -> Self {
    Self(part: part, isGood: false, sentence: sentence)
  }
}
