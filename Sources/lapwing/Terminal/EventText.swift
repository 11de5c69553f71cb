import Alarms
import Engine
import Monitor
import Readings
import SensorProtocols
import Sessions

/// Writes what the appliance does as lines for a person: on a pipe, and for `replay` without `--json`.
struct EventText {
  private var sensors: [SensorIndex: SensorRegistry.Sensor] = [:]
  private var latest: [SensorIndex: (Measurements, SkinContact?)] = [:]

  /// The line for a record, or `nil` for one that a person need not see: a sensor that says the same again.
  mutating func line(for record: LoopOutput, at instant: Instant) -> String? {
    guard let text = text(for: record) else { return nil }
    return "\(Self.time(instant))  \(text)"
  }

  private mutating func text(for record: LoopOutput) -> String? {
    switch record {
    case .sensor(let index, let sensor):
      sensors[index] = sensor
      latest[index] = nil
      if sensor.model == .unknown { return "sensor   \(sensor.address) awaited: it is named and not heard yet" }
      return "sensor   \(sensor.address) \(sensor.model.name) heard for the first time"
    case .stranger(let index, let sensor):
      sensors[index] = sensor
      latest[index] = nil
      return "stranger \(sensor.address) \(sensor.model.name) heard, and not adopted"
    case .adoption(let news): return Self.text(for: news)
    case .reading(let reading, let sensor):
      if let known = latest[sensor], known.0 == reading.measurements, known.1 == reading.contact { return nil }
      latest[sensor] = (reading.measurements, reading.contact)
      return "reading  \(name(of: sensor)): \(Self.values(of: reading))"
    case .action(.alarm(let alarm)): return "alarm    \(Self.text(for: alarm))\(place(of: alarm.sensor))"
    case .action(.lamp(let lamp, let pattern)): return "lamp     \(lamp.name) \(Self.text(for: pattern))"
    case .action(.sound(let signal)):
      if let beeps = signal?.beeps, beeps > 0 { return "sound    \(beeps) short beeps" }
      return "sound    " + (signal.map { "\($0.priority.name) (\($0.family.name)): \($0.score)" } ?? "none")
    case .action(.loudness(let level)): return "sound    \(level.name)"
    case .action(.notice(let notice)):
      return "notice   \(notice.condition.name) \(notice.priority.name), unanswered for "
        + "\(Self.number(notice.unanswered.inSeconds)) s\(place(of: notice.sensor))"
    case .action(.refusal(let condition)): return "refused  \(ConditionTable.standard[condition].refusal)"
    case .action(.scenarioWanted): return nil
    case .action(.scenario(let scenario)):
      return "scenario \(scenario.number) of \(scenario.count): \(scenario.verdict.rawValue)"
    case .action(.phase(let phase)): return "phase    \(phase.rawValue)"
    case .action(.sessionStarted): return "session  started"
    case .action(.sessionEnded): return "session  ended"
    case .committed(let sequence): return "logbook  alarm transitions committed up to \(sequence)"
    case .note(let text): return text
    case .button(let order): return "button   \(order.gesture): \(order.meaning.rawValue)"
    case .adopted, .left, .signal, .adoptions, .answer, .selection: return nil
    case .lamp, .burst, .record, .recalled, .reloadWanted, .runEnded, .finished: return nil
    }
  }

  /// In words what has changed about whose a sensor is.
  private static func text(for news: AdoptionNews) -> String {
    switch news {
    case .adopted(let sensor): "adopted  \(sensor.text)"
    case .unconfirmed(let sensor):
      "adopted  \(sensor.text) \(sensor.model.name) by itself; confirm it: lapwing sensors adopt \(sensor.address), or "
        + "hold buttons A and B for 5 s; if it is not yours: lapwing sensors forget \(sensor.address)"
    case .forgotten(let address): "forgot   \(address)"
    case .refused(let error): "refused  \(error.message)"
    }
  }

  private func name(of sensor: SensorIndex) -> String {
    sensors[sensor].map { "\($0.address)" } ?? "sensor \(sensor.position)"
  }

  private func place(of sensor: SensorIndex?) -> String { sensor.map { " at \(name(of: $0))" } ?? "" }

  /// Minutes and seconds.
  static func time(_ instant: Instant) -> String {
    let tenths = max(0, instant.nanoseconds) / 100_000_000
    func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(padded(tenths / 600)):\(padded(tenths / 10 % 60)).\(tenths % 10)"
  }

  /// A reading in words, with what hinders where it holds no measurement.
  static func values(of reading: Reading) -> String {
    guard !reading.measurements.isEmpty else {
      return "no measurement. \(Catalogue.entry(for: reading.model).adviceWithoutReading)"
    }
    var text = values(of: reading.measurements)
    if reading.contact == .notDetected { text += ", no skin contact" }
    if let age = reading.ageSeconds { text += ", measured \(age) s before" }
    return text
  }

  /// What a sensor is for comes before its battery: a narrow terminal shows the beginning.
  private static let order = Quantity.allCases.filter { !batteries.contains($0) } + batteries
  private static let batteries: [Quantity] = [.batteryPercent, .batteryMillivolts]

  /// All quantities with their units.
  static func values(of measurements: Measurements) -> String {
    let texts = order.compactMap { quantity in
      measurements[quantity].map { "\(quantity.label) \(number($0)) \(quantity.unit)" }
    }
    return texts.isEmpty ? "no measurement" : texts.joined(separator: ", ")
  }

  /// An alarm's state in words.
  static func text(for alarm: AlarmTransition) -> String {
    var text = "\(alarm.condition.name) \(alarm.priority.name) \(alarm.presence.name)"
    if alarm.activation == .paused { text += ", sound paused" }
    if alarm.activation == .off, alarm.presence == .on { text += ", withheld" }
    if let value = alarm.value {
      text += " (\(number(value))" + (alarm.limit.map { ", limit \(number($0))" } ?? "") + ")"
    }
    return text
  }

  /// A lamp's pattern in words.
  static func text(for pattern: LampPattern) -> String {
    if case .flash(let hertz, let duty) = pattern { return "flash \(number(hertz)) Hz, \(number(duty * 100)) % lit" }
    return pattern.name
  }

  /// A number without binary noise, to a tenth.
  static func number(_ value: Double) -> String {
    let rounded = (value * 10).rounded() / 10
    return Int64(exactly: rounded).map(\.description) ?? rounded.description
  }
}
