/// What the box is for. A profile is a set of presets over the keys of the configuration, and chooses the rules that
/// make sense at all.
package enum BoxProfile: String, CaseIterable, Sendable {
  /// A cabin air box.
  case cabin
  /// A cockpit alarm unit.
  case cockpit
  /// A bedside heart-rate alarm for caregivers.
  case bedside
}
