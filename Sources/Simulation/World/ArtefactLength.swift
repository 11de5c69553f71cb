/// How the length of an artefact of a strap is drawn.
package enum ArtefactLength: String, CaseIterable, Sendable {
  /// As often from 3 to 10 s as from 10 to 30 s. Own choice.
  case logUniform = "log-uniform"
  /// Evenly from 3 to 30 s. Own choice.
  case uniform
  /// As in 0.1.0: log-normal by `artefact-seconds` and `artefact-spread`.
  case legacy

  /// - Parameters:
  ///   - median: of the lengths of 0.1.0, s.
  ///   - spread: of their logarithm.
  func seconds(median: Double, spread: Double, _ random: inout WorldRandom) -> Double {
    switch self {
    case .logUniform: random.logUniform(3, 30)
    case .uniform: random.uniform(3, 30)
    case .legacy: random.logNormal(median: median, sigma: spread)
    }
  }
}
