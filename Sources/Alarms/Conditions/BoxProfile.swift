/// What a box is for. It decides which conditions are on.
package enum BoxProfile: String, CaseIterable, Sendable {
  /// Air quality in a cabin or a room.
  case cabin
  /// Air, altitude and heart rate of a crew.
  case cockpit
  /// The heart rate of a person in bed, for caregivers.
  case bedside
}
