import Documents
import Words

/// What `lapwing sessions show --json` says, as far as it is shown.
struct SessionFacts: Decodable, Sendable {
  struct Figure: Decodable, Sendable {
    var min: Double?
    var mean: Double?
    var max: Double?
    var above: Double?
    var below: Double?
    var noData: Double?

    private enum CodingKeys: String, CodingKey {
      case min, mean, max
      case above = "above_s"
      case below = "below_s"
      case noData = "no_data_s"
    }
  }

  struct Sensor: Decodable, Sendable {
    let address: String
    let model: String
    let figures: [String: Figure]

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: Key.self)
      address = try fields.decode(String.self, forKey: Key("address"))
      model = try fields.decode(String.self, forKey: Key("model"))
      var figures: [String: Figure] = [:]
      for key in fields.allKeys { figures[key.stringValue] = try? fields.decode(Figure.self, forKey: key) }
      self.figures = figures
    }

    private struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(_ name: String) { stringValue = name }
      init?(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
  }

  struct Alarm: Decodable, Sendable {
    let began: String
    var ended: String?
    let condition: String
    let priority: String
    var address: String?
    var value: Double?
    var limit: Double?
    let acknowledged: Bool
  }

  /// A phase of flight with its figures.
  struct FlightPhase: Decodable, Sendable {
    let phase: String
    let since: String
    let duration: Double
    var source: String?
    let readings: Int
    var co2Mean: Double?
    var co2Highest: Double?
    var aboveExpected: Double?
    let alarms: Int

    private enum CodingKeys: String, CodingKey {
      case phase, since, source, readings, alarms
      case duration = "duration_s"
      case co2Mean = "co2_mean_ppm"
      case co2Highest = "co2_max_ppm"
      case aboveExpected = "co2_above_expected_s"
    }
  }

  struct Drink: Decodable, Sendable {
    let at: String
    let ml: Int64
  }

  let id: Int64
  let started: String
  let duration: Double
  let profile: String
  var grade: String?
  let sensors: [Sensor]
  let alarms: [Alarm]
  /// Missing if no phase was set or found.
  var phases: [FlightPhase]?
  var drinks: [Drink]?
  var hydration: Int64?
  var hydrationGoal: Int64?
  /// When caffeine was taken.
  var caffeine: String?

  private enum CodingKeys: String, CodingKey {
    case id, started, profile, grade, sensors, alarms, phases, drinks, caffeine
    case duration = "duration_s"
    case hydration = "hydration_ml"
    case hydrationGoal = "hydration_goal_ml"
  }

  /// A time of it, as people read it.
  static func local(_ text: String) -> String { DocumentTime(iso: text)?.minuteText(in: .local) ?? text }

  /// The same, without its day if that is the one on which the session began.
  func time(_ text: String) -> String {
    let time = Self.local(text)
    return time.prefix(10) == Self.local(started).prefix(10) ? String(time.suffix(5)) : time
  }

  /// - Parameter seconds: how long something lasted.
  static func length(_ seconds: Double, in language: Language) -> String {
    DurationWords.milliseconds(Int64(min(max(seconds, 0), 1e12) * 1000)).text(language)
  }
}
