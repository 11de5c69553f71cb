import Engine
import FoundationEssentials
import Glibc
import Monitor
import Readings
import SensorProtocols
import System

/// The file with the list of adopted sensors and of those whose adoption a person has ended (JSON). The thread that
/// stores the list writes it; a person may edit it while the box is stopped.
package struct AdoptionFile: Sendable {
  private let path: String
  /// For the group of the box too, which may read the logbook: whose sensor it is says whose limits a figure has.
  private static let mode: mode_t = 0o640

  /// - Parameter path: the path of the file, which need not exist yet.
  package init(path: String) { self.path = path }

  private struct Content: Codable {
    var adopted: [Entry]
    /// Missing if the list is empty.
    var forgotten: [String]?
  }

  /// The JSON of one adopted sensor.
  private struct Entry: Codable {
    var address: String
    /// The name of its kind, as `lapwing sensors` shows it; missing until the sensor was received.
    var kind: String?
    var name: String?
    var person: String?
    /// The kind of the person who wears it, as the configuration writes it.
    var wearer: String?
    /// Missing if a person has added the sensor to this file by hand.
    var how: AdoptedSensor.Way?
    var measured: Bool?
  }

  /// Reads the file, or its last good copy if it cannot be used; an empty list if it does not exist.
  /// - Throws: `bad-adopted` if the content is not such a list, and there is no copy.
  package func read() throws(LapwingError) -> AdoptionList { try recovered.content }

  /// The same, with the message to people about a damaged file.
  package var recovered: (content: AdoptionList, fault: LapwingError?) {
    get throws(LapwingError) {
      try GoodCopy.recover(path) { bytes throws(LapwingError) in try list(bytes) } ?? (AdoptionList(), nil)
    }
  }

  /// Keeps the copy of a file that is good, and none of one that is not there.
  package func keepCopy() { GoodCopy.update(path, mode: Self.mode) { (try? list($0)) != nil } }

  private func list(_ bytes: [UInt8]) throws(LapwingError) -> AdoptionList {
    guard let content = try? JSONDecoder().decode(Content.self, from: Data(bytes)) else {
      throw fault("this is not a list of adopted sensors")
    }
    guard content.adopted.count <= Adoption.capacity else {
      throw fault("it names \(content.adopted.count) sensors, and there are only \(Adoption.capacity) places")
    }
    var sensors: [AdoptedSensor] = []
    for entry in content.adopted {
      let address = try address(entry.address)
      // A kind that this version does not know is found out again.
      let model = SensorModel.allCases.first { $0.name == entry.kind } ?? .unknown
      sensors.append(
        AdoptedSensor(
          address: address, model: model, name: entry.name, person: entry.person,
          wearer: try wearer(entry.wearer),
          way: entry.how == .itself ? .itself : .person, hasMeasured: entry.measured ?? false))
    }
    var forgotten: [DeviceAddress] = []
    for text in content.forgotten ?? [] { forgotten.append(try address(text)) }
    return AdoptionList(sensors: sensors, forgotten: forgotten)
  }

  /// With a kind that this version does not know, a wrong one would hold.
  private func wearer(_ text: String?) throws(LapwingError) -> PersonKind? {
    guard let text else { return nil }
    guard let kind = PersonKind(words: text) else { throw fault("\(text) is not the kind of a person") }
    return kind
  }

  private func address(_ text: String) throws(LapwingError) -> DeviceAddress {
    guard let address = DeviceAddress(text) else { throw fault("\(text) is not an address") }
    return address
  }

  private func fault(_ what: String) -> LapwingError {
    LapwingError(
      .badData, code: "bad-adopted",
      "\(path): \(what); correct it and restart the box, or adopt the sensors again (lapwing sensors adopt)")
  }

  private func unwritten(_ reason: String) -> LapwingError {
    LapwingError(
      .inputOutput, code: "adopted-not-written", "\(path): the list of adopted sensors is not stored (\(reason))")
  }

  /// Why the file cannot be written now, for a person who has just given an order; `nil` if it can.
  package func faultOfStoring() -> OrderNotice? {
    do throws(LapwingError) {
      try StoredFile(path: path).tryToWrite(fault: unwritten)
      return nil
    } catch {
      return .notStored(reason: error.message)
    }
  }

  package func write(_ list: AdoptionList) throws(LapwingError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let content = Content(
      adopted: list.sensors.map { sensor in
        Entry(
          address: sensor.address.description, kind: sensor.model == .unknown ? nil : sensor.model.name,
          name: sensor.name, person: sensor.person, wearer: sensor.wearer?.description, how: sensor.way,
          measured: sensor.hasMeasured)
      }, forgotten: list.forgotten.isEmpty ? nil : list.forgotten.map(\.description))
    guard let data = try? encoder.encode(content) else { throw unwritten("cannot be encoded") }
    let bytes = Array(data) + [UInt8(ascii: "\n")]
    try StoredFile(path: path, mode: Self.mode).write(bytes, fault: unwritten)
    try GoodCopy(beside: path).keep(bytes, mode: Self.mode)
  }

  /// Keeps a file that cannot be read beside the new one, so that a person can look at it.
  package func setAside() { rename(path, path + ".damaged") }
}
