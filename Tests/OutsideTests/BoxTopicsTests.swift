import Control
import Foundation
import Readings
import Status
import Testing
import Words

@testable import Outside

/// What stands at the topics, and what Home Assistant makes of it (docs/mqtt.md).
@Suite("The topics of a box")
struct BoxTopicsTests {
  private static let topics = BoxTopics(root: "lapwing/box", namesPersons: false)
  private static let assistant = HomeAssistant(
    topics: topics, client: "box", boxName: "Bedroom", language: .english, takesCommands: false)
  private static let aranet = #"""
    {"address":"C0:FF:EE:00:00:02","adopted":true,"name":"Desk","person":"Anna","sensor_kind":"co2","rssi":-60,"silent_s":2,
    "model":"Aranet4","co2_ppm":812,"temperature_c":21.5,"battery_pct":90,"age_s":3}
    """#

  private func status(_ sensors: [String] = [aranet], alarms: [String] = [], seconds: Double = 100) throws -> BoxStatus
  {
    let text = """
      {"profile":"cabin","run":"r","t":\(seconds),"sensors":[\(sensors.joined(separator: ","))],
      "alarms":[\(alarms.joined(separator: ","))],"lamps":[],"sound":"none","session":false,"not_watched":[],
      "alarm_transitions":0,"alarm_transitions_committed":0}
      """
    return try JSONDecoder().decode(BoxStatus.self, from: Data(text.utf8))
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func documents(_ status: BoxStatus, at now: Int64 = 0, _ values: FreshValues? = nil) throws -> [String:
    [String: Any]]
  {
    var fresh = FreshValues()
    fresh.receive(status, at: 0)
    return Dictionary(
      uniqueKeysWithValues: try Self.topics.documents(status, values ?? fresh, at: now).map {
        ($0.topic, try object($0.payload))
      })
  }

  @Test func `a sensor has its values by their keys, and no name of a person unless it is wanted`() throws {
    let sensor = try #require(try documents(try status())["lapwing/box/sensors/c0ffee000002"])
    #expect(sensor["co2_ppm"] as? Double == 812 && sensor["temperature_c"] as? Double == 21.5)
    #expect(sensor["availability"] as? String == "online" && sensor["name"] as? String == "Desk")
    #expect(sensor["person"] == nil && sensor["rssi"] == nil && sensor["silent_s"] == nil)
    let named = BoxTopics(root: "lapwing/box", namesPersons: true)
    let texts = named.documents(try status(), FreshValues(), at: 0).map(\.payload)
    #expect(texts.contains { $0.contains(#""person":"Anna""#) })
  }

  @Test func `a value that is too old is not there, also while the time of the box stands still`() throws {
    var values = FreshValues()
    let still = try status()
    values.receive(still, at: 0)
    // Received 2 s ago, and measured 3 s before that.
    #expect(values.values(of: "C0:FF:EE:00:00:02", at: 895_000).count == 3)
    values.receive(still, at: 895_000)
    #expect(values.values(of: "C0:FF:EE:00:00:02", at: 895_001).isEmpty)
    let sensor = try #require(try documents(still, at: 895_001, values)["lapwing/box/sensors/c0ffee000002"])
    #expect(sensor["availability"] as? String == "offline" && sensor["co2_ppm"] == nil)
  }

  @Test func `a sensor that sends its quantities in turn has all of them`() throws {
    var values = FreshValues()
    values.receive(try status(), at: 0)
    let other = Self.aranet.replacingOccurrences(of: #""co2_ppm":812,"#, with: "")
    values.receive(try status([other], seconds: 101), at: 1000)
    #expect(
      values.values(of: "C0:FF:EE:00:00:02", at: 1000).map(\.quantity.key) == [
        "co2_ppm", "temperature_c", "battery_pct",
      ])
  }

  @Test func `the state has the highest priority, and the alarms nothing that changes by time alone`() throws {
    let alarms = [
      #"{"condition":"co2-low","priority":"low","presence":"on","activation":"on","technical":false,"sequence":4}"#,
      #"""
      {"condition":"co2-high","priority":"high","presence":"on","activation":"paused","technical":false,"sequence":7,
      "person":"Anna","silent_for_s":12.5,"silent_until":130,"since_t":3,"value":2600,"limit":2500}
      """#,
    ]
    let found = try documents(try status(alarms: alarms))
    #expect(found["lapwing/box/state"]?["priority"] as? String == "high")
    #expect(try documents(try status())["lapwing/box/state"]?["priority"] as? String == "none")
    let list = try #require(found["lapwing/box/alarms"]?["alarms"] as? [[String: Any]])
    #expect(list.count == 2 && list[1]["condition"] as? String == "co2-high" && list[1]["value"] as? Double == 2600)
    for key in ["silent_for_s", "silent_until", "since_t", "person"] { #expect(list[1][key] == nil, "\(key)") }
  }

  @Test(arguments: [
    ("on", "on", "on"), ("on", "paused", "paused"), ("on", "off", "withheld"), ("ack", "off", "ack"),
    ("latched", "on", "latched"), ("off", "off", "off"),
  ]) func `an event has one of its types`(presence: String, activation: String, type: String) throws {
    let alarm = try OutsideScene.alarm("co2-high", presence, sequence: 3, activation: activation)
    let event = try object(Self.topics.eventText(alarm))
    #expect(event["event_type"] as? String == type && event["condition"] as? String == "co2-high")
    #expect(BoxTopics.eventTypes.contains(type))
  }

  @Test func `Home Assistant gets one message with origin, availability, classes and units`() throws {
    var values = FreshValues()
    let status = try status()
    values.receive(status, at: 0)
    let sensors = MQTTFeed.sensors(after: status, values, known: [:], at: 0)
    #expect(Self.assistant.topic == "homeassistant/device/lapwing_box/config")
    let text = try object(Self.assistant.text(status, sensors))
    #expect((text["dev"] as? [String: Any])?["name"] as? String == "Bedroom")
    #expect((text["o"] as? [String: Any])?["name"] as? String == "lapwing")
    let parts = try #require(text["cmps"] as? [String: [String: Any]])
    let co2 = try #require(parts["c0ffee000002_co2_ppm"])
    #expect(co2["dev_cla"] as? String == "carbon_dioxide" && co2["unit_of_meas"] as? String == "ppm")
    #expect(
      co2["stat_cla"] as? String == "measurement" && co2["stat_t"] as? String == "lapwing/box/sensors/c0ffee000002")
    #expect(co2["name"] as? String == "Desk CO2" && co2["uniq_id"] as? String == "lapwing_box_c0ffee000002_co2_ppm")
    #expect((co2["avty"] as? [[String: String]])?.count == 2)
    #expect(parts["c0ffee000002_battery_pct"]?["ent_cat"] as? String == "diagnostic")
    #expect(parts["event"]?["evt_typ"] as? [String] == BoxTopics.eventTypes)
    #expect(parts["session"]?["p"] as? String == "binary_sensor" && parts["ack"] == nil)
    let orders = HomeAssistant(
      topics: Self.topics, client: "box", boxName: nil, language: .korean, takesCommands: true)
    let more = try #require(try object(orders.text(status, sensors))["cmps"] as? [String: [String: Any]])
    #expect(
      more["ack"]?["cmd_t"] as? String == "lapwing/box/command/ack" && more["session"]?["p"] as? String == "switch")
    #expect(more["ack"]?["name"] as? String == "확인")
  }

  @Test func `a removed sensor keeps only its platform, which deletes it`() throws {
    var values = FreshValues()
    values.receive(try status(), at: 0)
    let known = MQTTFeed.sensors(after: try status(), values, known: [:], at: 0)
    // A box that has just started has not taken up its sensors yet.
    let early = MQTTFeed.sensors(after: try status([], seconds: 29.9), values, known: known, at: 0)
    #expect(early == known)
    let later = MQTTFeed.sensors(after: try status([], seconds: 30), values, known: known, at: 0)
    #expect(later["C0:FF:EE:00:00:02"]?.isGone == true)
    let parts = try #require(try object(Self.assistant.text(try status([]), later))["cmps"] as? [String: [String: Any]])
    #expect(parts["c0ffee000002_co2_ppm"] as? [String: String] == ["p": "sensor"])
    let back = MQTTFeed.sensors(after: try status(), values, known: later, at: 0)
    #expect(back == known)
  }

  @Test(arguments: [
    ("ack", "PRESS"), ("ack", "co2-high"), ("pause", "PRESS"), ("session", "start"), ("session", "end"),
    ("standby", "PRESS"), ("standby", "1.5"), ("end-standby", "PRESS"),
  ]) func `an order is read`(name: String, payload: String) throws {
    _ = try MQTTCommands.request(name, Array(payload.utf8))
  }

  @Test(arguments: [
    ("ack", ""), ("ack", "co2 high"), ("ack", String(repeating: "a", count: 65)), ("pause", "now"),
    ("session", "PRESS"),
    ("standby", "nan"), ("standby", "-1"), ("restart", "PRESS"), ("", ""), ("ack", "\u{0}"),
  ]) func `anything else is refused`(name: String, payload: String) {
    #expect(throws: LapwingError.self) { try MQTTCommands.request(name, Array(payload.utf8)) }
  }
}
