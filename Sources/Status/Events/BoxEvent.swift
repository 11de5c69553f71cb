import Readings
import Sessions

/// Something that happened, as it is shown. Every view of events is made from this value: the JSON lines of
/// `status --follow` and `replay --json`, the lines on a terminal, and the entries of the journal.
package struct BoxEvent: Codable, Sendable, Equatable {
  /// When it happened, s since the start of the box.
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
    case hydration(HydrationReport)
    case caffeine(CaffeineReport)
    case reminder(ReminderReport)
    case sensor(SensorNews)
    case button(ButtonReport)
    case note(NoteReport)
    case commit(CommitReport)
    case logbook(LogbookReport)
    case other(kind: String)
  }

  fileprivate enum Kind: String {
    case adoption, reading, alarm, lamp, sound, loudness, notice, refusal, scenario, phase, session, hydration,
      caffeine, reminder
    case sensor, button, note, commit, logbook
  }

  private enum CodingKeys: String, CodingKey {
    case seconds = "t"
    case kind
  }

  package init(_ content: Content, at instant: Instant) {
    seconds = instant.seconds
    self.content = content
  }

  /// Whether the event is a JSON line. The others are for people only; programs have never received them.
  package var isJSONLine: Bool {
    switch content {
    case .adoption, .reading, .alarm, .lamp, .sound, .loudness, .notice, .refusal, .scenario, .phase, .session,
      .hydration,
      .caffeine, .reminder:
      true
    case .sensor, .button, .note, .commit, .logbook, .other: false
    }
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
      case .hydration: .hydration(try HydrationReport(from: decoder))
      case .caffeine: .caffeine(try CaffeineReport(from: decoder))
      case .reminder: .reminder(try ReminderReport(from: decoder))
      case .sensor: .sensor(try SensorNews(from: decoder))
      case .button: .button(try ButtonReport(from: decoder))
      case .note: .note(try NoteReport(from: decoder))
      case .commit: .commit(try CommitReport(from: decoder))
      case .logbook: .logbook(try LogbookReport(from: decoder))
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
  /// The value of `kind`, and the report whose keys follow it.
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
    case .hydration(let report): (BoxEvent.Kind.hydration.rawValue, report)
    case .caffeine(let report): (BoxEvent.Kind.caffeine.rawValue, report)
    case .reminder(let report): (BoxEvent.Kind.reminder.rawValue, report)
    case .sensor(let report): (BoxEvent.Kind.sensor.rawValue, report)
    case .button(let report): (BoxEvent.Kind.button.rawValue, report)
    case .note(let report): (BoxEvent.Kind.note.rawValue, report)
    case .commit(let report): (BoxEvent.Kind.commit.rawValue, report)
    case .logbook(let report): (BoxEvent.Kind.logbook.rawValue, report)
    case .other(let kind): (kind, nil)
    }
  }
}

extension BoxEvent.Content {
  /// What has changed in what people drink and take.
  init(_ change: RefreshmentChange, total: UInt32) {
    self =
      switch change {
      case .drunk(let amount): .hydration(HydrationReport(.drunk, amount, total: total))
      case .drinkTakenBack(let amount): .hydration(HydrationReport(.takenBack, amount, total: total))
      case .caffeine: .caffeine(CaffeineReport(.taken))
      case .caffeineTakenBack: .caffeine(CaffeineReport(.takenBack))
      }
  }
}
