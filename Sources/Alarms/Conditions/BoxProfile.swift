/// What the box is used for. A profile is a set of defaults for the configuration, and selects the conditions that
/// are on and those that cannot be paused.
package enum BoxProfile: String, CaseIterable, Sendable {
  /// A cabin air box.
  case cabin
  /// A cockpit alarm unit.
  case cockpit
  /// A bedside heart-rate alarm for caregivers.
  case bedside
}
