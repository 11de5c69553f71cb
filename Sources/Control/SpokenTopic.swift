import Alarms
import Engine
import Flight
import Monitor
import Readings
import Sessions
import Settings
import Speech
import Status

/// What a person asks the box to speak.
package enum SpokenTopic: String, CaseIterable, Sendable {
  /// All of the others.
  case status
  case alarms, air, heart, phase, time

  package static let names = allCases.map(\.rawValue).joined(separator: ", ")

  init(asked name: String?) throws(LapwingError) {
    let name = name ?? Self.status.rawValue
    guard let topic = SpokenTopic(rawValue: name) else {
      throw LapwingError(
        .usage, code: "unknown-topic", "the box cannot speak of \(name.prefix(40)); say one of \(Self.names)")
    }
    self = topic
  }

  /// The parts of what is spoken, in their order.
  /// - Parameters:
  ///   - box: what the box shows.
  ///   - gaps: what it does not watch.
  ///   - minute: of the local day; `nil` if the clock is not set.
  func parts(
    of box: BoxStatus, gaps: [Unwatched.Gap], persons: [String], minute: Int16?
  ) -> [SpeechPart] {
    func number(_ person: String?) -> [SpeechPart] {
      guard persons.count > 1, let person, let index = persons.firstIndex(of: person) else { return [] }
      return [.person(index + 1)]
    }
    switch self {
    case .time: return minute.map { [.minuteOfDay(Int($0))] } ?? []
    case .alarms: return Self.alarms(of: box, number)
    case .air:
      return Self.values(
        [
          (.co2PartsPerMillion, .carbonDioxide, .partsPerMillion)
        ], of: box, number)
    case .heart:
      return Self.values(
        [
          (.heartRateBeatsPerMinute, .heartRate, .beats), (.oxygenSaturationPercent, .oxygen, .percent),
        ], of: box, number)
    case .phase: return box.phase.flatMap(Phase.init(name:)).map { [.phase($0)] } ?? []
    case .status:
      var parts: [SpeechPart] = []
      for topic in [SpokenTopic.time, .alarms, .air, .heart, .phase] {
        parts += topic.parts(of: box, gaps: gaps, persons: persons, minute: minute)
      }
      return parts + Self.unwatched(box, gaps)
    }
  }

  private static func alarms(of box: BoxStatus, _ number: (String?) -> [SpeechPart]) -> [SpeechPart] {
    let alarms = Priority.allCases.reversed().flatMap { priority in box.alarms.filter { $0.priority == priority.name } }
    guard !alarms.isEmpty else { return [.phrase(.noAlarm)] }
    return alarms.flatMap { alarm -> [SpeechPart] in
      guard let id = ConditionID(name: alarm.condition) else { return [] }
      let condition = ConditionTable.standard[id]
      var parts = (alarm.isTest == true ? [.phrase(.test)] : []) + number(alarm.person) + [SpeechPart.condition(id)]
      if let value = alarm.value, alarm.isLastValue != true, let unit = SpokenUnit(condition.trigger.unit) {
        parts.append(.value(value, unit))
      }
      if let since = alarm.since { parts.append(.since(.seconds(box.seconds - since))) }
      if let advice = SpokenAdvice(id) { parts.append(.advice(advice)) }
      return parts
    }
  }

  /// The values of adopted sensors, each with its word.
  private static func values(
    _ wanted: [(Quantity, Phrase, SpokenUnit)], of box: BoxStatus, _ number: (String?) -> [SpeechPart]
  ) -> [SpeechPart] {
    box.sensors.filter(\.identity.isAdopted).flatMap { sensor in
      wanted.flatMap { quantity, name, unit -> [SpeechPart] in
        guard let value = sensor.reading?.measurements[quantity] else { return [] }
        let isOld = sensor.ageSeconds > Double(HeldValues.longestHold(of: quantity)) / 1000
        let word: Phrase? = isOld ? .oldValue : Self.word(Judgement.of(value, quantity, of: sensor, in: box))
        return number(sensor.identity.person) + [.quantity(name, value, unit, word)]
      }
    }
  }

  private static func word(_ judgement: Judgement) -> Phrase? {
    switch judgement {
    case .good: .good
    case .low: .tooLow
    case .high: .tooHigh
    case .step(.low): .advisory
    case .step(.medium): .warning
    case .step(.high): .critical
    // The alarm itself is spoken before.
    case .alarm, .unjudged, .unwatched: nil
    }
  }

  private static func unwatched(_ box: BoxStatus, _ gaps: [Unwatched.Gap]) -> [SpeechPart] {
    if gaps.contains(.nobody) { return [.phrase(.noOneWatched)] }
    if !box.sensors.contains(where: \.identity.isAdopted) { return [.phrase(.noSensor)] }
    return box.notWatched.isEmpty ? [] : [.phrase(.notEverythingWatched)]
  }
}
