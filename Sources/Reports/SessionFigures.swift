import Alarms
import Documents
import Logbook
import Readings
import Sessions
import Status
import Words

package struct SessionFigures: Sendable {
  package let line: SessionLine
  package let period: PeriodFigures
  package let remarks: SessionRemarks
  package let phases: [SessionPhase]

  private var session: SessionRecord { line.session }
  package var sensors: [SensorFigures] { period.sensors }
  private var alarms: [AlarmFigures] { period.alarms }
  private var limits: SensorLimits { period.limits }
  private var duration: Int64 { period.duration }

  /// - Parameter hasGaps: whether the gaps between readings are needed, which takes long for a long session.
  package init(
    _ session: SessionRecord, in reader: LogbookReader, limits: SensorLimits, columns: Int,
    goalPerHour: Double, hasGaps: Bool = false
  ) throws(LapwingError) {
    let time = try reader.wholeTime(of: session)
    period = try PeriodFigures(
      from: time.lowerBound, to: time.upperBound, session: session.id, in: reader, limits: limits, columns: columns,
      hasGaps: hasGaps)
    line = SessionLine(session, time: time, sensors: period.sensors)
    let goal = HydrationGoal.millilitres(perHour: goalPerHour, after: Double(line.end - line.start) / 1000)
    remarks = try SessionRemarks(session: session, goal: goal, in: reader)
    phases = try SessionPhase.all(
      remarks.parts, from: line.start, to: line.end, session: session, alarms: period.alarms.map(\.alarm), in: reader)
  }

  package var readings: Int { sensors.reduce(0) { $0 + $1.readings } }

  /// How many alarms were on at any time, by the priority that each reached; the highest priority first.
  package var alarmsByPriority: [(priority: String, count: Int)] {
    Priority.allCases.reversed().map { priority in
      (priority.name, alarms.count { $0.alarm.priority == priority.name })
    }
  }

  package var text: String {
    var lines = ["Session " + line.text] + remarks.lines + [""]
    if readings == 0 { lines.append("No readings were logged in it.") }
    for sensor in sensors {
      lines.append("\(sensor.model) \(sensor.address): \(sensor.readings) readings")
      if sensor.damagedParts > 0 { lines.append("  \(sensor.damagedParts) blocks or rows are damaged") }
      for quantity in sensor.quantities { lines.append("  " + Self.text(quantity, duration, limits[sensor.address])) }
      lines.append("")
    }
    for sensor in sensors {
      for quantity in sensor.quantities where Self.charted.contains(quantity.quantity) {
        lines.append("\(quantity.quantity.label) (\(quantity.quantity.unit)), \(sensor.model) \(sensor.address)")
        let chart = TerminalChart(
          figures: quantity.figures, limits: limits[sensor.address][quantity.quantity] ?? ValueLimits(),
          start: period.start,
          columnLength: period.columnLength,
          alarms: alarms.map(\.alarm).filter { $0.address == nil || $0.address == "\(sensor.address)" })
        lines += chart.lines + [""]
      }
    }
    if !phases.isEmpty { lines += ["Phases"] + (phases.map(\.text) + replacedPhases).map { "  " + $0 } + [""] }
    if alarms.isEmpty { lines.append("No alarms.") } else { lines.append("Alarms") }
    lines += alarms.map { "  " + alarmText($0) }
    let repeated = SessionEpisodes.grouped(alarms).filter { $0.alarms.count > 1 }
    if !repeated.isEmpty { lines += [""] + repeated.map { "  " + $0.text } }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What a person had set, where the air showed another phase.
  var replacedPhases: [String] {
    remarks.parts.replacedPhases.map {
      "\(line.time($0.since))  \($0.phase) was set by hand (\($0.source)), and the air showed another phase"
    }
  }

  private var replacedPhasesJSON: [JSONObject]? {
    let replaced = remarks.parts.replacedPhases
    guard !replaced.isEmpty else { return nil }
    return replaced.map { ["phase": $0.phase, "since": DateText.utc($0.since), "source": $0.source] }
  }

  /// The phase at a time; `nil` in a session without phases.
  package func phase(at time: Int64) -> String? { phases.last { $0.from <= time }?.name }

  /// What a person looks at first.
  private static let charted: Set<Quantity> = [
    .co2PartsPerMillion, .heartRateBeatsPerMinute, .pulseBeatsPerMinute, .oxygenSaturationPercent,
  ]

  private static func text(_ quantity: QuantityFigures, _ duration: Int64, _ limits: [Quantity: ValueLimits]) -> String
  {
    let total = quantity.total
    func number(_ value: Double?) -> String { value.map(EventText.number) ?? "-" }
    let label = quantity.quantity.label + String(repeating: " ", count: max(1, 17 - quantity.quantity.label.count))
    var text =
      "\(label)\(number(total.minimum)) / \(number(total.mean)) / \(number(total.maximum))"
      + " \(quantity.quantity.unit)"
    if let limit = limits[quantity.quantity] {
      if limit.low != nil { text += ", below \(DurationText.text(milliseconds: total.below))" }
      text += ", within \(DurationText.text(milliseconds: total.within))"
      if limit.high != nil { text += ", above \(DurationText.text(milliseconds: total.above))" }
    }
    let missing = total.missing(in: duration)
    return missing > 0 ? text + ", no data \(DurationText.text(milliseconds: missing))" : text
  }

  private func alarmText(_ figures: AlarmFigures) -> String {
    let alarm = figures.alarm
    var text = "\(line.time(alarm.beganAt))  \(ThingWords.named(alarm.condition)) \(alarm.priority)"
    if let worst = figures.worst { text += ", worst \(ShownUnits.metric.text(worst, in: figures.unit))" }
    if let limit = alarm.limit { text += " (limit \(EventText.number(limit)))" }
    text += ", \(DurationText.text(milliseconds: figures.duration))"
    if let beyond = figures.beyond { text += ", beyond the limit \(DurationText.text(milliseconds: beyond))" }
    if alarm.beganAt < period.start { text += ", was on before" }
    if alarm.endedAt == nil { text += ", goes on" }
    if alarm.isDamaged { text += ", damaged in the logbook" }
    if let answer = figures.answeredAfter { text += ", acknowledged after \(DurationText.text(milliseconds: answer))" }
    return text
  }

  package var json: JSONObject {
    let own: JSONObject = [
      "sensors": sensors.map(json), "alarms": alarms.map(Self.json),
      "episodes": SessionEpisodes.grouped(alarms).map(\.json),
      "phases": phases.isEmpty ? nil : phases.map(\.json),
      "replaced_phases": replacedPhasesJSON, "reading_count": readings,
      "alarms_by_priority": JSONObject(alarmsByPriority.map { ($0.priority, $0.count) }),
    ]
    return line.json.adding(own).adding(remarks.json)
  }

  private func json(_ sensor: SensorFigures) -> JSONObject {
    var item: JSONObject = [
      "address": sensor.address.description, "model": sensor.model, "readings": sensor.readings,
      "beats": sensor.beats > 0 ? sensor.beats : nil,
      "damaged_parts": sensor.damagedParts > 0 ? sensor.damagedParts : nil,
    ]
    for quantity in sensor.quantities {
      let limits = limits[sensor.address][quantity.quantity]
      item.add(quantity.quantity.key, Self.json(quantity.total, duration, limits))
    }
    return item
  }

  private static func json(_ figures: AlarmFigures) -> JSONObject {
    let alarm = figures.alarm
    return [
      "id": alarm.id, "began": DateText.utc(alarm.beganAt), "ended": alarm.endedAt.map { DateText.utc($0) },
      "condition": alarm.condition, "priority": alarm.priority, "address": alarm.address, "value": alarm.value,
      "limit": alarm.limit, "worst": JSONText.rounded(ifGiven: figures.worst),
      "duration_s": JSONText.seconds(figures.duration), "beyond_s": JSONText.seconds(ifGiven: figures.beyond),
      "damaged": alarm.isDamaged ? true : nil, "acknowledged": alarm.wasAcknowledged,
      "answered_after_s": JSONText.seconds(ifGiven: figures.answeredAfter),
    ]
  }

  private static func json(_ total: HeldValues, _ duration: Int64, _ limits: ValueLimits?) -> JSONObject {
    [
      "count": total.count, "min": total.minimum, "mean": JSONText.rounded(ifGiven: total.mean), "max": total.maximum,
      "low_limit": limits?.low, "below_s": limits?.low.map { _ in JSONText.seconds(total.below) },
      "within_s": JSONText.seconds(total.within), "high_limit": limits?.high,
      "above_s": limits?.high.map { _ in JSONText.seconds(total.above) },
      "no_data_s": JSONText.seconds(total.missing(in: duration)),
    ]
  }
}
