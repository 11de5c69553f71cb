import Readings

/// Something that happened, as it is shown: a line of `status --follow` and of `replay --json`.
package struct BoxEvent: Codable, Sendable, Equatable {
  /// When, s since the start of the box.
  package let seconds: Double
  package let content: Content

  /// What happened, by the `kind` of the line.
  package enum Content: Sendable, Equatable {
    case adoption(AdoptionReport)
    case reading(SensorReading)
    case alarm(AlarmReport)
    case lamp(LampReport)
    case sound(SoundReport)
    case loudness(LoudnessReport)
    case notice(NoticeReport)
    case refusal(RefusalReport)
    case scenario(ScenarioReport)
    case phase(PhaseReport)
    case session(SessionChange)
    /// A kind that this version does not know.
    case other(kind: String)
  }

  fileprivate enum Kind: String {
    case adoption, reading, alarm, lamp, sound, loudness, notice, refusal, scenario, phase, session
  }

  private enum CodingKeys: String, CodingKey {
    case seconds = "t"
    case kind
  }

  package init(_ content: Content, at instant: Instant) {
    seconds = instant.seconds
    self.content = content
  }

  package init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: CodingKeys.self)
    seconds = try line.decode(Double.self, forKey: .seconds)
    let name = try line.decode(String.self, forKey: .kind)
    content =
      switch Kind(rawValue: name) {
      case .adoption: .adoption(try AdoptionReport(from: decoder))
      case .reading: .reading(try SensorReading(from: decoder))
      case .alarm: .alarm(try AlarmReport(from: decoder))
      case .lamp: .lamp(try LampReport(from: decoder))
      case .sound: .sound(try SoundReport(from: decoder))
      case .loudness: .loudness(try LoudnessReport(from: decoder))
      case .notice: .notice(try NoticeReport(from: decoder))
      case .refusal: .refusal(try RefusalReport(from: decoder))
      case .scenario: .scenario(try ScenarioReport(from: decoder))
      case .phase: .phase(try PhaseReport(from: decoder))
      case .session: .session(try SessionChange(from: decoder))
      case nil: .other(kind: name)
      }
  }

  package func encode(to encoder: any Encoder) throws {
    let (kind, report) = content.parts
    var line = encoder.container(keyedBy: CodingKeys.self)
    try line.encode(seconds, forKey: .seconds)
    try line.encode(kind, forKey: .kind)
    try report?.encode(to: encoder)
  }
}

extension BoxEvent.Content {
  /// The word of the line, and what follows it.
  fileprivate var parts: (kind: String, report: (any Encodable)?) {
    switch self {
    case .adoption(let report): (BoxEvent.Kind.adoption.rawValue, report)
    case .reading(let report): (BoxEvent.Kind.reading.rawValue, report)
    case .alarm(let report): (BoxEvent.Kind.alarm.rawValue, report)
    case .lamp(let report): (BoxEvent.Kind.lamp.rawValue, report)
    case .sound(let report): (BoxEvent.Kind.sound.rawValue, report)
    case .loudness(let report): (BoxEvent.Kind.loudness.rawValue, report)
    case .notice(let report): (BoxEvent.Kind.notice.rawValue, report)
    case .refusal(let report): (BoxEvent.Kind.refusal.rawValue, report)
    case .scenario(let report): (BoxEvent.Kind.scenario.rawValue, report)
    case .phase(let report): (BoxEvent.Kind.phase.rawValue, report)
    case .session(let report): (BoxEvent.Kind.session.rawValue, report)
    case .other(let kind): (kind, nil)
    }
  }
}
