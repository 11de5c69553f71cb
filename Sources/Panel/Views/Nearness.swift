import Status
import Words

/// How near a sensor is, in three steps, so that a list keeps still under a finger.
enum Nearness: Int, Comparable {
  case atArmsLength, inTheRoom, further

  /// Own choice: a sensor that sends with 0 dBm is received with -60 dBm at about a metre and with -75 dBm at some metres.
  init?(_ sensor: SensorReport) {
    guard let signal = sensor.identity.signal else { return nil }
    self = signal >= -60 ? .atArmsLength : signal >= -75 ? .inTheRoom : .further
  }

  static func < (left: Nearness, right: Nearness) -> Bool { left.rawValue < right.rawValue }

  var words: VisitWords {
    switch self {
    case .atArmsLength: .near
    case .inTheRoom: .inRoom
    case .further: .far
    }
  }
}

extension [SensorReport] {
  var nearestFirst: [SensorReport] {
    sorted { (Nearness($0) ?? .further, $0.identity.address) < (Nearness($1) ?? .further, $1.identity.address) }
  }
}

extension SensorReport {
  /// What people call it: its own name, its model, or its address.
  func shownName(in language: Language) -> String {
    identity.name ?? reading.map { ModelWords.text($0.source.model, in: language) } ?? identity.address
  }

  /// What it is called in a heading: without a name of its own, its model and the end of its address.
  func heading(in language: Language) -> String {
    guard identity.name == nil, reading != nil else { return shownName(in: language) }
    return "\(shownName(in: language)) \(identity.address.suffix(5))"
  }
}
