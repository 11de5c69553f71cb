import Alarms

package struct LampReport: Codable, Sendable, Equatable {
  package let lamp: String
  package let pattern: String
  /// Flashes a second, if the lamp flashes.
  package var hertz: Double?
  /// The lit part of each period, 0 to 1, if the lamp flashes.
  package var duty: Double?

  package init(_ lamp: Lamp, _ pattern: LampPattern) {
    self.lamp = lamp.name
    self.pattern = pattern.name
    guard case .flash(let hertz, let duty) = pattern else { return }
    self.hertz = hertz
    self.duty = duty
  }
}
