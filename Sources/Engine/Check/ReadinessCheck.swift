import Alarms
import Monitor
import Readings

/// Whether a box is ready for a flight or a night, as `lapwing session check` and a double press of button A ask.
package struct ReadinessCheck: Sendable, Equatable {
  /// What a flight needs (specification of the checklist). The raw values are words in JSON and in the logbook.
  package enum Item: String, CaseIterable, Sendable {
    /// A sensor of the kind that the profile watches is adopted, and its data are fresh.
    case sensor
    /// The sounder or the lamps work, and were tested in this run.
    case signal
    /// A person has confirmed where the sensor lies.
    case placement
  }

  /// A sensor of the kind that the profile watches.
  package struct Sensor: Sendable, Equatable {
    package let address: DeviceAddress
    package let isFresh: Bool
  }

  package let profile: BoxProfile
  package let sensors: [Sensor]
  package let checklist: Checklist
  /// What else is wrong: other sensors without fresh data, and alarms.
  package let others: [String]
  package let instant: Instant

  /// The sensors that a profile needs: CO2 in an aircraft, a heart beside a bed.
  package static func isNeeded(_ kind: SensorKind, in profile: BoxProfile) -> Bool {
    profile == .bedside ? kind.isWorn : kind == .co2
  }

  /// The items that are missing. If there is no board, as in a replay, the signal is not asked for.
  package var missing: [Item] {
    Item.allCases.filter { item in
      switch item {
      case .sensor: !sensors.contains(where: \.isFresh)
      case .signal: checklist.parts.map { $0.isEmpty || checklist.testedAt == nil } ?? false
      case .placement: checklist.placedAt == nil
      }
    }
  }

  package func sentence(about item: Item) -> String {
    switch item {
    case .sensor:
      guard !sensors.isEmpty else {
        let kind = profile == .bedside ? "heart" : "CO2"
        return
          "no \(kind) sensor is adopted; hold it beside the box with A and B held, or adopt it on the page or by lapwing "
          + "sensors adopt ADDRESS"
      }
      let silent = sensors.map(\.address.description).joined(separator: " and ")
      return "\(silent) sends no fresh data; wake it and bring it nearer"
    case .signal:
      if checklist.parts?.isEmpty == true {
        return
          "neither a sounder nor a lamp works, or there is none; the doctor says why, on the page or by lapwing doctor"
      }
      return
        "the signals were not tested; press A twice, or try an alarm on the page or by lapwing session check --signal, and "
        + "listen"
    case .placement:
      return "no person has confirmed where the sensor lies; put it where you breathe, and press A twice, or "
        + "say so on the page or by lapwing session check --placed"
    }
  }

  /// All that is wrong, in one line; `nil` if the box is ready and well.
  package var complaint: String? {
    let sentences = missing.map(sentence) + others
    return sentences.isEmpty ? nil : sentences.joined(separator: "; ")
  }
}
