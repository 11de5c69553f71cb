/// What a person reads of each condition: what to do, what speaks for the number, and what it does not tell.
enum ConditionRationales {
  static func co2(_ priority: Priority) -> Condition.Rationale {
    let advice =
      switch priority {
      case .low: "Let in fresh air."
      case .medium: "Open windows or raise the fresh-air rate now; fewer people in the room help too."
      case .high: "Ventilate at once or leave. In an aircraft: fresh air full, heater off, think of carbon monoxide."
      }
    let evidence =
      switch priority {
      case .low: "With people as the only source, 800 ppm means about 14 l/s of fresh air for each of them."
      case .medium: "Studies see slower decisions from about 1000 to 1500 ppm (Satish 2012, Allen 2016)."
      case .high: "At 2500 ppm the same studies see decisions that are clearly worse."
      }
    return Condition.Rationale(
      advice: advice, evidence: evidence,
      limitation:
        "Other studies find no such effect; below 5000 ppm CO2 is a sign of stale air rather than a poison, and "
        + "common sensors are off by 50 ppm and 3 %.",
      source: "Product default (800, 1500, 2500 ppm); bounds are our own, patterned on EN 50291.")
  }

  static let voc = Condition.Rationale(
    advice: "Possible fume event: think of oxygen or masks, fresh air, and the source (engine oil, heater, spill).",
    evidence: "The product's source treats 300 ppb as critical.",
    limitation: "A VOC sensor does not tell perfume from engine oil, and its zero drifts.",
    source: "Product default; bounds are our own, patterned on EN 50291.")

  static func particles(_ priority: Priority) -> Condition.Rationale {
    let advice =
      switch priority {
      case .low: "Close windows to smoke outside, or find the source inside; run a filter."
      case .medium: "Run a filter, wear a mask (FFP2), keep people with asthma out."
      case .high: "Smoke: look for a fire first. Leave, or wear a mask (FFP2)."
      }
    return Condition.Rationale(
      advice: advice,
      evidence:
        "US EPA Air Quality Index: unhealthy for sensitive groups from 35.5, unhealthy from 55.5, very unhealthy "
        + "from 125.5 µg/m³.",
      limitation: "Those breakpoints are for the mean of 24 hours; a peak of minutes is worth less. Optical sensors "
        + "count fog as particles.",
      source: "US EPA, breakpoints for PM2.5 of 2024; bounds are our own.")
  }

  static func climate(_ id: ConditionID) -> Condition.Rationale {
    let (advice, evidence): (String, String) =
      switch id {
      case .temperatureLow:
        ("Heat, or dress warmly.", "WHO (2018) advises 18 °C for homes; at 10 °C hands lose their skill.")
      case .temperatureHigh:
        ("Cool the room, drink, look after children and the old.", "Above about 35 °C a fan does not cool (WHO).")
      case .humidityLow:
        ("Drink; eyes and throat dry out.", "Airliners cruise at 10 to 20 %; below that membranes dry within hours.")
      default: ("Ventilate or heat: water condenses, mould grows.", "Mould grows on surfaces from 80 % (WHO 2009).")
      }
    return Condition.Rationale(
      advice: advice, evidence: evidence,
      limitation: "A sensor in the sun, on a heater or in a pocket measures that, not the room.",
      source: "Our own proposal, from the evidence named.")
  }

  static func heartRate(_ id: ConditionID) -> Condition.Rationale {
    Condition.Rationale(
      advice: id == .heartRateLow
        ? "Look after the person: do they wake, breathe and answer? If not, call for help."
        : "Look after the person: pain, fever, fear, exercise? If unwell or it lasts, call for help.",
      evidence:
        "60 to 100 bpm is the textbook's resting adult; asleep, the slowest minute of healthy men is at 48 ± 7 bpm "
        + "(Persson et al., Heart 2024).",
      limitation: "Athletes and sleepers lie below 60, children and anyone moving above 100: set the limits for the "
        + "person. A loose strap gives wrong rates.",
      source: "Product default; settable from 25 to 250 bpm.")
  }

  static let noPulse = Condition.Rationale(
    advice: "Look after the person at once: do they breathe and answer? If not, call for help and begin CPR.",
    evidence: "The sensor touches the skin and finds no beat.",
    limitation: "A sensor that slips and still says that it touches the skin looks the same.",
    source: "Monitors tell asystole before every other alarm; bounds are our own.")

  static func saturation(_ id: ConditionID) -> Condition.Rationale {
    Condition.Rationale(
      advice: id == .spo2High
        ? "Look after the person at once: wake them, see that they breathe, give oxygen if it is prescribed."
        : "Look after the person: position, airway, sensor on the finger.",
      evidence: id == .spo2High
        ? "Below 85 % the pressure of oxygen in the blood has fallen to about 50 mmHg."
        : "Bedside monitors alarm by default below 90 %.",
      limitation: "Cold fingers, movement and nail varnish give wrong values; dark skin reads too high.",
      source:
        "Below 90 % is the default of bedside monitors (Edan, Contec, Mindray); 88 % in a Masimo manual, 85 and 80 % "
        + "in a published intensive care unit for newborns (PMC6906083). Bounds are our own.")
  }

  static func altitude(_ id: ConditionID) -> Condition.Rationale {
    Condition.Rationale(
      advice: id == .cabinAltitudeMedium
        ? "Check the cabin's pressure and your oxygen." : "Oxygen on now, then descend.",
      evidence: id == .cabinAltitudeMedium
        ? "14 CFR 25.841 warns the crew of a cabin altitude above 10,000 ft."
        : "14 CFR 91.211: crew oxygen above 12,500 ft for what is longer than 30 minutes, and always above 14,000 ft.",
      limitation: "It is the pressure at the sensor in the standard atmosphere; some people feel hypoxia far lower.",
      source: "14 CFR 91.211 and 25.841; bounds are our own.")
  }

  static func technical(_ id: ConditionID) -> Condition.Rationale {
    let (advice, evidence, limitation): (String, String, String) =
      switch id {
      case .noData:
        (
          "Look after the sensor: range, battery, strap. Its alarms do not work meanwhile.",
          "A silent sensor looks like a good value; the commonest complaint is that this alarm was the silent one.",
          "It does not tell whether the sensor, the air between or the adapter is at fault."
        )
      case .frozen:
        (
          "Restart the sensor; do not trust its value.", "A living value is never the same for long.",
          "A very steady room can look frozen."
        )
      case .implausible:
        (
          "Do not trust the sensor; restart or replace it.", "The value is outside what the sensor can measure.",
          "A wrong value inside the range is not seen."
        )
      case .noContact:
        (
          "Wet the strap's electrodes and tighten it.", "The strap itself reports that it has lost the skin.",
          "Only straps that can tell do so."
        )
      case .adapterGone:
        ("Plug the Bluetooth adapter in again, or restart the box.", "Without it no sensor is heard.", "None known.")
      case .sounderFailed:
        (
          "Check the sounder's cable; watch the lamps meanwhile.", "Its device did not take a sound.",
          "A torn loudspeaker cable is not seen by the device."
        )
      case .lampFailed:
        (
          "Check the lamp's wiring; listen for the sounder.", "Its line did not take its command.",
          "A burnt-out lamp is not seen by the line."
        )
      case .sensorBatteryLow:
        (
          "Replace or charge the sensor's battery.", "The sensor reports its own charge.",
          "Cells hold their voltage until shortly before the end."
        )
      case .clockUnset:
        (
          "Set the clock or connect a network: times in the log may be wrong.",
          "The date is not synchronised: no network, no clock with a battery and nobody has set it since the boot.",
          "A clock that somebody has set wrong is not seen."
        )
      case .diskFull:
        (
          "Make room on the disk or replace it; alarms go on and are kept in memory.", "The logbook cannot be written.",
          "None known."
        )
      case .restarted:
        (
          "Look at what has happened meanwhile; acknowledge.", "The last run did not end by itself.",
          "How long the box was off is known only where its clock is set."
        )
      case .alarmOff:
        (
          "Switch it on again in the configuration, or acknowledge.",
          "An alarm that is switched off and forgotten is a missed alarm.", "None known."
        )
      case .notWatched:
        (
          "Put the sensor on, adopt one (lapwing sensors adopt), or switch to standby.",
          "A person whose heart is not heard is not watched, however quiet the box is.", "None known."
        )
      case .standby:
        (
          "End it when the person is back; it ends by itself.", "Somebody has switched the watch off for a time.",
          "None known."
        )
      case .buttonStuck:
        (
          "Free the button; use another one or `lapwing ack` meanwhile.",
          "It is held or chatters, and would silence every alarm.", "None known."
        )
      default: ("See the log.", "A part of the box reports it.", "None known.")
      }
    return Condition.Rationale(
      advice: advice, evidence: evidence, limitation: limitation,
      source: "IEC 60601-1-8 calls it a technical alarm condition; bounds are our own.")
  }
}
