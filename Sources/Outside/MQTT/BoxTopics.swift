import Alarms
import Readings
import Status
import System

/// The topics of a box, and what stands at them: the state of now, kept by the broker. docs/mqtt.md describes each, and
/// data/schemas/mqtt.schema.json holds their JSON.
struct BoxTopics: Sendable {
  struct Document: Sendable, Equatable {
    let topic: String
    let payload: String
  }

  /// `PREFIX/BOX`.
  let root: String
  /// Whether persons are named.
  let namesPersons: Bool

  static let online = "online"
  static let offline = "offline"

  var availability: String { "\(root)/availability" }
  var state: String { "\(root)/state" }
  var alarms: String { "\(root)/alarms" }
  /// What happens now, kept by no one.
  var event: String { "\(root)/event" }
  /// What happened, with the identity by which a receiver stores it once.
  var history: String { "\(root)/history" }
  var answer: String { "\(root)/answer" }
  func command(_ name: String) -> String { "\(root)/command/\(name)" }
  func sensor(_ address: String) -> String { "\(root)/sensors/\(Self.word(address))" }

  /// An address as a part of a topic: without colons.
  static func word(_ address: String) -> String { address.lowercased().filter { $0 != ":" } }

  /// State, alarms and sensors.
  func documents(_ status: BoxStatus, _ values: FreshValues, at now: Int64) -> [Document] {
    [Document(topic: state, payload: stateText(status)), Document(topic: alarms, payload: alarmsText(status))]
      + status.sensors.filter(\.identity.isAdopted).map { sensor in
        Document(
          topic: self.sensor(sensor.identity.address),
          payload: text(of: sensor, values.values(of: sensor.identity.address, at: now)))
      }
  }

  private func stateText(_ status: BoxStatus) -> String {
    let present = status.alarms.filter { $0.isTest != true }
    let priority = Priority.allCases.last { priority in present.contains { $0.priority == priority.name } }
    let state: JSONObject = [
      "profile": status.profile, "version": Version.text, "priority": priority?.name ?? "none", "sound": status.sound,
      "session": status.hasSession, "phase": status.phase, "network": status.network, "not_watched": status.notWatched,
      "logbook_fault": status.logbookFault,
    ]
    return state.text
  }

  private func alarmsText(_ status: BoxStatus) -> String {
    (["alarms": status.alarms.map(shown)] as JSONObject).text
  }

  /// Without what changes by time alone, and the name of a person who is not to be named.
  private func shown(_ alarm: AlarmReport) -> AlarmReport {
    var alarm = alarm
    (alarm.silentForSeconds, alarm.silentUntil, alarm.since) = (nil, nil, nil)
    if !namesPersons { alarm.person = nil }
    return alarm
  }

  private func text(of sensor: SensorReport, _ values: [(quantity: Quantity, value: Double)]) -> String {
    let identity = sensor.identity
    var text: JSONObject = [
      "availability": values.isEmpty ? Self.offline : Self.online, "address": identity.address, "name": identity.name,
      "person": namesPersons ? identity.person : nil, "model": sensor.reading?.source.model,
      "sensor_kind": identity.kind, "link": identity.link,
    ]
    for (quantity, value) in values { text.add(quantity.key, value) }
    return text.text
  }

  // MARK: What happens

  /// An alarm change as Home Assistant wants an event.
  func eventText(_ alarm: AlarmReport) -> String {
    let alarm = shown(alarm)
    return (["event_type": Self.type(of: alarm)] as JSONObject).adding(alarm).text
  }

  static let eventTypes = ["on", "withheld", "paused", "ack", "latched", "off"]

  /// The presence of the alarm; `paused` while its sound is, and `withheld` if it gives no signal.
  static func type(of alarm: AlarmReport) -> String {
    guard alarm.presence == Presence.on.name else { return alarm.presence }
    switch alarm.activation {
    case Activation.paused.name: return "paused"
    case Activation.off.name: return "withheld"
    default: return alarm.presence
    }
  }

  /// A record of an alarm change.
  /// - Parameter date: ms since 1970.
  func recordText(_ alarm: AlarmReport, run: String, at date: Int64) -> String {
    let record: JSONObject = [
      "at": UTCTime.text(unixSeconds: date / 1000), "kind": "alarm", "run": run, "alarm": shown(alarm),
    ]
    return record.text
  }

  /// A record of the values of a minute; `nil` if there are none.
  func recordText(_ status: BoxStatus, _ values: FreshValues, at now: Int64, date: Int64) -> String? {
    var sensors = JSONObject(), isEmpty = true
    for sensor in status.sensors where sensor.identity.isAdopted {
      let fresh = values.values(of: sensor.identity.address, at: now)
      guard !fresh.isEmpty else { continue }
      isEmpty = false
      sensors.add(Self.word(sensor.identity.address), JSONObject(fresh.map { ($0.quantity.key, $0.value) }))
    }
    guard !isEmpty else { return nil }
    let record: JSONObject = [
      "at": UTCTime.text(unixSeconds: date / 1000), "kind": "values", "sensors": sensors,
    ]
    return record.text
  }
}
