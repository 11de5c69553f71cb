import Monitor
import Readings
import SensorProtocols

/// Which sensors are used and how, by address, by kind and for all others. It is the value of the key `sensors.use`.
package struct SensorSelection: Sendable, Equatable {
  package enum Way: String, CaseIterable, Sendable {
    /// By its advertisements, and by a connection if that gives more.
    case automatic
    /// By its advertisements only: no connection is made.
    case advert
    case off
  }

  private let ways: PerSensor<Way>

  /// Every known sensor, in the best way for it.
  package static let anyKnown = SensorSelection([.any: .automatic])

  /// - Parameter lines: without a line for ``Subject/any``, a sensor that no line is about is not used.
  package init(_ lines: [SensorSubject: Way]) { ways = PerSensor(lines, others: .off) }

  /// The sensors that are listed by address and are used. The person who lists them expects them.
  package var named: [DeviceAddress] {
    ways.addresses.filter { $0.value != .off }.keys.sorted { $0.description < $1.description }
  }

  /// These sensors, and the used ones that the configuration names under other keys.
  package func named(besides roles: [DeviceAddress: SensorRole]) -> [DeviceAddress] {
    let others = roles.keys.filter { mayUse($0, as: .unknown) }
    return Set(named + others).sorted { $0.description < $1.description }
  }

  /// Whether a sensor may be used, also if only its address is known.
  package func mayUse(_ address: DeviceAddress, as model: SensorModel) -> Bool {
    if model != .unknown { return way(of: address, as: model) != .off }
    if let way = ways.addresses[address] { return way != .off }
    return ways.others != .off || ways.models.values.contains { $0 != .off }
  }

  /// How a sensor is used. Its address overrides its kind.
  package func way(of address: DeviceAddress, as model: SensorModel) -> Way {
    ways[address, model]
  }
}

extension SensorSelection {
  /// The lines of the configuration; empty for `any`.
  package var written: [(subject: String, word: String)] { self == .anyKnown ? [] : ways.written }
}

extension SensorSelection: CustomStringConvertible {
  /// As the configuration shows it.
  package var description: String {
    if self == .anyKnown { return "any" }
    return ways.description
  }
}
