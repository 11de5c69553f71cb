import Alarms
import Engine
import Monitor
import Readings
import Settings
import Status

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

  /// The limits in the order of the conditions.
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
