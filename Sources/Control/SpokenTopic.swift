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

  /// The parts of what is spoken, in their order; empty if nothing is known of the topic.
  /// - Parameters:
  ///   - box: what the box shows.
  ///   - gaps: what it does not watch.
  ///   - persons: their names, by their numbers.
  ///   - minute: of the local day; `nil` if the clock is not set.
  ///   - delay: how old `box` is, s.
  func parts(
    of box: BoxStatus, gaps: [Unwatched.Gap], persons: [String], minute: Int16?, delay: Double = 0
  ) -> [SpeechPart] {
    let picture = Picture(box: box, persons: persons, delay: delay)
    let time = minute.map { [SpeechPart.minuteOfDay(Int($0))] } ?? []
    let phase = box.phase.flatMap(Phase.init(name:)).map { [SpeechPart.phase($0)] } ?? []
    let alarms = box.alarms.isEmpty ? [.phrase(.noAlarm)] : picture.alarms { _ in true }
    switch self {
    case .time: return time
    case .alarms: return alarms
    case .air: return picture.alarms { $0 == .air } + picture.air
    case .heart: return picture.alarms { $0 == .heart } + picture.hearts
    case .phase: return phase
    case .status: return time + alarms + picture.air + picture.hearts + phase + Self.unwatched(box, gaps)
    }
  }

  private struct Picture {
    let box: BoxStatus
    let persons: [String]
    let delay: Double

    private func number(_ person: String?) -> [SpeechPart] {
      guard persons.count > 1, let person, let index = persons.firstIndex(of: person) else { return [] }
      return [.person(index + 1)]
    }

    /// The alarms of some families, the most urgent first.
    func alarms(_ isWanted: (SignalFamily) -> Bool) -> [SpeechPart] {
      Priority.allCases.reversed().flatMap { priority in
        box.alarms.filter { $0.priority == priority.name }.flatMap { alarm -> [SpeechPart] in
          guard let id = ConditionID(name: alarm.condition), isWanted(ConditionTable.standard[id].family) else {
            return []
          }
          var parts = (alarm.isTest == true ? [.phrase(.test)] : []) + number(alarm.person) + [SpeechPart.condition(id)]
          // A latched one is over, and a test is about nothing.
          guard alarm.isTest != true, alarm.presence != Presence.latched.name else { return parts }
          parts += value(of: ConditionTable.standard[id].trigger, at: alarm)
          if let since = alarm.since { parts.append(.since(.seconds(box.seconds + delay - since))) }
          return parts + (SpokenAdvice(id).map { [.advice($0)] } ?? [])
        }
      }
    }

    /// What the sensor measures now. The value of the alarm is the one with which it began.
    private func value(of trigger: Condition.Trigger, at alarm: AlarmReport) -> [SpeechPart] {
      guard let quantity = trigger.quantity, let unit = SpokenUnit(trigger.unit), alarm.isLastValue != true,
        let sensor = box.sensors.first(where: { $0.identity.address == alarm.address }), !isOld(quantity, of: sensor),
        let value = sensor.reading?.measurements[quantity]
      else { return [] }
      return [.value(trigger.shown(value), unit)]
    }

    var air: [SpeechPart] { values([(.co2PartsPerMillion, .carbonDioxide, .partsPerMillion)]) }
    var hearts: [SpeechPart] {
      values([(.heartRateBeatsPerMinute, .heartRate, .beats), (.oxygenSaturationPercent, .oxygen, .percent)])
    }

    /// The values of adopted sensors, each with its word.
    private func values(_ wanted: [(Quantity, Phrase, SpokenUnit)]) -> [SpeechPart] {
      box.sensors.filter(\.identity.isAdopted).flatMap { sensor in
        wanted.flatMap { quantity, name, unit -> [SpeechPart] in
          guard let value = sensor.reading?.measurements[quantity] else { return [] }
          let word: Phrase? =
            isOld(quantity, of: sensor)
            ? .oldValue : SpokenTopic.word(Judgement.of(value, quantity, of: sensor, in: box))
          return number(sensor.identity.person) + [.quantity(name, value, unit, word)]
        }
      }
    }

    private func isOld(_ quantity: Quantity, of sensor: SensorReport) -> Bool {
      sensor.ageSeconds + delay > Double(HeldValues.longestHold(of: quantity)) / 1000
    }
  }

  fileprivate static func word(_ judgement: Judgement) -> Phrase? {
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
