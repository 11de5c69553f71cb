import Readings
import Status
import System
import Words

/// The discovery of Home Assistant: one message that describes the box, its sensors and its buttons
/// (home-assistant.io/integrations/mqtt, "Device discovery payload").
struct HomeAssistant: Sendable {
  let topics: BoxTopics
  /// The name of the box at the broker.
  let client: String
  let boxName: String?
  let language: Language
  let takesCommands: Bool

  static let status = "homeassistant/status"
  /// What it publishes when it has started. It then wants everything again.
  static let birth = "online"

  var topic: String { "homeassistant/device/lapwing_\(client)/config" }

  func text(_ status: BoxStatus, _ sensors: [String: MQTTHistory.KnownSensor]) -> String {
    var parts = JSONObject()
    for (name, part) in ofBox(status) { parts.add(name, part) }
    for (address, sensor) in sensors.sorted(by: { $0.key < $1.key }) {
      for key in sensor.quantities {
        guard let quantity = Quantity.allCases.first(where: { $0.key == key }) else { continue }
        let name = "\(BoxTopics.word(address))_\(key)"
        // A component of which only the platform is left is deleted.
        parts.add(name, sensor.isGone ? ["p": platform(quantity)] : part(name, quantity, address, sensor))
      }
    }
    let text: JSONObject = [
      "dev": [
        "ids": ["lapwing_\(client)"], "name": boxName ?? "Lapwing", "mf": "Lapwing", "mdl": status.profile,
        "sw": Version.text,
      ] as JSONObject,
      "o": ["name": "lapwing", "sw": Version.text] as JSONObject,
      "avty": [["t": topics.availability] as JSONObject], "qos": 1, "cmps": parts,
    ]
    return text.text
  }

  /// An entity of the box itself.
  private func entity(
    _ name: String, _ platform: String, _ words: HomeAssistantWords, _ members: JSONObject
  ) -> (String, JSONObject) {
    (name, (["p": platform, "uniq_id": id(name), "name": words.text(language)] as JSONObject).adding(members))
  }

  private func id(_ name: String) -> String { "lapwing_\(client)_\(name)" }

  private func ofBox(_ status: BoxStatus) -> [(String, JSONObject)] {
    let (state, alarms) = (topics.state, topics.alarms)
    var entities = [
      entity(
        "alarm", "binary_sensor", .alarm,
        [
          "stat_t": alarms, "val_tpl": "{{ 'ON' if value_json.alarms else 'OFF' }}", "json_attr_t": alarms,
          "dev_cla": "problem",
        ]),
      entity(
        "priority", "sensor", .priority,
        [
          "stat_t": state, "val_tpl": "{{ value_json.priority }}", "dev_cla": "enum",
          "ops": ["none", "low", "medium", "high"],
        ]),
      entity("event", "event", .change, ["stat_t": topics.event, "evt_typ": BoxTopics.eventTypes]),
      entity(
        "not_watched", "sensor", .notWatched,
        [
          "stat_t": state, "val_tpl": "{{ value_json.not_watched | count }}", "ent_cat": "diagnostic",
          "stat_cla": "measurement",
        ]),
    ]
    if status.profile != "bedside" {
      entities.append(
        entity("phase", "sensor", .phase, ["stat_t": state, "val_tpl": "{{ value_json.phase | default(None) }}"]))
    }
    let session = "{{ 'ON' if value_json.session else 'OFF' }}"
    guard takesCommands else {
      entities.append(
        entity(
          "session", "binary_sensor", .session, ["stat_t": state, "val_tpl": session, "dev_cla": "running"]))
      return entities
    }
    entities.append(
      entity(
        "session", "switch", .session,
        [
          "stat_t": state, "val_tpl": session, "cmd_t": topics.command("session"), "pl_on": "start", "pl_off": "end",
          "stat_on": "ON", "stat_off": "OFF",
        ]))
    let buttons: [(String, HomeAssistantWords)] = [
      ("ack", .acknowledge), ("pause", .pause), ("standby", .standby), ("end-standby", .endStandby),
    ]
    return entities
      + buttons.map { name, words in entity(name, "button", words, ["cmd_t": topics.command(name)]) }
  }

  private func platform(_ quantity: Quantity) -> String {
    quantity == .carbonMonoxideDetected ? "binary_sensor" : "sensor"
  }

  private func part(
    _ name: String, _ quantity: Quantity, _ address: String, _ sensor: MQTTHistory.KnownSensor
  ) -> JSONObject {
    let topic = topics.sensor(address), traits = quantity.traits
    var part: JSONObject = [
      "p": platform(quantity), "uniq_id": id(name),
      "name": "\(sensor.name) \(ThingWords.quantity(quantity).text(language))", "stat_t": topic,
      // A value that is too old is not there: Home Assistant shows it as unknown.
      "val_tpl": "{{ value_json.\(quantity.key) | default(None) }}",
      "avty": [
        ["t": topics.availability] as JSONObject,
        ["t": topic, "val_tpl": "{{ value_json.availability }}"] as JSONObject,
      ],
      "avty_mode": "all", "dev_cla": traits.deviceClass, "ent_cat": traits.isDiagnostic ? "diagnostic" : nil,
    ]
    guard quantity != .carbonMonoxideDetected else { return part.adding(["pl_on": "1", "pl_off": "0"] as JSONObject) }
    part.add("stat_cla", traits.stateClass)
    part.add("unit_of_meas", traits.unit.isEmpty ? nil : traits.unit)
    return part
  }
}

extension Quantity {
  fileprivate struct Traits {
    var deviceClass: String?
    var unit: String
    var stateClass = "measurement"
    var isDiagnostic = false
  }

  /// A class of Home Assistant holds its own list of units: it is left out if ours is not on it, in the oldest version with device
  /// discovery (2024.11).
  fileprivate var traits: Traits {
    switch self {
    case .co2PartsPerMillion: Traits(deviceClass: "carbon_dioxide", unit: unit)
    case .temperatureCelsius: Traits(deviceClass: "temperature", unit: unit)
    case .relativeHumidityPercent: Traits(deviceClass: "humidity", unit: unit)
    case .pressureHectopascals: Traits(deviceClass: "atmospheric_pressure", unit: unit)
    case .pm1MicrogramsPerCubicMetre: Traits(deviceClass: "pm1", unit: unit)
    case .pm25MicrogramsPerCubicMetre: Traits(deviceClass: "pm25", unit: unit)
    case .pm10MicrogramsPerCubicMetre: Traits(deviceClass: "pm10", unit: unit)
    case .vocPartsPerBillion: Traits(deviceClass: "volatile_organic_compounds_parts", unit: unit)
    case .tvocMicrogramsPerCubicMetre: Traits(deviceClass: "volatile_organic_compounds", unit: unit)
    case .carbonMonoxideDetected: Traits(deviceClass: "carbon_monoxide", unit: "")
    case .illuminanceLux: Traits(deviceClass: "illuminance", unit: unit)
    case .soundDecibels: Traits(deviceClass: "sound_pressure", unit: "dBA")
    case .soilMoisturePercent: Traits(deviceClass: "moisture", unit: unit)
    case .batteryPercent: Traits(deviceClass: "battery", unit: unit, isDiagnostic: true)
    case .batteryMillivolts: Traits(deviceClass: "voltage", unit: unit, isDiagnostic: true)
    case .radiationDurationSeconds: Traits(deviceClass: "duration", unit: unit, stateClass: "total_increasing")
    case .radiationTotalNanosieverts: Traits(unit: unit, stateClass: "total_increasing")
    case .energyKilojoules: Traits(deviceClass: "energy", unit: unit, stateClass: "total_increasing")
    case .co2SentPartsPerMillion, .co2CorrectionHectopascals, .co2CorrectionPercentPerKilopascal:
      Traits(unit: unit, isDiagnostic: true)
    case .equivalentCO2PartsPerMillion, .pm4MicrogramsPerCubicMetre, .vocIndex, .noxIndex,
      .formaldehydePartsPerBillion, .formaldehydeMicrogramsPerCubicMetre, .carbonMonoxidePartsPerBillion,
      .ozonePartsPerBillion, .radonBecquerelsPerCubicMetre, .radonLongTermBecquerelsPerCubicMetre,
      .radiationNanosievertsPerHour, .heartRateBeatsPerMinute, .oxygenSaturationPercent, .pulseBeatsPerMinute,
      .oxygenSaturationFastPercent, .pulseFastBeatsPerMinute, .oxygenSaturationSlowPercent, .pulseSlowBeatsPerMinute,
      .pulseAmplitudePercent:
      Traits(unit: unit)
    }
  }
}
