import Alarms
import Engine
import Flight
import Readings
import SensorProtocols
import Status

// The text of each report. ``EventText`` and ``StatusText`` put these texts into their lines.

extension AlarmReport {
  package var text: String {
    var text = "\(ThingWords.named(condition))\(EventText.word("of", person)) \(priority) \(presence)"
    let left = silentForSeconds.map { "\(EventText.whole($0)) s more" }
    if activation == Activation.paused.name {
      text += ", sound paused" + EventText.word("for", left)
    } else if let left {
      text += ", silent for \(left)"
    }
    if activation == Activation.off.name, presence == Presence.on.name { text += ", withheld" }
    if isTest == true { text += ", test" }
    return text + EventText.value(value, isLast: isLastValue == true, limit: limit) + EventText.word("at", address)
  }
}

extension PhaseReport {
  /// The phase; of one that the box has found, also since when and how probable it is.
  var text: String {
    guard source == PhaseSource.detected.rawValue, let since, let probability else { return phase }
    return "\(phase) since \(EventText.time(since)), detected (\(EventText.whole(probability * 100)) %)"
  }
}

extension NoticeReport {
  var text: String {
    "\(ThingWords.named(condition))\(EventText.word("of", person)) \(priority), unanswered for \(EventText.number(unansweredSeconds)) s"
      + EventText.word("at", address)
  }
}

extension RefusalReport {
  /// Only a standby is refused.
  var text: String { "\(ThingWords.named(condition)): a heart rate is received, or there is no heart sensor" }
}

extension LampReport {
  var text: String {
    guard let hertz, let duty else { return "\(lamp) \(pattern)" }
    return "\(lamp) \(pattern) \(EventText.number(hertz)) Hz, \(EventText.number(duty * 100)) % lit"
  }
}

extension SoundReport {
  var text: String {
    if let beeps { return "\(beeps) short beeps" }
    guard let sound = SoundSignal(priority: signal, family: family) else { return signal }
    return "\(signal) (\(family)): \(sound.score)"
  }
}

extension SoundSignal {
  /// The sound of an alarm by its names; `nil` for silence, and for a name that this version does not know.
  init?(priority: String, family: String?) {
    guard let priority = Priority.allCases.first(where: { $0.name == priority }),
      let family = SignalFamily.allCases.first(where: { $0.name == family })
    else { return nil }
    self.init(priority: priority, family: family)
  }
}

extension SensorNews {
  var text: String {
    switch state {
    case .received: "sensor   \(address) \(model) received for the first time"
    case .awaited: "sensor   \(address) awaited: it is named and not received yet"
    case .stranger: "stranger \(address) \(model) received, and not adopted"
    }
  }
}

extension AdoptionReport {
  /// What changed, and what to do about it.
  var text: String {
    let place = address ?? "unknown sensor"
    let sensor = place + (name.map { " (\($0))" } ?? "")
    return switch state {
    case "adopted": "adopted  \(sensor)\(wearer.map { ", worn by: \($0)" } ?? "")"
    case "unconfirmed":
      "adopted  \(sensor) by itself; confirm it: lapwing sensors adopt \(place), or "
        + "hold buttons A and B for 5 s; if it is not yours: lapwing sensors forget \(place)"
    case "forgotten": "forgot   \(place)"
    case "refused": "refused  \(message ?? "")"
    default: "adoption \(state) \(sensor)"
    }
  }
}

extension SensorReport {
  /// The sensor with its names, its latest values and their age.
  var text: String {
    let names = [identity.name, identity.person.map { "of \($0)" }].compactMap(\.self).map { "\($0) " }.joined()
    var text = names + identity.address
    if let reading {
      text +=
        " \(reading.source.model) \(EventText.values(of: reading.measurements))\(reading.contactText)\(reading.correctionText)"
      text += expected.text + ", \(EventText.whole(ageSeconds)) s old"
    } else {
      text += " not received yet"
    }
    if identity.adoptedBy == AdoptedSensor.Way.itself.rawValue { text += ", adopted by itself" }
    if let fault = identity.linkFault {
      text += ", not connected (\(fault))"
    } else if let link = identity.link {
      text += ", \(link)"
    }
    if let check = identity.spotCheck { text += "; \(EventText.values(of: check))" }
    if let trouble = identity.trouble.flatMap(SensorTrouble.init(rawValue:)) { text += "; \(trouble.sentence)" }
    if !identity.isAdopted, let signal = identity.signal { text += ", \(signal) dBm" }
    if let reading, reading.measurements.isEmpty, let advice = reading.advice {
      text += ". If it stays so: \(advice.sentence)"
    }
    return text
  }
}
