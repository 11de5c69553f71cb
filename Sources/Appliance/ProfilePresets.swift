import Alarms

extension Profile {
  /// The keys that it presets.
  var presets: [String: ConfigurationValue] {
    var presets = ownPresets
    for condition in ConditionTable.standard.all where !condition.profiles.contains(self) {
      presets[ConfigurationKey.enabledPath(condition.id)] = .truth(false)
    }
    return presets
  }

  private var ownPresets: [String: ConfigurationValue] {
    switch self {
    // 14 CFR 25.1322: an alert is removed when its condition ends.
    case .cabin, .cockpit: ["alarms.latch-sound": .truth(false), "session.grade-air": .truth(true)]
    // Whoever watches over a sleeper must learn of an alarm that came and went.
    case .bedside: ["alarms.latch-sound": .truth(true), "session.grade-air": .truth(false)]
    }
  }
}
