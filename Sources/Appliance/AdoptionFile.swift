import FoundationEssentials
import Glibc
import Readings
import SensorProtocols

/// The file that holds the list of one's own sensors.
public struct AdoptionFile: Sendable {
  private let path: String

  /// - Parameter path: where it stands, or will.
  public init(path: String) { self.path = path }

  private struct Content: Codable {
    var adopted: [Entry]
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

  /// The sensors in it; an empty list where the file is not there.
  /// - Throws: where it is there and cannot be understood.
  public func read() throws(ApplianceError) -> [AdoptedSensor] {
    guard let bytes = try StoredFile(path: path).read() else { return [] }
    guard let content = try? JSONDecoder().decode(Content.self, from: Data(bytes)) else {
      throw fault("this is no list of adopted sensors")
    }
    guard content.adopted.count <= Adoption.capacity else {
      throw fault("it names \(content.adopted.count) sensors, and \(Adoption.capacity) have a place")
    }
    var sensors: [AdoptedSensor] = []
    for entry in content.adopted {
      guard let address = DeviceAddress(entry.address) else { throw fault("\(entry.address) is no address") }
      // A kind that this version does not know is learned anew.
      let model = SensorModel.allCases.first { $0.name == entry.kind } ?? .unknown
      sensors.append(
        AdoptedSensor(
          address: address, model: model, name: entry.name, person: entry.person,
          way: entry.how == .itself ? .itself : .person, hasMeasured: entry.measured ?? false))
    }
    return sensors
  }

  private func fault(_ what: String) -> ApplianceError {
    ApplianceError(
      .badData, code: "bad-adopted",
      "\(path): \(what); correct it and restart the box, or adopt the sensors again (lapwing sensors adopt)")
  }

  /// Writes it anew.
  public func write(_ sensors: [AdoptedSensor]) throws(ApplianceError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let content = Content(
      adopted: sensors.map { sensor in
        Entry(
          address: sensor.address.description, kind: sensor.model == .unknown ? nil : sensor.model.name,
          name: sensor.name, person: sensor.person, how: sensor.way, measured: sensor.hasMeasured)
      })
    func fault(_ reason: String) -> ApplianceError {
      ApplianceError(
        .inputOutput, code: "adopted-not-written", "\(path): the list of adopted sensors is not stored (\(reason))")
    }
    guard let data = try? encoder.encode(content) else { throw fault("can not be encoded") }
    try StoredFile(path: path).write(Array(data) + [UInt8(ascii: "\n")], fault: fault)
  }

  /// Keeps a file that cannot be understood beside the new one: a person may still read it.
  public func setAside() { rename(path, path + ".damaged") }
}
