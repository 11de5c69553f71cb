import Engine
import FoundationEssentials
import Glibc
import Readings
import SensorProtocols
import System

/// The file that holds the list of one's own sensors, and of those that somebody has forgotten.
package struct AdoptionFile: Sendable {
  private let path: String

  /// - Parameter path: where it stands, or will.
  package init(path: String) { self.path = path }

  private struct Content: Codable {
    var adopted: [Entry]
    /// Missing where nobody has forgotten any.
    var forgotten: [String]?
  }

  private struct Entry: Codable {
    var address: String
    /// The name of its kind, as `lapwing sensors` shows it; missing while it has not been heard.
    var kind: String?
    var name: String?
    var person: String?
    /// Missing where a person has adopted it by hand in this file.
    var how: AdoptedSensor.Way?
    var measured: Bool?
  }

  /// What is in it; an empty list where the file is not there.
  /// - Throws: where it is there and cannot be understood.
  package func read() throws(LapwingError) -> AdoptionList {
    guard let bytes = try StoredFile(path: path).read() else { return AdoptionList() }
    guard let content = try? JSONDecoder().decode(Content.self, from: Data(bytes)) else {
      throw fault("this is no list of adopted sensors")
    }
    guard content.adopted.count <= Adoption.capacity else {
      throw fault("it names \(content.adopted.count) sensors, and \(Adoption.capacity) have a place")
    }
    var sensors: [AdoptedSensor] = []
    for entry in content.adopted {
      let address = try address(entry.address)
      // A kind that this version does not know is learned again.
      let model = SensorModel.allCases.first { $0.name == entry.kind } ?? .unknown
      sensors.append(
        AdoptedSensor(
          address: address, model: model, name: entry.name, person: entry.person,
          way: entry.how == .itself ? .itself : .person, hasMeasured: entry.measured ?? false))
    }
    var forgotten: [DeviceAddress] = []
    for text in content.forgotten ?? [] { forgotten.append(try address(text)) }
    return AdoptionList(sensors: sensors, forgotten: forgotten)
  }

  private func address(_ text: String) throws(LapwingError) -> DeviceAddress {
    guard let address = DeviceAddress(text) else { throw fault("\(text) is no address") }
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

  /// Why it cannot be written now, for the person who has just given an order; `nil` where it can.
  package func faultOfStoring() -> String? {
    do throws(LapwingError) {
      try StoredFile(path: path).tryToWrite(fault: unwritten)
      return nil
    } catch {
      return "\(error.message): what was ordered holds until the next start only"
    }
  }

  /// Replaces what it holds.
  package func write(_ list: AdoptionList) throws(LapwingError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let content = Content(
      adopted: list.sensors.map { sensor in
        Entry(
          address: sensor.address.description, kind: sensor.model == .unknown ? nil : sensor.model.name,
          name: sensor.name, person: sensor.person, how: sensor.way, measured: sensor.hasMeasured)
      }, forgotten: list.forgotten.isEmpty ? nil : list.forgotten.map(\.description))
    guard let data = try? encoder.encode(content) else { throw unwritten("cannot be encoded") }
    try StoredFile(path: path).write(Array(data) + [UInt8(ascii: "\n")], fault: unwritten)
  }

  /// Keeps a file that cannot be understood beside the new one: a person may still read it.
  package func setAside() { rename(path, path + ".damaged") }
}
