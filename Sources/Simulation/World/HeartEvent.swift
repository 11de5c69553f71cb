/// What befalls a heart beyond its everyday rhythms.
package enum HeartEvent: String, CaseIterable, Sendable {
  /// Within a second to 20 to 40 bpm.
  case bradycardia = "sudden-bradycardia"
  /// Within a second to 150 to 210 bpm.
  case tachycardia = "sudden-tachycardia"
  case asystole
  /// Slowly to far beyond a limit and back.
  case drift
  /// About a rate near a limit, now beyond and now inside.
  case hover

  /// Whether it begins within a second, so that the time from there to the alarm says how fast the rules are.
  var isSudden: Bool { self == .bradycardia || self == .tachycardia || self == .asystole }
}

/// When such things happen, one at a time, and the heart rate while they do.
struct HeartEvents: Sendable {
  /// What happens now.
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

  /// A script begins one now, for so long.
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
        // The way there and as long a stay.
        case .drift: 2 * parameters.driftMinutes * 60 * random.uniform(0.5, 1.5)
        case .hover: parameters.hoverMinutes * 60 * random.uniform(0.5, 1.5)
        }
      begin(event, now, for: duration, &random)
    }
    if current == .hover { wander += -wander / 20 + 0.6 * random.normal() }
  }

  /// The heart rate while something happens; `nil` where nothing does.
  /// - Parameter usual: the rate that the heart would have.
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
