extension WorldParameters {
  package static let entries: [Entry] = [
    entry(
      "resting-bpm", "bpm", 25...180, \.restingBeatsPerMinute,
      "Ostchega et al. 2011 (NHANES): adults' mean resting pulse about 72 (unverified)"),
    entry(
      "resting-spread-bpm", "bpm", 0...30, \.restingSpread, "the same: deviation between adults 8 to 12 (unverified)"),
    entry(
      "sinus-arrhythmia-bpm", "bpm", 0...20, \.sinusArrhythmia, "breathing changes the rate by a few beats; own choice"),
    entry("wander-bpm", "bpm", 0...20, \.wander, "slow variation at rest over minutes; own choice"),
    entry("exercise-per-day", "1/d", 0...100, \.exercisePerDay, "own choice"),
    entry("exercise-minutes", "min", 1...300, \.exerciseMinutes, "own choice"),
    entry(
      "tachycardia-per-day", "1/d", 0...200, \.tachycardiaPerDay,
      "own choice: more than most patients have, to find missed alarms"),
    entry(
      "tachycardia-minutes", "min", 0.1...600, \.tachycardiaMinutes, "own choice: seconds to hours, median minutes"),
    entry(
      "irregular-share", "", 0...1, \.irregularShare, "own choice: the share with atrial fibrillation"),
    entry("bradycardia-per-day", "1/d", 0...200, \.bradycardiaPerDay, "own choice, as tachycardia"),
    entry("bradycardia-minutes", "min", 0.1...600, \.bradycardiaMinutes, "own choice"),
    entry(
      "short-runs-per-day", "1/d", 0...500, \.shortRunsPerDay,
      "non-sustained tachycardia lasts under 30 s by definition; number own choice"),
    entry(
      "sudden-bradycardia-per-day", "1/d", 0...200, \.suddenBradycardiaPerDay,
      "own choice: within a second to 20 to 40 bpm for 2 to 6 minutes, so that latency can be measured"),
    entry(
      "sudden-tachycardia-per-day", "1/d", 0...200, \.suddenTachycardiaPerDay,
      "own choice: within a second to 150 to 210 bpm for 2 to 6 minutes"),
    entry(
      "asystole-per-day", "1/d", 0...200, \.asystolePerDay,
      "own choice: no beat for 90 to 240 s; in this world the heart beats again"),
    entry("drifts-per-day", "1/d", 0...200, \.driftsPerDay, "own choice: slowly to far beyond and back"),
    entry("drift-minutes", "min", 1...120, \.driftMinutes, "own choice: the time to the extreme rate"),
    entry("hovers-per-day", "1/d", 0...200, \.hoversPerDay, "own choice: near a limit, on both sides of it"),
    entry("hover-bpm", "bpm", 25...250, \.hoverBeatsPerMinute, "own choice: 1 bpm above the lower limit of bedside"),
    entry("hover-minutes", "min", 1...300, \.hoverMinutes, "own choice"),
    entry(
      "resting-spo2", "%", 80...100, \.restingSaturation, "95 to 98 % in a sleeper at sea level (unverified)"),
    entry(
      "apnoea-per-day", "1/d", 0...2_000, \.apnoeaPerDay,
      "severe sleep apnoea is 30 an hour and more (AASM; unverified), so 720"),
    entry(
      "apnoea-depth", "%", 1...40, \.apnoeaDepth, "a desaturation is 3 or 4 % and more (AASM; unverified); own choice"),
    entry(
      "apnoea-seconds", "s", 10...120, \.apnoeaSeconds, "an apnoea lasts 10 s and more (AASM; unverified); own choice"),
    entry(
      "artefacts-per-day", "1/d", 0...5_000, \.artefactsPerDay,
      "Gilgen-Ammann et al. 2019: a chest strap misses 0.4 % of beats overall, so about 17 an hour, in groups of 3 to 4: 5 groups an hour (unverified)"
    ),
    entry("artefact-seconds", "s", 0.5...60, \.artefactSeconds, "own choice: groups of 1 to 8 s, median 3 s"),
    entry(
      "artefact-spread", "", 0...2, \.artefactSpread,
      "own choice: a quarter last longer than 5 s, one in fifteen longer than 10 s"),
    entry(
      "artefact-agree-share", "", 0...1, \.artefactAgreeShare,
      "own choice: artefacts whose RR intervals agree by accident with the wrong rate that they show"),
    entry(
      "artefact-without-beats-share", "", 0...1, \.artefactWithoutBeatsShare,
      "own choice: artefacts without RR intervals; in all others they disagree"),
    entry(
      "double-count-share", "", 0...1, \.doubleCountShare,
      "own choice: the T wave counted as a beat, which gives steady rhythms"),
    entry("strap-smoothing-seconds", "s", 0...20, \.strapSmoothing, "straps send a mean over a few beats; own choice"),
    entry(
      "strap-dropouts-per-day", "1/d", 0...5_000, \.strapDropoutsPerDay, "a body between strap and box; own choice"),
    entry(
      "strap-dropout-seconds", "s", 0.5...600, \.strapDropoutSeconds,
      "own choice: median; one in fourteen lasts over 13 s"),
    entry(
      "strap-gaps-per-day", "1/d", 0...5_000, \.strapGapsPerDay,
      "longer gaps of the radio, log-uniform from 3 to 40 s; own choice"),
    entry("strap-off-per-day", "1/d", 0...200, \.strapOffPerDay, "own choice"),
    entry("strap-charger-per-day", "1/d", 0...200, \.strapChargerPerDay, "own choice: the strap stops sending"),
    entry("strap-freezes-per-day", "1/d", 0...200, \.strapFreezesPerDay, "own choice: the strap repeats one value"),
    entry(
      "strap-loose-per-day", "1/d", 0...200, \.strapLoosePerDay,
      "own choice: minutes in which contact comes and goes, and the rate is wrong without it"),
    entry(
      "strap-off-claims-contact-share", "", 0...1, \.strapOffClaimsContactShare,
      "own choice: a wet strap that was taken off and still reports skin contact"),
    entry(
      "oximeter-artefacts-per-day", "1/d", 0...5_000, \.oximeterArtefactsPerDay, "movements of the hand; own choice"),
    entry(
      "oximeter-wrong-share", "", 0...1, \.oximeterWrongShare,
      "own choice: artefacts with a wrong saturation; in all others there is no value"),
    entry("oximeter-off-per-day", "1/d", 0...200, \.oximeterOffPerDay, "it falls off the finger; own choice"),
    entry("oximeter-dropouts-per-day", "1/d", 0...5_000, \.oximeterDropoutsPerDay, "as those of the strap"),
    entry(
      "passers-by-per-hour", "1/h", 0...1_000, \.passersByPerHour,
      "own choice: straps, tags, plugs and sensors of strangers, each received for minutes"),
    entry("passer-by-seconds", "s", 5...3_600, \.passerBySeconds, "own choice: median"),
    entry(
      "neighbours", "", 0...40, \.neighbours,
      "own choice: strangers' sensors that are received all the time, as through a wall"),
    entry("volume-m3", "m³", 1...1_000, \.volumeCubicMetres, "a light twin's cabin: about 6 m³; own choice"),
    entry("occupants", "", 0...400, \.occupants, "own choice"),
    entry(
      "exhaled-litres-per-second", "L/s each", 0...0.1, \.exhaledLitresPerSecond,
      "ASHRAE 62.1: 0.0052 L/s of CO2 from a seated adult (unverified)"),
    entry(
      "fresh-air-litres-per-second", "L/s", 0.01...1_000, \.freshAirLitresPerSecond,
      "14 CFR 25.831: 0.55 lb a minute each is 3.5 L/s; a vent left shut in a light aircraft gives far less: own choice, for all together"
    ),
    entry(
      "ventilation-changes-per-day", "1/d", 0...5_000, \.ventilationChangesPerDay,
      "vents, doors and heating; own choice"),
    entry("ventilation-spread", "", 0...3, \.ventilationSpread, "own choice"),
    entry("outdoor-ppm", "ppm", 300...1_000, \.outdoorPartsPerMillion, "NOAA Mauna Loa, 2024: 424 ppm (unverified)"),
    entry("cruise-cabin-feet", "ft", 0...25_000, \.cruiseCabinFeet, "unpressurized aircraft; own choice"),
    entry("cruise-spread-feet", "ft", 0...10_000, \.cruiseSpread, "own choice"),
    entry("climb-feet-per-minute", "ft/min", 50...6_000, \.climbFeetPerMinute, "own choice"),
    entry("flights-per-day", "1/d", 0...24, \.flightsPerDay, "own choice; each two hours at most"),
    entry("air-interval-seconds", "s", 60...600, \.airIntervalSeconds, "Aranet4: 60, 120, 300 or 600 s"),
    entry(
      "air-advertisement-seconds", "s", 1...60, \.airAdvertisementSeconds, "how often a scan receives one; own choice"),
    entry(
      "air-noise-ppm", "ppm", 0...200, \.airNoisePartsPerMillion,
      "Aranet4 data sheet: 30 ppm and 3 % in total; noise between values: own choice"),
    entry("air-gain-spread", "", 0...0.1, \.airGainSpread, "the same: 3 % is three deviations"),
    entry(
      "air-pressure-loss-percent-per-kpa", "%/kPa", 0...2, \.airPressureLossPercent,
      "what the sensor reads low in thin air: Senseair's 1.6 % per kPa; the box supposes the same"),
    entry(
      "breaths-on-sensor-per-day", "1/d", 0...500, \.breathsOnSensorPerDay, "somebody talks over the sensor; own choice"
    ),
    entry("air-dropouts-per-day", "1/d", 0...500, \.airDropoutsPerDay, "own choice"),
    entry("air-dropout-minutes", "min", 0.1...600, \.airDropoutMinutes, "own choice"),
    entry("adapter-gone-per-day", "1/d", 0...200, \.adapterGonePerDay, "own choice"),
    entry("disk-full-per-day", "1/d", 0...200, \.diskFullPerDay, "own choice"),
    entry("sounder-failed-per-day", "1/d", 0...200, \.sounderFailedPerDay, "own choice"),
    entry("restarts-per-day", "1/d", 0...200, \.restartsPerDay, "own choice: power is lost and comes back within 5 s"),
    entry("answers", "", 0...1, \.answers, "the share of alarms that somebody answers with button A; own choice"),
    entry("answer-seconds", "s", 1...3_600, \.answerSeconds, "own choice"),
  ]

  private static func entry(
    _ name: String, _ unit: String, _ range: ClosedRange<Double>,
    _ place: any (WritableKeyPath<WorldParameters, Double> & Sendable),
    _ source: String
  ) -> Entry { Entry(name: name, unit: unit, source: source, place: place, range: range) }
}
