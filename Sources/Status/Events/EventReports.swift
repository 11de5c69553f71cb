import Alarms
import Engine
import Monitor
import Readings
import Sessions

package struct SensorReading: Codable, Sendable, Equatable {
  package struct Sensor: Codable, Sendable, Equatable {
    package var address: String?
    /// `false` for a stranger; absent for an adopted sensor.
    package var isAdopted: Bool?

    private enum CodingKeys: String, CodingKey {
      case address
      case isAdopted = "adopted"
    }
  }

  package let sensor: Sensor
  package let reading: ReadingReport

  package init(_ sensor: Sensor, _ reading: ReadingReport) {
    self.sensor = sensor
    self.reading = reading
  }

  package init(from decoder: any Decoder) throws {
    sensor = try Sensor(from: decoder)
    reading = try ReadingReport(from: decoder)
  }

  package func encode(to encoder: any Encoder) throws {
    try sensor.encode(to: encoder)
    try reading.encode(to: encoder)
  }
}

/// A sensor was adopted or forgotten, waits to be confirmed, or the request for that was refused.
package struct AdoptionReport: Codable, Sendable, Equatable {
  /// `adopted`, `unconfirmed`, `forgotten` or `refused`.
  package let state: String
  package var address: String?
  package var name: String?
  package var person: String?
  package var adoptedBy: String?
  /// The kind of the person who wears it: as an order gave it, or `adult` if neither an order nor the configuration names
  /// a person. Absent for a sensor that is not worn.
  package var wearer: String?
  /// A stable word for programs, if the request was refused.
  package var code: String?
  /// A sentence for people, if the request was refused.
  package var message: String?

  private enum CodingKeys: String, CodingKey {
    case state, address, name, person
    case adoptedBy = "adopted_by"
    case wearer, code, message
  }

  package init(_ news: AdoptionNews) {
    switch news {
    case .adopted(let sensor):
      state = "adopted"
      add(sensor)
    case .unconfirmed(let sensor):
      state = "unconfirmed"
      add(sensor)
    case .forgotten(let address):
      state = "forgotten"
      self.address = address.description
    case .refused(let error):
      state = "refused"
      code = error.code
      message = error.message
    }
  }

  private mutating func add(_ sensor: AdoptedSensor) {
    address = sensor.address.description
    name = sensor.name
    person = sensor.person
    adoptedBy = sensor.way.rawValue
    // Whom the configuration names may be of another kind.
    let isUnknown = sensor.way != .configuration && sensor.person == nil && SensorKind(sensor.model)?.isWorn == true
    wearer = (sensor.wearer ?? (isUnknown ? .adult : nil))?.description
  }
}

package struct SoundReport: Codable, Sendable, Equatable {
  /// The word for no sound.
  package static let none = "none"

  /// A priority, `beeps` or `none`.
  package let signal: String
  package var beeps: UInt8?
  package let family: String

  /// - Parameter family: the family of the signal; after a sound has ended, the family of that sound.
  package init(_ signal: SoundSignal?, _ family: SignalFamily) {
    if let signal, signal.beeps > 0 {
      self.signal = "beeps"
      beeps = signal.beeps
    } else {
      self.signal = signal?.priority.name ?? Self.none
    }
    self.family = family.name
  }
}

package struct LoudnessReport: Codable, Sendable, Equatable {
  package let level: String
}

/// A message about an unanswered high alarm, for people away from the box.
package struct NoticeReport: Codable, Sendable, Equatable {
  package let condition: String
  package let priority: String
  package let reason: String
  package var person: String?
  package let unansweredSeconds: Double
  package var limit: Double?
  package var value: Double?
  package var address: String?

  private enum CodingKeys: String, CodingKey {
    case condition, priority, reason, person
    case unansweredSeconds = "unanswered_s"
    case limit, value, address
  }

  package init(_ notice: Notice, persons: [String], address: DeviceAddress?) {
    condition = notice.condition.name
    priority = notice.priority.name
    reason = notice.reason.rawValue
    person = notice.subject.name(among: persons)
    unansweredSeconds = JSONText.rounded(notice.unanswered.inSeconds)
    limit = notice.limit
    value = notice.value.map(JSONText.rounded)
    self.address = address?.description
  }
}

/// What the rules refuse to a person: a standby while the heart rate is received.
package struct RefusalReport: Codable, Sendable, Equatable {
  package let condition: String
}

/// The loading that button B has chosen, and its verdict.
package struct ScenarioReport: Codable, Sendable, Equatable {
  package let number: UInt8
  package let count: UInt8
  package let verdict: String

  package init(_ scenario: ScenarioState) {
    number = scenario.number
    count = scenario.count
    verdict = scenario.verdict.rawValue
  }
}

/// A session that began before a restart of the box goes on.
package struct ContinuedSession: Codable, Sendable, Equatable {
  /// When it began, s; before 0 by the time of the box.
  package let startedAt: Double
  /// What was drunk in it, ml.
  package let hydration: UInt32

  private enum CodingKeys: String, CodingKey {
    case startedAt = "session_t"
    case hydration = "hydration_ml"
  }

  init(_ session: EarlierSession) {
    startedAt = JSONText.rounded(session.startedAt.seconds)
    hydration = session.refreshments.millilitres
  }
}

/// A session started, goes on after a restart of the box, or ended with this summary.
package enum SessionChange: Codable, Sendable, Equatable {
  case started
  case continued(ContinuedSession)
  case ended(SessionReport)

  private enum State: String, Codable { case started, continued, ended }
  private enum CodingKeys: String, CodingKey { case state }

  package init(from decoder: any Decoder) throws {
    switch try decoder.container(keyedBy: CodingKeys.self).decode(State.self, forKey: .state) {
    case .started: self = .started
    case .continued: self = .continued(try ContinuedSession(from: decoder))
    case .ended: self = .ended(try SessionReport(from: decoder))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .started: try line.encode(State.started, forKey: .state)
    case .continued(let report):
      try line.encode(State.continued, forKey: .state)
      try report.encode(to: encoder)
    case .ended(let report):
      try line.encode(State.ended, forKey: .state)
      try report.encode(to: encoder)
    }
  }
}
