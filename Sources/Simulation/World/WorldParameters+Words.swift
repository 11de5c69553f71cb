/// The parameters whose values are words.
extension WorldParameters {
  /// The scenario key of the parameter that is not a number.
  package static let artefactLengthName = "artefact-length"

  /// Sets a parameter that is a word by its name.
  /// - Returns: `nil` if it was set, otherwise a message that says what is wrong.
  package mutating func set(_ name: String, to word: String) -> String? {
    guard name == Self.artefactLengthName else {
      return Self.entries.contains { $0.name == name }
        ? "\(name) must be a number" : "there is no parameter \(name); lapwing simulate --parameters lists them"
    }
    guard let length = ArtefactLength(rawValue: word) else {
      return "\(name) must be one of \(ArtefactLength.allCases.map(\.rawValue).joined(separator: ", "))"
    }
    artefactLength = length
    return nil
  }
}
