/// What the box is for. A profile is a set of presets over the keys of the configuration.
public enum Profile: String, CaseIterable, Sendable {
  /// A cabin air box.
  case cabin
  /// A cockpit alarm unit.
  case cockpit
  /// A bedside heart-rate alarm for caregivers.
  case bedside

  /// The keys that it presets.
  var presets: [String: ConfigurationValue] {
    switch self {
    // 14 CFR 25.1322: an alert is removed when its condition ends.
    case .cabin, .cockpit: ["alarms.latch-sound": .truth(false), "session.grade-air": .truth(true)]
    // Whoever watches over a sleeper must learn of an alarm that came and went.
    case .bedside: ["alarms.latch-sound": .truth(true), "session.grade-air": .truth(false)]
    }
  }
}
