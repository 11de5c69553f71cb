/// The random distribution of the length of a strap's artefacts.
package enum ArtefactLength: String, CaseIterable, Sendable {
  /// Log-uniform from 3 to 30 s: as often from 3 to 10 s as from 10 to 30 s. Own choice.
  case logUniform = "log-uniform"
  /// Uniform from 3 to 30 s. Own choice.
  case uniform
  /// As in 0.1.0: log-normal by `artefact-seconds` and `artefact-spread`.
  case legacy

  /// - Parameters:
  ///   - median: the median of the lengths in 0.1.0, s.
  ///   - spread: the standard deviation of their logarithm.
  func seconds(median: Double, spread: Double, _ random: inout WorldRandom) -> Double {
    switch self {
    case .logUniform: random.logUniform(3, 30)
    case .uniform: random.uniform(3, 30)
    case .legacy: random.logNormal(median: median, sigma: spread)
    }
  }
}
