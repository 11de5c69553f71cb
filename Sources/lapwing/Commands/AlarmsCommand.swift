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

/// `lapwing alarms`: the group of commands about alarm rules.
struct AlarmsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alarms", abstract: "Shows the alarm rules in force, tests a condition, or lists logged alarms.",
    subcommands: [List.self, Test.self, AlarmsRecall.self], defaultSubcommand: List.self)

  /// `lapwing alarms list`: shows the alarm rules.
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
      let heads = ["condition", "priority", "limit", "not before/by", "hysteresis", "source"]
      var lines = TextTable.lines([heads] + conditions.map { Self.row($0, settings) })
      for table in PersonTable.tables(configuration, adopted: adopted) { lines += [""] + TextTable.lines(table) }
      for line in lines { try Output.standard.line(line) }
    }

    private static func row(_ condition: Condition, _ settings: MonitorSettings) -> [String] {
      let unit = condition.trigger.unit
      let hysteresis = condition.hysteresis > 0 ? "\(EventText.number(condition.hysteresis)) \(unit)" : ""
      return [
        condition.id.name, condition.isEnabled ? condition.priority.name : "off",
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
        + (condition.escalatesAfter.map { ", strap: high \(Int($0.inSeconds)) s later" } ?? "")
    }

    private static func object(_ condition: Condition, _ settings: MonitorSettings) -> JSONLine {
      var line = JSONLine()
      line.add("condition", condition.id.name)
      line.add("priority", condition.priority.name)
      line.add("technical", condition.isTechnical)
      line.add("family", condition.family.name)
      line.add("enabled", condition.isEnabled)
      if let quantity = condition.trigger.quantity { line.add("quantity", quantity.key) }
      if let limit = condition.limit {
        line.add("limit", limit)
        line.add("unit", condition.trigger.unit)
      }
      if let range = condition.limitRange { line.add("settable", [range.lowerBound, range.upperBound]) }
      if let sustained = condition.sustained {
        line.add("sustained_limit", sustained.limit)
        line.add("sustained_s", sustained.time.inSeconds)
      }
      if let detector = condition.detector { line.add("detector", detector.key) }
      line.add("hysteresis", condition.hysteresis)
      let bounds = Self.heartBounds(of: condition.id, settings)
      line.add("not_before_s", (bounds?.first.notBefore ?? condition.notBefore).inSeconds)
      line.add("must_by_s", (bounds?.first.mustBy ?? condition.mustBy).inSeconds)
      if let unproved = bounds?.unproved {
        line.add("unproved_not_before_s", unproved.notBefore.inSeconds)
        line.add("unproved_must_by_s", unproved.mustBy.inSeconds)
      }
      if let rise = condition.escalatesAfter { line.add("high_after_s", rise.inSeconds) }
      line.add("acknowledged_for_s", condition.acknowledgedFor.inSeconds)
      line.add("latches", settings.latchesSound && condition.mayLatch)
      line.add("profiles", condition.profiles.map(\.rawValue).sorted())
      let phases = condition.isWithheldWhenBusy ? Phase.allCases.filter(\.withholdsLowAndMedium) : []
      line.add("withheld_in", phases.map(\.rawValue))
      line.add("advice", condition.rationale.advice)
      line.add("evidence", condition.rationale.evidence)
      line.add("limitation", condition.rationale.limitation)
      line.add("source", condition.rationale.source)
      if settings.profile == .cabin, let told = PassengerAdvice(condition.id) { line.add("passenger", passenger(told)) }
      return line
    }

    /// What a passenger is told with the alarm; while they cannot stand up, if that is something else.
    private static func passenger(_ told: PassengerAdvice) -> JSONLine {
      var line = JSONLine()
      line.add("headline", told.headline)
      let action = told.action(in: .cruise, hasTakenCaffeine: false)
      let seated = told.action(in: .taxi, hasTakenCaffeine: false)
      line.add("action", action)
      if seated != action { line.add("action_when_seated", seated) }
      if let evidence = told.evidence(hasTakenCaffeine: false) { line.add("evidence", evidence) }
      if let limitation = told.limitation(hasTakenCaffeine: false) { line.add("limitation", limitation) }
      return line
    }
  }

  /// `lapwing alarms test`: raises a condition on a running box.
  struct Test: Order {
    static let configuration = CommandConfiguration(
      abstract: "Raises a condition on a running box, to test lamps and sounder.",
      discussion: "It is signalled like a real alarm and marked as a test in the log.")

    @OptionGroup var options: ConfigurationOptions

    @Argument(help: "The condition.", completion: .list(ConditionID.allCases.map(\.name)))
    var condition: String

    @Option(help: "How long, in seconds: \(AlarmSystem.testRange.lowerBound) to \(AlarmSystem.testRange.upperBound).")
    var seconds = Int(AlarmSystem.testSeconds)

    var request: ControlRequest { ControlRequest(.test, name: condition, seconds: seconds) }
  }
}
