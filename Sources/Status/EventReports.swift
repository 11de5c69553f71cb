import Alarms
import Engine
import Monitor
import Readings
import Sessions

/// A reading of one sensor.
package struct SensorReading: Codable, Sendable, Equatable {
  /// Whose reading it is.
  package struct Sensor: Codable, Sendable, Equatable {
    package var address: String?
    /// `false` of a sensor that is not one's own; absent otherwise.
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

/// What has changed about whose a sensor is.
package struct AdoptionReport: Codable, Sendable, Equatable {
  /// `adopted`, `unconfirmed`, `forgotten` or `refused`.
  package let state: String
  package var address: String?
  package var name: String?
  package var person: String?
  package var adoptedBy: String?
  /// Of a refusal.
  package var code: String?
  package var message: String?

  private enum CodingKeys: String, CodingKey {
    case state, address, name, person
    case adoptedBy = "adopted_by"
    case code, message
  }

  package init(_ news: AdoptionNews) {
    switch news {
    case .adopted(let sensor):
      state = "adopted"
      note(sensor)
    case .unconfirmed(let sensor):
      state = "unconfirmed"
      note(sensor)
    case .forgotten(let address):
      state = "forgotten"
      self.address = address.description
    case .refused(let error):
      state = "refused"
      code = error.code
      message = error.message
    }
  }

  private mutating func note(_ sensor: AdoptedSensor) {
    address = sensor.address.description
    name = sensor.name
    person = sensor.person
    adoptedBy = sensor.way.rawValue
  }
}

/// What the sounder repeats from now on.
package struct SoundReport: Codable, Sendable, Equatable {
  /// A priority, `beeps`, or `none`.
  package let signal: String
  /// How many beeps, where they are.
  package var beeps: UInt8?
  package let family: String

  /// - Parameter family: the one of the signal; that of the signal before where there is silence now.
  package init(_ signal: SoundSignal?, _ family: SignalFamily) {
    if let signal, signal.beeps > 0 {
      self.signal = "beeps"
      beeps = signal.beeps
    } else {
      self.signal = signal?.priority.name ?? BoxStatus.noSound
    }
    self.family = family.name
  }
}

/// How loud the sounder is from now on.
package struct LoudnessReport: Codable, Sendable, Equatable {
  package let level: String
}

/// A high alarm that nobody answers, for somebody far away.
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

/// A condition that sounds and cannot be silenced.
package struct RefusalReport: Codable, Sendable, Equatable {
  package let condition: String
}

/// The scenario that somebody asked for, as far as the monitor knows it.
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

/// The phase of flight that counts from now on.
package struct PhaseReport: Codable, Sendable, Equatable {
  package let phase: String
}

/// A session has started, or has ended with its summary.
package enum SessionChange: Codable, Sendable, Equatable {
  case started
  case ended(SessionReport)

  private enum State: String, Codable { case started, ended }
  private enum CodingKeys: String, CodingKey { case state }

  package init(from decoder: any Decoder) throws {
    switch try decoder.container(keyedBy: CodingKeys.self).decode(State.self, forKey: .state) {
    case .started: self = .started
    case .ended: self = .ended(try SessionReport(from: decoder))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .started: try line.encode(State.started, forKey: .state)
    case .ended(let report):
      try line.encode(State.ended, forKey: .state)
      try report.encode(to: encoder)
    }
  }
}
