/// What the box is used for. A profile is a set of defaults for the configuration, and selects the conditions that
/// are on and those that cannot be paused.
package enum BoxProfile: String, CaseIterable, Sendable {
  /// Air quality in a cabin or a room.
  case cabin
  /// Air, altitude and heart rate of a crew.
  case cockpit
  /// The heart rate of a person in bed, for caregivers.
  case bedside
}
