/// The parameters that are words.
extension WorldParameters {
  /// The name in a scenario of what is no number.
  package static let artefactLengthName = "artefact-length"

  /// Sets a parameter that is a word by its name.
  /// - Returns: `nil` where it is set, else one sentence that says what is wrong.
  package mutating func set(_ name: String, to word: String) -> String? {
    guard name == Self.artefactLengthName else {
      return Self.entries.contains { $0.name == name }
        ? "\(name) must be a number" : "no parameter is named \(name); lapwing simulate --parameters lists them"
    }
    guard let length = ArtefactLength(rawValue: word) else {
      return "\(name) must be one of \(ArtefactLength.allCases.map(\.rawValue).joined(separator: ", "))"
    }
    artefactLength = length
    return nil
  }
}
