import Alarms
import ArgumentParser
import Control
import Engine
import Flight
import Monitor
import Readings
import Settings
import Status
import System
import Words

struct AlarmsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alarms", abstract: "Shows the alarm rules in force, tests a condition, or lists logged alarms.",
    subcommands: [List.self, Test.self, AlarmsRecall.self], defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Shows the rules in force: limits, dwell times, hysteresis; --json adds advice and sources.",
      discussion: "If the configuration names persons or sensors, their limits and bounds follow.")

    @OptionGroup var options: ConfigurationOptions

    @Flag(
      help: "Write one JSON object per condition, with advice, evidence, limitation and source, then one per person.")
    var json = false

    func run() throws {
      let configuration = try options.read()
      let settings = configuration.monitor
      let conditions = settings.conditions.all
      let adopted = try AdoptionFile(path: configuration.adoptedPath).read().sensors
      guard !json else {
        let objects =
          conditions.map { Self.object($0, settings) } + PersonTable.objects(configuration, adopted: adopted)
        for object in objects { try Output.standard.line(object.text) }
        return
      }
      let heads = ["condition", "name", "priority", "limit", "not before/by", "hysteresis", "source"]
      var lines = TextTable.lines([heads] + conditions.map { Self.row($0, settings) })
      for table in PersonTable.tables(configuration, adopted: adopted) { lines += [""] + TextTable.lines(table) }
      for line in lines { try Output.standard.line(line) }
    }

    private static func row(_ condition: Condition, _ settings: MonitorSettings) -> [String] {
      let unit = condition.trigger.unit
      let hysteresis = condition.hysteresis > 0 ? "\(EventText.number(condition.hysteresis)) \(unit)" : ""
      return [
        condition.id.name, ThingWords.condition(condition.id).text(.english),
        condition.isEnabled ? condition.priority.name : "off",
        limit(condition),
        bounds(condition, settings), hysteresis,
        condition.rationale.source,
      ]
    }

    private static func limit(_ condition: Condition) -> String {
      guard let limit = condition.limit else {
        return condition.trigger == .stale ? "no fresh measurement" : "reported"
      }
      let sign =
        switch condition.trigger {
        case .below: "<"
        case .above: ">"
        default: "≥"
        }
      let text = "\(sign) \(EventText.number(limit)) \(condition.trigger.unit)"
      let long = condition.sustained.map {
        ", or \(sign) \(EventText.number($0.limit)) for \(Int($0.time.inSeconds / 60)) min"
      }
      return text + (long ?? "") + (condition.detector == nil ? "" : ", or detected")
    }

    /// The bounds of a heart rate come from the settings: one pair for a proved rate, one for any other.
    private static func heartBounds(
      of id: ConditionID, _ settings: MonitorSettings
    ) -> (first: Bounds, unproved: Bounds?)? {
      switch id {
      case .heartRateLow, .heartRateHigh: (settings.proved, settings.unproved)
      case .noPulse: (settings.unproved, nil)
      default: nil
      }
    }

    private static func bounds(_ condition: Condition, _ settings: MonitorSettings) -> String {
      if let bounds = heartBounds(of: condition.id, settings) {
        return bounds.first.words + " s" + (bounds.unproved.map { ", unproved \($0.words) s" } ?? "")
      }
      return "\(EventText.number(condition.notBefore.inSeconds))/\(EventText.number(condition.mustBy.inSeconds)) s"
        + (condition.id == .noData ? boundsOfLoss : "")
        + (condition.escalatesAfter.map { ", strap: high \(Int($0.inSeconds)) s later" } ?? "")
    }

    /// A loss that replaces an alarm has the bounds of its condition.
    private static var boundsOfLoss: String {
      let (heart, air) = (Monitor.boundsOfLoss(isHeart: true), Monitor.boundsOfLoss(isHeart: false))
      return " for an alarm, else \(heart.words) s of a heart, \(air.words) s of the air"
    }

    private static func object(_ condition: Condition, _ settings: MonitorSettings) -> JSONObject {
      let bounds = Self.heartBounds(of: condition.id, settings), why = condition.rationale
      let busy = condition.isWithheldWhenBusy ? Phase.allCases.filter(\.withholdsLowAndMedium) : []
      let rule: JSONObject = [
        "condition": condition.id.name, "priority": condition.priority.name, "technical": condition.isTechnical,
        "family": condition.family.name, "enabled": condition.isEnabled, "quantity": condition.trigger.quantity?.key,
        "limit": condition.limit, "unit": condition.limit.map { _ in condition.trigger.unit },
        "settable": condition.limitRange.map { [$0.lowerBound, $0.upperBound] },
        "sustained_limit": condition.sustained?.limit, "sustained_s": condition.sustained?.time.inSeconds,
        "detector": condition.detector?.key, "hysteresis": condition.hysteresis,
      ]
      let times: JSONObject = [
        "not_before_s": (bounds?.first.notBefore ?? condition.notBefore).inSeconds,
        "must_by_s": (bounds?.first.mustBy ?? condition.mustBy).inSeconds,
        "unproved_not_before_s": bounds?.unproved?.notBefore.inSeconds,
        "unproved_must_by_s": bounds?.unproved?.mustBy.inSeconds,
        "high_after_s": condition.escalatesAfter?.inSeconds, "acknowledged_for_s": condition.acknowledgedFor.inSeconds,
        "latches": settings.latchesSound && condition.mayLatch,
        "profiles": condition.profiles.map(\.rawValue).sorted(), "withheld_in": busy.map(\.rawValue),
      ]
      let texts: JSONObject = [
        "advice": why.advice, "evidence": why.evidence, "limitation": why.limitation, "source": why.source,
        "passenger": settings.profile == .cabin ? PassengerAdvice(condition.id).map(passenger) : nil,
      ]
      return rule.adding(times).adding(texts)
    }

    /// What a passenger reads or hears with the alarm; while they cannot stand up, if that is something else.
    private static func passenger(_ told: PassengerAdvice) -> JSONObject {
      let action = told.action(in: .cruise, hasTakenCaffeine: false).rawValue
      let seated = told.action(in: .taxi, hasTakenCaffeine: false).rawValue
      return [
        "headline": told.headline, "action": action, "action_when_seated": seated == action ? nil : seated,
        "evidence": told.evidence(hasTakenCaffeine: false)?.rawValue,
        "limitation": told.limitation(hasTakenCaffeine: false)?.rawValue,
      ]
    }
  }

  struct Test: Order {
    static let configuration = CommandConfiguration(
      abstract: "Raises a condition on a running box, to test lamps and sounder.",
      discussion: "It is signalled like a real alarm and marked as a test in the log.")

    @OptionGroup var options: ConfigurationOptions

    @Argument(help: "The condition.", completion: .list(ConditionID.allCases.map(\.name)))
    var condition: String

    @Option(help: "How long, in seconds: \(AlarmSystem.testRange.lowerBound) to \(AlarmSystem.testRange.upperBound).")
    var seconds = Int(AlarmSystem.testSeconds)

    var request: ControlRequest { .test(condition, seconds: seconds) }
  }
}

/// Formats the limits and bounds of persons, and those of single sensors, as text and JSON.
enum PersonTable {
  /// Tables with their heads; empty if the configuration names neither persons nor sensors, and no adoption a kind.
  static func tables(_ configuration: Configuration, adopted: [AdoptedSensor]) -> [[[String]]] {
    var tables: [[[String]]] = []
    let persons = configuration.personRules(adopted: adopted)
    if persons.contains(where: { $0.name != nil }) {
      let heads = ["person", "kind", "when", "heart rate", "oxygen", "not before/by", "unproved", "sound", "sensors"]
      tables.append(
        [heads]
          + persons.map { rules in
            [
              rules.name ?? "anybody else", rules.kind?.description ?? "", rules.part ?? "", rules.heartText,
              rules.oxygenText,
              "\(rules.proved.words) s", "\(rules.unproved.words) s", rules.sound.rawValue,
              rules.sensors.map(\.description).joined(separator: ", "),
            ]
          })
    }
    let sensors = configuration.ownSensors
    if !sensors.isEmpty {
      tables.append(
        [["sensor", "name", "person", "limits"]]
          + sensors.map { sensor in
            [
              sensor.address.description, sensor.name ?? "", sensor.person ?? "",
              limits(sensor.limits).map { "\($0.id.name) \(EventText.number($0.limit)) \($0.unit)" }
                .joined(separator: ", "),
            ]
          })
    }
    return tables
  }

  /// JSON objects; empty if the configuration names neither persons nor sensors, and no adoption a kind.
  static func objects(_ configuration: Configuration, adopted: [AdoptedSensor]) -> [JSONObject] {
    configuration.personRules(adopted: adopted).compactMap(object) + configuration.ownSensors.map(object)
  }

  private static func object(_ rules: PersonRules) -> JSONObject? {
    // The rules for everybody else are part of the conditions.
    guard let name = rules.name else { return nil }
    func seconds(_ bounds: Bounds) -> [Double] { [bounds.notBefore.inSeconds, bounds.mustBy.inSeconds] }
    return [
      "person": name, "kind": rules.kind?.description, "when": rules.part, "limits": object(rules.limits),
      "bounds_s": seconds(rules.proved), "unproved_s": seconds(rules.unproved), "oxygen_delay_s": rules.oxygenDelay,
      "sound": rules.sound.rawValue, "sensors": rules.sensors.map(\.description),
    ]
  }

  private static func object(_ sensor: OwnSensor) -> JSONObject {
    [
      "sensor": sensor.address.description, "name": sensor.name, "person": sensor.person,
      "limits": object(sensor.limits),
    ]
  }

  private static func object(_ limits: [ConditionID: Double]) -> JSONObject {
    JSONObject(self.limits(limits).map { ($0.id.name, $0.limit) })
  }

  private static func limits(_ limits: [ConditionID: Double]) -> [(id: ConditionID, limit: Double, unit: String)] {
    ConditionTable.standard.all.compactMap { condition in
      limits[condition.id].map { (condition.id, $0, condition.trigger.unit) }
    }
  }
}

/// Formats rows of texts as lines with aligned columns.
enum TextTable {
  static func lines(_ rows: [[String]]) -> [String] {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { text, width in text + String(repeating: " ", count: width - text.count) }
      return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
    }
  }
}
