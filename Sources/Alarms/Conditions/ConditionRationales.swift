/// The rationale of each condition, in English, used by ``DefaultConditions``. Each text names the source of its limit
/// (docs/sources.md).
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
      case .high: "At 2500 ppm the same studies see clearly worse decisions."
      }
    return Condition.Rationale(
      advice: advice, evidence: evidence,
      limitation:
        "Other studies find no such effect; below 5000 ppm CO2 is a sign of stale air rather than a poison, and "
        + "common sensors are off by 50 ppm and 3 %.",
      source: "Product default (800, 1500, 2500 ppm); the bounds are our own, modelled on EN 50291.")
  }

  static func carbonMonoxide(_ id: ConditionID) -> Condition.Rationale {
    Condition.Rationale(
      advice: id == .coHigh
        ? "Poison: get everybody out, or fly with fresh air full, heater off and oxygen on, and land. Call for help."
        : "Fresh air now; heater, stove and engine off. In an aircraft: fresh air full, heater off, land soon.",
      evidence: id == .coHigh
        ? "Detectors for homes sound at 300 ppm within 3 minutes, and at 100 ppm after 10 to 40 (EN 50291)."
        : "The air of an aircraft may hold 50 ppm at most (14 CFR 23.831, 121.219); detectors for homes sound at 50 ppm "
          + "after 60 to 90 minutes (EN 50291).",
      limitation:
        "Many sensors take hydrogen, alcohol or a cold start for carbon monoxide, and some end below 100 ppm. Lapwing is "
        + "no certified detector.",
      source: "EN 50291 and 14 CFR 23.831; the bounds are our own, and shorter than those of EN 50291 and UL 2034.")
  }

  static let voc = Condition.Rationale(
    advice:
      "Let in fresh air, find the source (cleaner, paint, spill; engine oil, heater). In flight: possible fume event, "
      + "use oxygen or masks.",
    evidence:
      "300 ppb is the product default for a critical level in a cabin: it is high in flight. On the ground and in homes it "
      + "is about 1 mg/m³, where the third of five hygienic levels begins; rooms have it for days, so it is medium. A jump "
      + "by 800 ppb within a quarter of an hour, into the fourth level (3 mg/m³), is high.",
    limitation: "A VOC sensor cannot distinguish perfume from engine oil, and its zero drifts.",
    source:
      "Product default; Umweltbundesamt, Bundesgesundheitsblatt 50 (2007), 990-1005; the bounds are our own, modelled on "
      + "EN 50291.")

  static func particles(_ priority: Priority) -> Condition.Rationale {
    let advice =
      switch priority {
      case .low: "If there is smoke outside, close the windows; else find the source inside. Run a filter."
      case .medium: "Run a filter, wear a mask (FFP2), keep people with asthma out."
      case .high: "Smoke: look for a fire first. Leave, or wear a mask (FFP2)."
      }
    return Condition.Rationale(
      advice: advice,
      evidence:
        "US EPA Air Quality Index: unhealthy for sensitive groups from 35.5, unhealthy from 55.5, very unhealthy "
        + "from 125.5 µg/m³.",
      limitation: "Those breakpoints are for a mean over 24 hours; a peak of minutes matters less. Optical sensors "
        + "count fog as particles.",
      source: "US EPA, breakpoints for PM2.5 of 2024; the bounds are our own.")
  }

  static func climate(_ id: ConditionID) -> Condition.Rationale {
    let (advice, evidence): (String, String) =
      switch id {
      case .temperatureLow:
        ("Heat, or dress warmly.", "WHO (2018) advises 18 °C for homes; at 10 °C fingers become clumsy.")
      case .temperatureHigh:
        ("Cool the room, drink, check on children and old people.", "Above about 35 °C a fan does not cool (WHO).")
      case .humidityLow:
        ("Drink; eyes and throat dry out.", "Airliners cruise at 10 to 20 %; below that membranes dry within hours.")
      default: ("Ventilate or heat: water condenses, mould grows.", "Mould grows on surfaces from 80 % (WHO 2009).")
      }
    return Condition.Rationale(
      advice: advice, evidence: evidence,
      limitation: "A sensor in the sun, on a heater or in a pocket does not measure the room.",
      source: "Our own proposal, from this evidence.")
  }

  static func heartRate(_ id: ConditionID) -> Condition.Rationale {
    Condition.Rationale(
      advice: id == .heartRateLow
        ? "Check the person: do they wake, breathe and answer? If not, call for help."
        : "Check the person: pain, fever, fear, exercise? If they are unwell, or it lasts, call for help.",
      evidence:
        "Textbooks give 60 to 100 bpm for adults at rest; asleep, the slowest minute of healthy men is at 48 ± 7 bpm "
        + "(Persson et al., Heart 2024).",
      limitation:
        "Athletes and sleepers are below 60; children, and anyone who moves, above 100: set the limits for the "
        + "person. A loose strap gives wrong rates.",
      source: "Product default; may be set from 25 to 250 bpm.")
  }

  static let noPulse = Condition.Rationale(
    advice: "Check the person at once: do they breathe and answer? If not, call for help and begin CPR.",
    evidence: "The sensor touches the skin and finds no heartbeat.",
    limitation: "A sensor that has slipped, but still reports skin contact, looks the same.",
    source: "Patient monitors rank asystole above every other alarm; the bounds are our own.")

  static func saturation(_ id: ConditionID) -> Condition.Rationale {
    Condition.Rationale(
      advice: id == .spo2High
        ? "Check the person at once: wake them, make sure that they breathe, give oxygen if it is prescribed."
        : "Check the person: position, airway, sensor on the finger.",
      evidence: id == .spo2High
        ? "Below 85 % the oxygen pressure in the blood has fallen to about 50 mmHg."
        : "By default, bedside monitors raise an alarm below 90 %.",
      limitation: "Cold fingers, movement and nail varnish give wrong values; on dark skin the value is too high.",
      source:
        "Below 90 % is the default of bedside monitors (Edan, Contec, Mindray); 88 % in a Masimo manual, 85 and 80 % "
        + "in a publication from an intensive care unit for newborns (PMC6906083). The bounds are our own.")
  }

  static func altitude(_ id: ConditionID) -> Condition.Rationale {
    Condition.Rationale(
      advice: id == .cabinAltitudeMedium
        ? "Check the cabin pressure and your oxygen." : "Oxygen on now, then descend.",
      evidence: id == .cabinAltitudeMedium
        ? "14 CFR 25.841 warns the crew of a cabin altitude above 10,000 ft."
        : "14 CFR 91.211: oxygen for the crew above 12,500 ft after 30 minutes, and always above 14,000 ft.",
      limitation: "It is computed from the pressure at the sensor; some people feel hypoxia at far lower altitudes.",
      source: "14 CFR 91.211 and 25.841; the bounds are our own.")
  }

  private static let noLimitation = "None known."

  static func technical(_ id: ConditionID) -> Condition.Rationale {
    let (advice, evidence, limitation): (String, String, String) =
      switch id {
      case .noData:
        (
          "Check the sensor: range, battery, strap. Until then its alarms do not work.",
          "Without this alarm, a silent sensor looks like a good value.",
          "It does not show whether the sensor, the radio link or the adapter is at fault."
        )
      case .frozen:
        (
          "Restart the sensor; do not trust its value.", "A real value always changes after some time.",
          "A very stable room can look frozen."
        )
      case .implausible:
        (
          "Do not trust the sensor; restart or replace it.", "The value is outside what the sensor can measure.",
          "A wrong value inside the range is not detected."
        )
      case .noContact:
        (
          "Wet the strap's electrodes and tighten it.", "The strap itself reports that it has lost skin contact.",
          "Not every strap can report this."
        )
      case .adapterGone:
        (
          "Plug the Bluetooth adapter in again, or restart the box.", "Without it no sensor is received.",
          noLimitation
        )
      case .sounderFailed:
        (
          "Check the sounder's cable; until then, watch the lamps.", "The sound device refused a sound.",
          "The device does not detect a broken loudspeaker cable."
        )
      case .lampFailed:
        (
          "Check the lamp's wiring; until then, listen for the sounder.", "Its GPIO line could not be set.",
          "The line does not detect a burnt-out lamp."
        )
      case .sensorBatteryLow:
        (
          "Replace or charge the sensor's battery.", "The sensor reports its charge.",
          "The voltage of a cell falls only shortly before it is empty."
        )
      case .clockUnset:
        (
          "Set the clock or connect a network: times in the log may be wrong.",
          "The date is not synchronised: there is no network, no clock with a battery, and no person has set it.",
          "A clock that was set to a wrong time is not detected."
        )
      case .diskFull:
        (
          "Free some space on the disk or replace it; alarms go on and are kept in memory.",
          "The logbook cannot be written.",
          noLimitation
        )
      case .restarted:
        (
          "Check what has happened in the meantime; acknowledge.", "The last run ended without a shutdown.",
          "How long the box was off is known only if its clock is set."
        )
      case .alarmOff:
        (
          "See in the status what is not watched: switch the alarm on, or give the person a sensor. Or acknowledge.",
          "What a person has switched off or left without a sensor, and forgotten, is a missed alarm.", noLimitation
        )
      case .notWatched:
        (
          "Put the sensor on, adopt one (lapwing sensors adopt), or switch to standby.",
          "Without a heart rate the person is not watched, and a quiet box does not mean that all is well.",
          noLimitation
        )
      case .standby:
        (
          "End it when the person is back; it also ends by itself.", "A person has switched the watch off for a time.",
          noLimitation
        )
      case .buttonStuck:
        (
          "Free the button; until then, use another one or `lapwing ack`.",
          "It is held or chatters, and would silence every alarm.", noLimitation
        )
      case .settingsFault:
        (
          "Look at the limits (lapwing doctor), mend or save the settings, then acknowledge.",
          "A limit is weaker than in the run before, or a file of settings, sensors or keys was damaged.",
          "What a person has changed by hand while the box was off is not distinguished from a loss."
        )
      case .underVoltage:
        (
          "Use the maker's power supply and a short, thick cable, and take off what draws much current.",
          "The firmware of the board reports that its supply was below about 4.63 V: it may restart or damage its card at any time.",
          "Only boards with a sensor of the supply report it, and only where the system has its driver (lapwing doctor)."
        )
      case .tooHot:
        (
          "Give the box air, take it out of the sun, or add a heat sink.",
          "The processor is at 80 °C or more, where the firmware slows it down.",
          "It is the temperature inside the processor, not that of the room."
        )
      case .nobodyTold:
        (
          "Call for help by phone: messages may reach no person. Then look at `lapwing outside status`.",
          "No provider accepts messages of the care circle, its process is silent, or nothing has shown for long that they would arrive.",
          "A provider that accepts messages and loses them is found only when no person answers a drill for 30 days."
        )
      case .linkGone:
        (
          "Look at the other box: power, network, its journal. Until then, go there and watch yourself.",
          "The two boxes exchange signs of life every second; none of the last 5.5 s is known, or the other box says that it does not work.",
          "It cannot distinguish a dead box from a dead network between the two."
        )
      case .elsewhereHigh, .elsewhereMedium, .elsewhereLow, .elsewhereBox:
        (
          "Go to the other box: this one sounds for it. An acknowledgement here counts there.",
          "The box that this one follows signals an alarm of this priority.",
          "Which condition it is, and whose, is shown at the other box only."
        )
      default: ("See the log.", "A part of the box reports it.", noLimitation)
      }
    return Condition.Rationale(
      advice: advice, evidence: evidence, limitation: limitation,
      source: "IEC 60601-1-8 calls it a technical alarm condition; the bounds are our own.")
  }
}
