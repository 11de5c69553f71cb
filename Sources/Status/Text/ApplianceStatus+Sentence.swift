import Alarms
import Readings

extension ApplianceStatus {
  /// The state of the box as one sentence, for `systemctl status`.
  package var sentence: String {
    var parts: [String] = []
    let own = sensors.filter(\.isOwn)
    switch (own.count, own.count(where: \.isReceived)) {
    case (0, _): parts.append(sensors.isEmpty ? "no sensor received yet" : "no sensor adopted yet")
    case (1, 1): parts.append("1 sensor received")
    case (let all, let heard) where heard == all: parts.append("\(all) sensors received")
    case (let all, let heard): parts.append("\(heard) of \(all) \(all == 1 ? "sensor" : "sensors") received")
    }
    guard let worst = alarms.max(by: { $0.priority < $1.priority }) else {
      return (parts + ["no alarm"]).joined(separator: ", ")
    }
    let place = address(of: worst).map { " at \($0)" } ?? ""
    let state =
      switch (worst.presence, worst.activation) {
      case (.ack, _): ", acknowledged"
      case (.latched, _): ", latched"
      default: ""
      }
    parts.append("\(worst.priority.name) alarm \(worst.condition.name)\(place)\(state)")
    if alarms.count > 1 { parts.append("\(alarms.count - 1) more") }
    if let silence = pausedSound { parts.append(silence) }
    if let down = partsDown { parts.append(down) }
    return parts.joined(separator: ", ")
  }

  /// That sounds are paused, with the time until the first of them sounds again. The sentence always says it, also if
  /// another alarm is the worst: in the silence a person may think that all is well.
  private var pausedSound: String? {
    let paused = alarms.filter { $0.presence == .on && $0.activation == .paused }
    guard !paused.isEmpty else { return nil }
    let left = paused.compactMap(\.silentUntil).min().map { max(0, instant.duration(to: $0).inSeconds) }
    return "sound paused" + EventText.word("for", left.map { "\(EventText.whole($0)) s more" })
  }

  /// The parts of the board that do not work. The sentence names them always, also if another alarm is the worst.
  private var partsDown: String? {
    let isDown = { (condition: ConditionID) in alarms.contains { $0.condition == condition && $0.presence != .latched }
    }
    return switch (isDown(.lampFailed), isDown(.sounderFailed)) {
    case (true, true): "lamps and sounder are down"
    case (true, false): "lamps are down"
    case (false, true): "a sounder is down"
    case (false, false): nil
    }
  }
}
