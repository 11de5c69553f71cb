import Readings
import SensorProtocols

/// What a device is taken for by all that it has said. One address may speak as several models: a strap advertises and
/// notifies, a home-made sensor sends its values one by one, and an advertisement only names what a connection reads.
package struct KnownModel: Sendable, Equatable {
  /// What it is taken for.
  package private(set) var model: SensorModel
  /// Whether it has measured what that model is owned for.
  private(set) var isProved: Bool

  /// What was known before.
  package init(_ model: SensorModel, isProved: Bool = false) {
    self.model = model
    self.isProved = isProved
  }

  /// It says something as a model.
  /// - Parameter isProved: whether it has measured what that model is owned for. Only that makes another one of what it was
  ///   taken for: what nobody has proved yet, or something less important.
  package mutating func take(_ other: SensorModel, isProved: Bool) {
    guard let otherKind = SensorKind(other) else { return }
    if model == other {
      self.isProved = self.isProved || isProved
    } else if let kind = SensorKind(model) {
      guard isProved, !self.isProved || otherKind.rank < kind.rank else { return }
      self = KnownModel(other, isProved: true)
    } else {
      self = KnownModel(other, isProved: isProved)
    }
  }
}
