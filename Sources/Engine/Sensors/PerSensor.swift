import Readings
import SensorProtocols

/// The sensors that one line of the configuration is about.
package enum SensorSubject: Hashable, Sendable {
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

/// A word of the configuration for each sensor: by its address, by its kind, and for all others.
package struct PerSensor<Word: RawRepresentable<String> & Hashable & Sendable>: Sendable, Equatable {
  private let lines: [SensorSubject: Word]
  let addresses: [DeviceAddress: Word]
  let models: [SensorModel: Word]
  let others: Word

  /// - Parameters:
  ///   - lines: one for each subject.
  ///   - others: the word for sensors that no line is about.
  init(_ lines: [SensorSubject: Word], others: Word) {
    self.lines = lines
    self.others = lines[.any] ?? others
    var addresses: [DeviceAddress: Word] = [:]
    var models: [SensorModel: Word] = [:]
    // A longer beginning is about fewer kinds and overrides a shorter one.
    for (subject, word) in lines.sorted(by: { $0.key.description.count < $1.key.description.count }) {
      switch subject {
      case .address(let address): addresses[address] = word
      case .kinds(let start):
        for model in SensorModel.allCases where model.name.lowercased().hasPrefix(start) { models[model] = word }
      case .any: break
      }
    }
    (self.addresses, self.models) = (addresses, models)
  }

  /// The word for a sensor. Its address overrides its kind.
  subscript(address: DeviceAddress, model: SensorModel) -> Word { addresses[address] ?? models[model] ?? others }

  /// The lines, each with its subject and its word, in an order that does not change.
  var written: [(subject: String, word: String)] {
    lines.map { ($0.key.description, $0.value.rawValue) }.sorted { $0.0 < $1.0 }
  }

  /// As the configuration shows it.
  var description: String { written.map { "\($0.subject): \($0.word)" }.joined(separator: ", ") }
}
