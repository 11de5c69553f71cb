/// A change of the heart rate beyond its everyday variation.
package enum HeartEvent: String, CaseIterable, Sendable {
  /// Falls within a second to 20 to 40 bpm.
  case bradycardia = "sudden-bradycardia"
  /// Rises within a second to 150 to 210 bpm.
  case tachycardia = "sudden-tachycardia"
  case asystole
  /// Moves slowly to far beyond a limit and back.
  case drift
  /// Varies around a rate near a limit, sometimes beyond it and sometimes inside.
  case hover

  /// Whether it begins within a second, so that the time to its alarm measures the latency of the rules.
  var isSudden: Bool { self == .bradycardia || self == .tachycardia || self == .asystole }
}

/// Schedules heart events, one at a time, and computes the heart rate during them.
struct HeartEvents: Sendable {
  private(set) var current: HeartEvent?

  private let parameters: WorldParameters
  private var next: [Double]
  private var endsAt = 0.0
  private var beganAt = 0.0
  private var target = 0.0
  private var wander = 0.0

  init(_ parameters: WorldParameters, _ random: inout WorldRandom) {
    self.parameters = parameters
    next = []
    for event in HeartEvent.allCases { next.append(random.wait(perDay: Self.rate(of: event, parameters))) }
  }

  private static func rate(of event: HeartEvent, _ parameters: WorldParameters) -> Double {
    switch event {
    case .bradycardia: parameters.suddenBradycardiaPerDay
    case .tachycardia: parameters.suddenTachycardiaPerDay
    case .asystole: parameters.asystolePerDay
    case .drift: parameters.driftsPerDay
    case .hover: parameters.hoversPerDay
    }
  }

  /// Starts an event from a script, for this many seconds.
  mutating func begin(_ event: HeartEvent, _ now: Double, for duration: Double, _ random: inout WorldRandom) {
    current = event
    beganAt = now
    endsAt = now + duration
    wander = 0
    target =
      switch event {
      case .bradycardia: random.uniform(20, 40)
      case .tachycardia: random.uniform(150, 210)
      case .asystole: 0
      case .drift: random.happens(0.5) ? random.uniform(22, 38) : random.uniform(150, 190)
      case .hover: parameters.hoverBeatsPerMinute
      }
  }

  mutating func step(_ now: Double, _ random: inout WorldRandom) {
    if current != nil, now >= endsAt { current = nil }
    for (place, event) in HeartEvent.allCases.enumerated() where now >= next[place] {
      next[place] = now + random.wait(perDay: Self.rate(of: event, parameters))
      guard current == nil else { continue }
      let duration =
        switch event {
        case .bradycardia, .tachycardia: random.uniform(120, 360)
        case .asystole: random.uniform(90, 240)
        // The rate takes as long to get there as it then stays.
        case .drift: 2 * parameters.driftMinutes * 60 * random.uniform(0.5, 1.5)
        case .hover: parameters.hoverMinutes * 60 * random.uniform(0.5, 1.5)
        }
      begin(event, now, for: duration, &random)
    }
    if current == .hover { wander += -wander / 20 + 0.6 * random.normal() }
  }

  /// The heart rate during an event; `nil` if there is none.
  /// - Parameter usual: the rate that the heart would have without it.
  func rate(_ now: Double, usual: Double) -> Double? {
    switch current {
    case nil: return nil
    case .asystole: return 0
    case .bradycardia, .tachycardia: return target
    case .hover: return target + wander
    case .drift:
      let part = min(1, (now - beganAt) / max(1, (endsAt - beganAt) / 2))
      return usual + (target - usual) * part
    }
  }
}
