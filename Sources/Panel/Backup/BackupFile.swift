import AircraftFiles
import FoundationEssentials
import Readings
import System

/// All that a person has set on a box, in one file (JSON): the configuration without its secrets, the adopted sensors, and
/// the aeroplanes of its own. Readings and alarms are not in it: History has them.
struct BackupFile: Codable, Sendable, Equatable {
  /// Its word for what it is, and the number of its form.
  static let format = "lapwing-backup"
  static let number = 1
  /// In bytes. In a form it is a third longer, and a form has 64 kB at most.
  static let longest = 44 * 1024

  var format = Self.format
  var version = Self.number
  /// The version of Lapwing that made it, and when.
  var lapwing: String
  var made: String
  var configuration: String
  var sensors: [Sensor]
  /// The files of tails, by registration.
  var tails: [String: String]

  struct Sensor: Codable, Sendable, Equatable {
    let address: String
    var name: String?
  }

  /// - Throws: a sentence that says what is wrong with it.
  /// - Parameter given: the file, or what ``inForm`` has made of it.
  init(_ given: String) throws(LapwingError) {
    let text =
      given.hasPrefix("{") ? given : Data(base64Encoded: given).map { String(decoding: $0, as: UTF8.self) } ?? ""
    func fault(_ sentence: String) -> LapwingError { LapwingError(.badData, code: "bad-backup", sentence) }
    guard text.utf8.count <= Self.longest else {
      throw fault("this file is larger than \(Self.longest / 1024) kB; copy its parts by hand, on the box")
    }
    guard let file = try? JSONDecoder().decode(BackupFile.self, from: Data(text.utf8)), file.format == Self.format
    else {
      throw fault("this is not a backup of Lapwing; choose the file that this page has made")
    }
    guard file.version <= Self.number else {
      throw fault("a newer version of Lapwing (\(file.lapwing)) has made this backup; update this box first")
    }
    for sensor in file.sensors where DeviceAddress(sensor.address) == nil {
      throw fault("it names the sensor \(sensor.address.prefix(40)), which is not an address")
    }
    for name in file.tails.keys where !TailFolders.isRegistration(name) {
      throw fault("it names the aeroplane \(name.prefix(40)); a registration has letters, digits and hyphens")
    }
    self = file
  }

  init(configuration: String, sensors: [Sensor], tails: [String: String], made: String) {
    (self.configuration, self.sensors, self.tails, self.made) = (configuration, sensors, tails, made)
    lapwing = Version.text
  }

  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) + "\n" } ?? ""
  }

  /// The same in a field of a form: a page shows invisible characters, and a browser changes the ends of lines.
  var inForm: String { Data(text.utf8).base64EncodedString() }
}
