import Alarms
import Engine
import Monitor

/// The values that a profile sets for keys that the file does not set.
package struct Presets: Sendable {
  private var values: [String: ConfigurationValue] = [:]

  fileprivate mutating func set<Value>(_ key: SettingKey<Value>?, to value: Value) {
    if let key { values[key.path] = value.stored }
  }

  fileprivate mutating func setHeartRate(_ low: Double, _ high: Double) {
    set(Keys.limit(of: ConditionTable.standard[.heartRateLow]), to: low)
    set(Keys.limit(of: ConditionTable.standard[.heartRateHigh]), to: high)
  }

  package subscript(key: ConfigurationKey) -> ConfigurationValue? { values[key.path] }
}

extension BoxProfile {
  package var presets: Presets {
    var presets = Presets()
    presets.set(Keys.latchSound, to: self == .bedside)
    presets.set(Keys.gradeAir, to: self != .bedside)
    // Published cabins have a mean of 1,250 to 1,400 ppm in cruise and up to 3,000 ppm while boarding, so co2-low stands on
    // through whole flights: its lamp says enough. In a cockpit and beside a bed a low alarm is news, once.
    presets.set(Keys.soundLow, to: self == .cabin ? .never : .once)
    if self == .cabin { presets.set(Keys.soundMedium, to: .every(.seconds(300))) }
    // No one flies in bed.
    presets.set(Keys.flightDetection, to: self == .bedside ? .off : .show)
    // Own choice: an hour, as the goal is per hour. A pilot has other work, and a sleeper sleeps.
    if self == .cabin { presets.set(Keys.remindDrinkAfter, to: 60) }
    switch self {
    // 14 CFR 25.1322: an alert is removed when its condition ends. A passenger asleep is at 52 bpm, and one who walks with
    // luggage at 118: neither is an emergency, and both made the cabin sound. So the limits are those of the cockpit. 60 to
    // 100 stays the range of the figures (MonitorSettings.figureLimits).
    case .cabin: presets.setHeartRate(40, 150)
    // The heart of a pilot beats fast without a problem. In the flights of eight private pilots in training the mean
    // was 106 to 120 bpm and the peaks were 114 to 174, mostly in short-field procedures and landings (FAA, Office of
    // Aviation Medicine, rosap.ntl.bts.gov/view/dot/20828). Anything longer than a peak stays below 150. 40 bpm is our
    // own choice: trained people rest near it.
    case .cockpit:
      presets.setHeartRate(40, 150)
    // A person who watches over a sleeper must find out about an alarm that came and went. A healthy heart goes below
    // 60 bpm all night: the slowest minute of a day is at 48 ± 7 bpm for healthy men and at 51 ± 7 for women of 50 to
    // 65 years (Persson et al., Heart 2024, 3,942 persons). So 45 still wakes some of them: set it for the person. 130
    // is the default of an intensive care unit whose alarms were studied, with 50 (Fidler et al., PLOS ONE 2017,
    // e0187855); monitors are shipped with 50 and 120 (Edan M3A, Contec CMS8000). A strap that does not prove its heart
    // rate by RR intervals shows artefacts of up to half a minute as any rate, so its alarms come later. Our own
    // choice, from the simulated world.
    case .bedside:
      presets.setHeartRate(45, 130)
      presets.set(Keys.bounds, to: Bounds(5, 10))
      presets.set(Keys.unproved, to: Bounds(15, 30))
      // Two quick presses are an attempt to silence, and must not end the watch.
      presets.set(Keys.doubleA, to: .nothing)
      presets.set(Keys.holdA, to: .standby)
      presets.set(Keys.longC, to: .help)
      // A person must know within 90 s: docs/messages.md, "The plan".
      presets.set(Keys.circleCountdown, to: 30)
    }
    for condition in ConditionTable.standard.all where !condition.profiles.contains(self) {
      presets.set(Keys.enabled(condition), to: false)
    }
    return presets
  }
}
