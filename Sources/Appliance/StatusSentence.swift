import Alarms

extension ApplianceStatus {
  /// How the appliance is, as one sentence for `systemctl status`.
  var sentence: String {
    var parts: [String] = []
    switch sensors.count(where: \.isOwn) {
    case 0: parts.append(sensors.isEmpty ? "no sensor heard yet" : "no sensor adopted yet")
    case 1: parts.append("1 sensor heard")
    case let count: parts.append("\(count) sensors heard")
    }
    guard let worst = alarms.max(by: { $0.priority < $1.priority }) else {
      return (parts + ["no alarm"]).joined(separator: ", ")
    }
    let place = address(of: worst).map { " at \($0)" } ?? ""
    let state =
      switch (worst.presence, worst.activation) {
      case (.ack, _): ", acknowledged"
      case (.latched, _): ", latched"
      case (_, .paused): ", sound paused"
      default: ""
      }
    parts.append("\(worst.priority.name) alarm \(worst.condition.rawValue)\(place)\(state)")
    if alarms.count > 1 { parts.append("\(alarms.count - 1) more") }
    return parts.joined(separator: ", ")
  }
}
