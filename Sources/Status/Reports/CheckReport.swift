import Engine
import Monitor
import Readings
import SensorProtocols
import Settings

/// The answer to `session check`: what a flight or a night needs, and what is missing of it.
package struct CheckReport: Codable, Sendable, Equatable {
  /// A sensor of the kind that the profile watches.
  package struct Sensor: Codable, Sendable, Equatable {
    package let address: String
    package var name: String?
    package var model: String?
    package let isFresh: Bool
    /// The age of its latest reading, s.
    package var ageSeconds: Double?
    /// In percent.
    package var battery: Double?

    private enum CodingKeys: String, CodingKey {
      case address, name, model
      case isFresh = "fresh"
      case ageSeconds = "age_s"
      case battery = "battery_pct"
    }

    package var text: String {
      var text = [name, model, address].compactMap(\.self).joined(separator: " ")
      text += isFresh ? "" : ", not fresh"
      if let ageSeconds { text += ", \(EventText.whole(ageSeconds)) s old" }
      if let battery { text += ", battery \(EventText.number(battery)) %" }
      return text
    }
  }

  package struct Item: Codable, Sendable, Equatable {
    /// `sensor`, `signal` or `placement`.
    package let item: String
    package let isReady: Bool
    /// What is there, or what is missing and what to do.
    package let text: String

    private enum CodingKeys: String, CodingKey {
      case item
      case isReady = "ready"
      case text
    }
  }

  package let isReady: Bool
  package let items: [Item]
  package let sensors: [Sensor]
  /// `sounder` and `lamps`, as far as they work.
  package let works: [String]
  /// How long ago they were tested, s.
  package var testedSeconds: Double?
  /// How long ago a person confirmed the placement, s.
  package var placedSeconds: Double?
  /// What else is wrong; it is no item of the checklist.
  package let others: [String]

  private enum CodingKeys: String, CodingKey {
    case isReady = "ready"
    case items, sensors
    case works = "signals"
    case testedSeconds = "signal_tested_s"
    case placedSeconds = "placement_confirmed_s"
    case others = "also"
  }

  /// - Parameter status: has names, ages and batteries of the sensors.
  package init(_ check: ReadinessCheck, _ status: ApplianceStatus, in configuration: Configuration) {
    let missing = check.missing
    let sensors = check.sensors.map { Sensor($0, status, in: configuration) }
    let list = check.checklist
    var works: [String] = []
    if list.parts?.contains(.sounder) == true { works.append("sounder") }
    if list.parts?.contains(.lamps) == true { works.append("lamps") }
    func ago(_ instant: Instant?) -> Double? {
      instant.map { JSONText.rounded(max(0, $0.duration(to: check.instant).inSeconds)) }
    }
    testedSeconds = ago(list.testedAt)
    placedSeconds = ago(list.placedAt)
    isReady = missing.isEmpty
    (self.sensors, self.works, others) = (sensors, works, check.others)
    let (tested, placed) = (testedSeconds, placedSeconds)
    items = ReadinessCheck.Item.allCases.map { item in
      guard !missing.contains(item) else {
        return Item(item: item.rawValue, isReady: false, text: check.sentence(about: item))
      }
      let text =
        switch item {
        case .sensor: sensors.filter(\.isFresh).map(\.text).joined(separator: "; ")
        case .signal:
          works.isEmpty
            ? "not asked for: there is no board"
            : "\(works.joined(separator: " and ")), tested \(Self.text(ago: tested))"
        case .placement: "confirmed \(Self.text(ago: placed))"
        }
      return Item(item: item.rawValue, isReady: true, text: text)
    }
  }

  private static func text(ago seconds: Double?) -> String {
    let minutes = EventText.whole((seconds ?? 0) / 60)
    return minutes < 1 ? "just now" : "\(minutes) min ago"
  }
}

extension CheckReport.Sensor {
  fileprivate init(_ sensor: ReadinessCheck.Sensor, _ status: ApplianceStatus, in configuration: Configuration) {
    address = sensor.address.description
    isFresh = sensor.isFresh
    guard let state = status.sensors.first(where: { $0.sensor.address == sensor.address }) else { return }
    name = state.adopted?.name ?? configuration.name(of: sensor.address)
    model = state.sensor.model.name
    battery = state.measurements[.batteryPercent]
    guard let reading = state.reading else { return }
    let silent = state.receivedAt.duration(to: status.instant).inSeconds
    ageSeconds = JSONText.rounded(max(0, silent) + Double(reading.ageSeconds ?? 0))
  }
}
