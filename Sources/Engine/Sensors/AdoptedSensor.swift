import Characters
import Monitor
import Readings
import SensorProtocols

/// An adopted sensor, with what is stored of it. Only adopted sensors raise alarms.
package struct AdoptedSensor: Sendable, Equatable {
  package enum Way: String, Sendable, Codable {
    /// The configuration names its address.
    case configuration
    /// A person adopted it by an order.
    case person
    /// The box adopted it by itself: for some time it was the only one of its kind near the box. It is not
    /// confirmed yet.
    case itself
    /// In a replay every sensor counts as adopted.
    case recording
  }

  package let address: DeviceAddress
  /// The model; ``SensorModel/unknown`` until the sensor was received.
  package var model: SensorModel
  package var name: String?
  /// The name of the person whose heart it measures, from the configuration; `nil` if no person is named.
  package var person: String?
  /// The kind of the person who wears it; `nil` if it is not known.
  package var wearer: PersonKind?
  package var way: Way
  /// Whether it ever measured something that is watched. A sensor that never did is never missed.
  package var hasMeasured: Bool

  package init(
    address: DeviceAddress, model: SensorModel = .unknown, name: String? = nil, person: String? = nil,
    wearer: PersonKind? = nil, way: Way, hasMeasured: Bool = false
  ) {
    self.address = address
    self.model = model
    self.name = name
    self.person = person
    self.wearer = wearer
    self.way = way
    self.hasMeasured = hasMeasured
  }

  /// Whether it is stored for the next start. The configuration names the others, or a recording holds them.
  package var isToBeKept: Bool { way == .person || way == .itself }
}

/// The part of ``Adoption`` that is stored for the next start.
package struct AdoptionList: Sendable, Equatable {
  package var sensors: [AdoptedSensor]
  /// Addresses whose adoption a person has ended. The box adopts no sensor with such an address by itself.
  package var forgotten: [DeviceAddress]

  package init(sensors: [AdoptedSensor] = [], forgotten: [DeviceAddress] = []) {
    self.sensors = sensors
    self.forgotten = forgotten
  }
}

package struct AdoptionOrder: Sendable, Equatable {
  package var address: DeviceAddress
  /// The name to give it; `nil` leaves the name as it is.
  package var name: String?
  /// The kind of the person who wears it; `nil` leaves it as it is.
  package var wearer: PersonKind?
  /// The sensor that it replaces; it gets its place, name and person.
  package var replaced: DeviceAddress?
  /// The person whose heart the replaced sensor measures, if the configuration names one.
  package var person: String?

  /// - Parameters:
  ///   - address: the sensor to adopt.
  ///   - name: the name to give it.
  ///   - wearer: the kind of the person who wears it.
  ///   - replaced: the sensor that it replaces; it gets its place, name and person.
  package init(
    _ address: DeviceAddress, name: String? = nil, wearer: PersonKind? = nil, replacing replaced: DeviceAddress? = nil
  ) {
    self.address = address
    self.name = name
    self.wearer = wearer
    self.replaced = replaced
  }

  /// In characters: names are shown on one line beside other text.
  private static let longestName = 40

  /// - Throws: `bad-name` if the name cannot be shown.
  package static func check(name: String) throws(LapwingError) {
    guard name.count <= longestName, name.contains(where: { !$0.isWhitespace }) else {
      throw LapwingError(
        .usage, code: "bad-name", "a sensor's name has 1 to \(longestName) characters, and no control characters")
    }
    if let hidden = HiddenCharacter.first(in: name) {
      throw LapwingError(
        .usage, code: "bad-name",
        "a sensor's name has no invisible characters, such as \(HiddenCharacter.name(hidden)); leave it out")
    }
  }
}
