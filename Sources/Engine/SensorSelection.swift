import Monitor
import Readings
import SensorProtocols

/// Which sensors are used and how, by address, by kind and for all others. It is the value of the key `sensors.use`.
package struct SensorSelection: Sendable, Equatable {
  /// How a sensor is used.
  package enum Way: String, CaseIterable, Sendable {
    /// By its advertisements, and by a connection if that gives more.
    case automatic
    /// By its advertisements only: no connection is made.
    case advert
    /// The sensor is ignored.
    case off
  }

  /// The sensors that one line of the configuration is about.
  package enum Subject: Hashable {
    case address(DeviceAddress)
    /// Every kind whose name, as `lapwing sensors` shows it, begins with this text; in lower case.
    case kinds(String)
    /// All sensors that no other line is about.
    case any

    /// - Parameter text: `any`, an address, or the beginning of the name of a kind; `nil` if no kind has such a name.
    package init?(_ text: String) {
      let start = text.lowercased()
      if start == "any" {
        self = .any
      } else if let address = DeviceAddress(text) {
        self = .address(address)
      } else if !start.isEmpty, SensorModel.allCases.contains(where: { $0.name.lowercased().hasPrefix(start) }) {
        self = .kinds(start)
      } else {
        return nil
      }
    }

    package var description: String {
      switch self {
      case .address(let address): address.description
      case .kinds(let start): start
      case .any: "any"
      }
    }
  }

  private let lines: [Subject: Way]
  private let addresses: [DeviceAddress: Way]
  private let models: [SensorModel: Way]
  private let others: Way

  /// Every known sensor, in the best way for it.
  package static let anyKnown = SensorSelection([.any: .automatic])

  /// - Parameter lines: without a line for ``Subject/any``, a sensor that no line is about is not used.
  package init(_ lines: [Subject: Way]) {
    self.lines = lines
    others = lines[.any] ?? .off
    var addresses: [DeviceAddress: Way] = [:]
    var models: [SensorModel: Way] = [:]
    // A longer beginning is about fewer kinds and overrides a shorter one.
    for (subject, way) in lines.sorted(by: { $0.key.description.count < $1.key.description.count }) {
      switch subject {
      case .address(let address): addresses[address] = way
      case .kinds(let start):
        for model in SensorModel.allCases where model.name.lowercased().hasPrefix(start) { models[model] = way }
      case .any: break
      }
    }
    (self.addresses, self.models) = (addresses, models)
  }

  /// The sensors that are listed by address and are used. The person who lists them expects them.
  package var named: [DeviceAddress] {
    addresses.filter { $0.value != .off }.keys.sorted { $0.description < $1.description }
  }

  /// These sensors, and the used ones that the configuration names under other keys.
  package func named(besides roles: [DeviceAddress: SensorRole]) -> [DeviceAddress] {
    let others = roles.keys.filter { mayUse($0, as: .unknown) }
    return Set(named + others).sorted { $0.description < $1.description }
  }

  /// Whether a sensor may be used, also if only its address is known.
  package func mayUse(_ address: DeviceAddress, as model: SensorModel) -> Bool {
    if model != .unknown { return way(of: address, as: model) != .off }
    if let way = addresses[address] { return way != .off }
    return others != .off || models.values.contains { $0 != .off }
  }

  /// How a sensor is used. Its address overrides its kind.
  package func way(of address: DeviceAddress, as model: SensorModel) -> Way {
    addresses[address] ?? models[model] ?? others
  }
}

extension SensorSelection: CustomStringConvertible {
  /// As the configuration shows it.
  package var description: String {
    if self == .anyKnown { return "any" }
    return lines.map { "\($0.key.description): \($0.value.rawValue)" }.sorted().joined(separator: ", ")
  }
}
