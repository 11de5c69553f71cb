import Readings

/// The model of a device by all its messages. One address may send messages of several models: a strap advertises and
/// notifies, a home-made sensor sends its values one by one, and an advertisement may only name what a connection
/// reads.
package struct KnownModel: Sendable, Equatable {
  package private(set) var model: SensorModel
  /// Whether the device has measured the main quantity of that model.
  private(set) var isProved: Bool

  package init(_ model: SensorModel, isProved: Bool = false) {
    self.model = model
    self.isProved = isProved
  }

  /// Records the model of one message.
  /// - Parameter isProved: whether the device has measured the main quantity of that model. Only then does it replace a
  ///   model that is not proved or is less important.
  package mutating func record(_ other: SensorModel, isProved: Bool) {
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
