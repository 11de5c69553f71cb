/// How the length of an artefact of a strap is drawn.
package enum ArtefactLength: String, CaseIterable, Sendable {
  /// As often from 3 to 10 s as from 10 to 30 s. Own choice.
  case logUniform = "log-uniform"
  /// Evenly from 3 to 30 s. Own choice.
  case uniform
  /// As in 0.1.0: log-normal by `artefact-seconds` and `artefact-spread`.
  case legacy

  func seconds(_ parameters: WorldParameters, _ random: inout WorldRandom) -> Double {
    switch self {
    case .logUniform: random.logUniform(3, 30)
    case .uniform: random.uniform(3, 30)
    case .legacy: random.logNormal(median: parameters.artefactSeconds, sigma: parameters.artefactSpread)
    }
  }
}

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
