/// Every number of the simulated world, each with its source. A scenario may set others by their names.
///
/// "Own choice" marks what nobody has published or what was not looked up; "recalled" what was not read again. They are chosen to be hard rather than to
/// flatter: more faults than a box meets, and artefacts as long as they are described.
public struct WorldParameters: Sendable, Equatable {
  // The patient
  var restingBeatsPerMinute = 72.0
  var restingSpread = 8.0
  var sinusArrhythmia = 2.5
  var wander = 3.0
  var exercisePerDay = 1.5
  var exerciseMinutes = 20.0
  var tachycardiaPerDay = 1.5
  var tachycardiaMinutes = 8.0
  var irregularShare = 0.5
  var bradycardiaPerDay = 1.5
  var bradycardiaMinutes = 2.0
  var shortRunsPerDay = 3.0
  // The strap
  var artefactsPerDay = 120.0
  var artefactSeconds = 3.0
  var artefactSpread = 0.8
  var doubleCountShare = 0.15
  var strapSmoothing = 2.0
  var strapDropoutsPerDay = 30.0
  var strapDropoutSeconds = 3.0
  var strapOffPerDay = 1.0
  var strapChargerPerDay = 0.5
  var strapFreezesPerDay = 0.3
  // The cabin
  var volumeCubicMetres = 6.0
  var occupants = 4.0
  var exhaledLitresPerSecond = 0.0052
  var freshAirLitresPerSecond = 6.0
  var ventilationChangesPerDay = 24.0
  var ventilationSpread = 0.9
  var outdoorPartsPerMillion = 425.0
  var cruiseCabinFeet = 8_500.0
  var cruiseSpread = 3_000.0
  var climbFeetPerMinute = 700.0
  var flightsPerDay = 4.0
  // The CO2 sensor
  var airIntervalSeconds = 60.0
  var airAdvertisementSeconds = 5.0
  var airNoisePartsPerMillion = 12.0
  var airGainSpread = 0.01
  var breathsOnSensorPerDay = 3.0
  var airDropoutsPerDay = 2.0
  var airDropoutMinutes = 3.0
  // The box and its people
  var adapterGonePerDay = 0.5
  var diskFullPerDay = 0.3
  var sounderFailedPerDay = 0.2
  var restartsPerDay = 0.5
  var answers = 0.7
  var answerSeconds = 45.0

  /// The world without a scenario.
  public init() {}

  /// One number: its name in a scenario, its unit, where it comes from, and its place.
  public struct Entry: Sendable {
    /// The name in a scenario.
    public let name: String
    /// The unit.
    public let unit: String
    /// Where the number comes from.
    public let source: String
    let place: any (WritableKeyPath<WorldParameters, Double> & Sendable)
    /// What makes sense.
    public let range: ClosedRange<Double>
  }

  /// The value of an entry.
  public func value(of entry: Entry) -> Double { self[keyPath: entry.place] }

  /// Sets a number by its name.
  /// - Returns: `nil` where it is set, else one sentence that says what is wrong.
  public mutating func set(_ name: String, to value: Double) -> String? {
    guard let entry = Self.entries.first(where: { $0.name == name }) else {
      return "no parameter is named \(name); lapwing simulate --parameters lists them"
    }
    guard entry.range.contains(value) else {
      return "\(name) must be from \(entry.range.lowerBound) to \(entry.range.upperBound) \(entry.unit)"
    }
    self[keyPath: entry.place] = value
    return nil
  }

  /// All of them.
  public static let entries: [Entry] = [
    entry(
      "resting-bpm", "bpm", 30...150, \.restingBeatsPerMinute,
      "Ostchega et al. 2011 (NHANES): adults' mean resting pulse about 72 (recalled)"),
    entry(
      "resting-spread-bpm", "bpm", 0...30, \.restingSpread, "the same: deviation between adults 8 to 12 (recalled)"),
    entry(
      "sinus-arrhythmia-bpm", "bpm", 0...20, \.sinusArrhythmia, "breathing changes the rate by a few beats; own choice"),
    entry("wander-bpm", "bpm", 0...20, \.wander, "slow variation at rest over minutes; own choice"),
    entry("exercise-per-day", "1/d", 0...100, \.exercisePerDay, "own choice"),
    entry("exercise-minutes", "min", 1...300, \.exerciseMinutes, "own choice"),
    entry(
      "tachycardia-per-day", "1/d", 0...200, \.tachycardiaPerDay,
      "own choice: more than most patients have, so that misses are found"),
    entry(
      "tachycardia-minutes", "min", 0.1...600, \.tachycardiaMinutes, "own choice: seconds to hours, median minutes"),
    entry(
      "irregular-share", "", 0...1, \.irregularShare, "own choice: atrial fibrillation beside regular tachycardias"),
    entry("bradycardia-per-day", "1/d", 0...200, \.bradycardiaPerDay, "own choice, as tachycardia"),
    entry("bradycardia-minutes", "min", 0.1...600, \.bradycardiaMinutes, "own choice"),
    entry(
      "short-runs-per-day", "1/d", 0...500, \.shortRunsPerDay,
      "non-sustained tachycardia lasts under 30 s by definition; number own choice"),
    entry(
      "artefacts-per-day", "1/d", 0...5_000, \.artefactsPerDay,
      "Gilgen-Ammann et al. 2019: a chest strap misses 0.4 % of beats overall, so about 17 an hour, in groups of 3 to 4: 5 groups an hour (recalled)"
    ),
    entry("artefact-seconds", "s", 0.5...60, \.artefactSeconds, "own choice: groups of 1 to 8 s, median 3 s"),
    entry(
      "artefact-spread", "", 0...2, \.artefactSpread,
      "own choice: a quarter last longer than 5 s, one in fifteen longer than 10 s"),
    entry(
      "double-count-share", "", 0...1, \.doubleCountShare,
      "own choice: the T wave counted as a beat, which gives steady rhythms"),
    entry("strap-smoothing-seconds", "s", 0...20, \.strapSmoothing, "straps tell a mean over a few beats; own choice"),
    entry(
      "strap-dropouts-per-day", "1/d", 0...5_000, \.strapDropoutsPerDay, "a body between strap and box; own choice"),
    entry(
      "strap-dropout-seconds", "s", 0.5...600, \.strapDropoutSeconds,
      "own choice: median; one in fourteen lasts over 13 s"),
    entry("strap-off-per-day", "1/d", 0...200, \.strapOffPerDay, "own choice"),
    entry("strap-charger-per-day", "1/d", 0...200, \.strapChargerPerDay, "own choice: the strap falls silent"),
    entry("strap-freezes-per-day", "1/d", 0...200, \.strapFreezesPerDay, "own choice: one value again and again"),
    entry("volume-m3", "m³", 1...1_000, \.volumeCubicMetres, "a light twin's cabin: about 6 m³; own choice"),
    entry("occupants", "", 0...400, \.occupants, "own choice"),
    entry(
      "exhaled-litres-per-second", "L/s each", 0...0.1, \.exhaledLitresPerSecond,
      "ASHRAE 62.1: 0.0052 L/s of CO2 from a seated adult (recalled)"),
    entry(
      "fresh-air-litres-per-second", "L/s", 0.01...1_000, \.freshAirLitresPerSecond,
      "14 CFR 25.831: 0.55 lb a minute each is 3.5 L/s; a vent left shut in a light aircraft gives far less: own choice, all together"
    ),
    entry(
      "ventilation-changes-per-day", "1/d", 0...5_000, \.ventilationChangesPerDay,
      "vents, doors and heating; own choice"),
    entry("ventilation-spread", "", 0...3, \.ventilationSpread, "own choice"),
    entry("outdoor-ppm", "ppm", 300...1_000, \.outdoorPartsPerMillion, "NOAA Mauna Loa, 2024: 424 ppm (recalled)"),
    entry("cruise-cabin-feet", "ft", 0...25_000, \.cruiseCabinFeet, "unpressurized aircraft; own choice"),
    entry("cruise-spread-feet", "ft", 0...10_000, \.cruiseSpread, "own choice"),
    entry("climb-feet-per-minute", "ft/min", 50...6_000, \.climbFeetPerMinute, "own choice"),
    entry("flights-per-day", "1/d", 0...24, \.flightsPerDay, "own choice; each two hours at most"),
    entry("air-interval-seconds", "s", 60...600, \.airIntervalSeconds, "Aranet4: 60, 120, 300 or 600 s"),
    entry(
      "air-advertisement-seconds", "s", 1...60, \.airAdvertisementSeconds, "how often a scan hears one; own choice"),
    entry(
      "air-noise-ppm", "ppm", 0...200, \.airNoisePartsPerMillion,
      "Aranet4 data sheet: 30 ppm and 3 % as a whole; noise between values own choice"),
    entry("air-gain-spread", "", 0...0.1, \.airGainSpread, "the same: 3 % is three deviations"),
    entry(
      "breaths-on-sensor-per-day", "1/d", 0...500, \.breathsOnSensorPerDay, "somebody talks over the sensor; own choice"
    ),
    entry("air-dropouts-per-day", "1/d", 0...500, \.airDropoutsPerDay, "own choice"),
    entry("air-dropout-minutes", "min", 0.1...600, \.airDropoutMinutes, "own choice"),
    entry("adapter-gone-per-day", "1/d", 0...200, \.adapterGonePerDay, "own choice"),
    entry("disk-full-per-day", "1/d", 0...200, \.diskFullPerDay, "own choice"),
    entry("sounder-failed-per-day", "1/d", 0...200, \.sounderFailedPerDay, "own choice"),
    entry("restarts-per-day", "1/d", 0...200, \.restartsPerDay, "own choice: power goes and comes back within 5 s"),
    entry("answers", "", 0...1, \.answers, "the share of alarms that somebody answers with button A; own choice"),
    entry("answer-seconds", "s", 1...3_600, \.answerSeconds, "own choice"),
  ]

  private static func entry(
    _ name: String, _ unit: String, _ range: ClosedRange<Double>,
    _ place: any (WritableKeyPath<WorldParameters, Double> & Sendable),
    _ source: String
  ) -> Entry { Entry(name: name, unit: unit, source: source, place: place, range: range) }
}
