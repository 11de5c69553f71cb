import Readings
import SensorProtocols

/// A sensor that counts as one's own: only such sensors raise alarms.
package struct AdoptedSensor: Sendable, Equatable {
  /// How it came to be one's own.
  package enum Way: String, Sendable, Codable {
    /// The configuration names its address.
    case configuration
    /// A person said so.
    case person
    /// Alone of its kind it was heard near the box for a while, and nobody has confirmed it yet.
    case itself
    /// In a replay every sensor counts.
    case recording
  }

  /// Its address, which it keeps.
  package let address: DeviceAddress
  /// What it is; ``SensorModel/unknown`` until it was heard.
  package var model: SensorModel
  /// What people call it.
  package var name: String?
  /// The name of the person whose heart it measures, as the configuration has it; `nil` where nobody is named.
  package var person: String?
  /// How it came to be one's own.
  package var way: Way
  /// Whether it ever measured something that is watched. One that never did is never missed.
  package var hasMeasured: Bool

  package init(
    address: DeviceAddress, model: SensorModel = .unknown, name: String? = nil, person: String? = nil, way: Way,
    hasMeasured: Bool = false
  ) {
    self.address = address
    self.model = model
    self.name = name
    self.person = person
    self.way = way
    self.hasMeasured = hasMeasured
  }

  /// Whether it outlives a restart by itself: the configuration names the others, or a recording has them.
  package var isToBeKept: Bool { way == .person || way == .itself }

  /// For a person: its name, or its address.
  package var text: String { name.map { "\(address) (\($0))" } ?? address.description }
}

/// What is kept for the next start.
package struct AdoptionList: Sendable, Equatable {
  /// The sensors that are one's own, in the order in which they became that.
  package var sensors: [AdoptedSensor]
  /// The addresses that somebody has forgotten: the box adopts none of them by itself.
  package var forgotten: [DeviceAddress]

  package init(sensors: [AdoptedSensor] = [], forgotten: [DeviceAddress] = []) {
    self.sensors = sensors
    self.forgotten = forgotten
  }
}

/// What somebody asks for: a sensor is to be one's own.
package struct AdoptionOrder: Sendable, Equatable {
  package var address: DeviceAddress
  /// What it is to be called; `nil` to leave that as it is.
  package var name: String?
  /// The sensor whose place, name and person it takes over.
  package var replaced: DeviceAddress?
  /// Whose heart that one measures, where the configuration says it.
  package var person: String?

  /// - Parameters:
  ///   - address: which.
  ///   - name: what it is to be called.
  ///   - replaced: the sensor whose place, name and person it takes over.
  package init(_ address: DeviceAddress, name: String? = nil, replacing replaced: DeviceAddress? = nil) {
    self.address = address
    self.name = name
    self.replaced = replaced
  }

  /// Names are shown on one line beside others.
  private static let longestName = 40

  /// - Throws: where a name cannot be shown.
  package static func check(name: String) throws(LapwingError) {
    let isPrintable = name.unicodeScalars.allSatisfy { !$0.properties.generalCategory.isControl }
    guard isPrintable, name.count <= longestName, name.contains(where: { !$0.isWhitespace }) else {
      throw LapwingError(
        .usage, code: "bad-name", "a sensor's name has 1 to \(longestName) characters, and no control characters")
    }
  }
}

extension Unicode.GeneralCategory {
  fileprivate var isControl: Bool { [.control, .lineSeparator, .paragraphSeparator].contains(self) }
}
