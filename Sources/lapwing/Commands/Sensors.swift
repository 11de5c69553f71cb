import ArgumentParser
import Readings
import SensorProtocols
import Status
import System

/// `lapwing sensors`: the group of commands about kinds of sensors and adopted sensors.
struct Sensors: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the supported sensors, and adopts or releases sensors.",
    subcommands: [SensorsList.self, SensorsAdopt.self, SensorsForget.self], defaultSubcommand: SensorsList.self)
}

/// `lapwing sensors list`: shows the catalogue.
struct SensorsList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the supported sensors, how they are read and what they need.")

  @Flag(help: "Write one JSON object per kind of sensor, with the plausible range of each quantity.")
  var json = false

  func run() throws {
    guard !json else {
      for entry in Catalogue.entries { try Output.standard.line(Self.object(entry).text) }
      return
    }
    let rows = [["sensor", "measures", "read by", "fresh", "needs"]] + Catalogue.entries.map(Self.row)
    let widths = (0..<5).map { column in rows.map { $0[column].count }.max() ?? 0 }
    for row in rows {
      let cells = zip(row, widths).map { text, width in text + String(repeating: " ", count: width - text.count) }
      let line = cells.joined(separator: "  ")
      try Output.standard.line(String(line.reversed().drop { $0 == " " }.reversed()))
    }
  }

  private static func row(_ entry: CatalogueEntry) -> [String] {
    [
      entry.name, entry.mainQuantity.label, way(entry), "\(Int(entry.freshness.inSeconds)) s", entry.pairing ?? "",
    ]
  }

  /// How it is read, for display.
  private static func way(_ entry: CatalogueEntry) -> String {
    let ways =
      (entry.advertisesReadings ? ["advertisement"] : [])
      + entry.accesses.map { access in
        let verb = access.message != nil ? "ask " : access.readEvery == nil ? "subscribe " : "read "
        return verb + short(access.characteristic)
      }
    return ways.isEmpty ? "cannot be read" : ways.joined(separator: ", ")
  }

  /// The part of a vendor's UUID that identifies the characteristic.
  private static func short(_ characteristic: BluetoothUUID) -> String {
    characteristic.short == nil ? String(characteristic.description.prefix(8)) : characteristic.description
  }

  private static func object(_ entry: CatalogueEntry) -> JSONLine {
    var object = JSONLine()
    object.add("model", entry.name)
    object.add("marks", entry.marks.map(mark))
    object.add("advertisement", entry.advertisesReadings)
    object.add("connection", entry.accesses.map(access))
    if let pairing = entry.pairing { object.add("pairing", pairing) }
    object.add("main", entry.mainQuantity.key)
    object.add("freshness_s", entry.freshness.inSeconds)
    var ranges = JSONLine()
    for quantity in Quantity.allCases {
      guard let range = entry.plausible[quantity] else { continue }
      ranges.add(quantity.key, [range.lowerBound, range.upperBound])
    }
    object.add("plausible", ranges)
    if let co2 = entry.co2Pressure {
      var correction = JSONLine()
      correction.add("corrected", co2.rule.name)
      if let law = co2.rule.law { correction.add("law_pct_kpa", law.percentPerKilopascal) }
      correction.add("source", co2.source)
      object.add("co2_pressure", correction)
    }
    object.add("without_reading", entry.adviceWithoutReading)
    return object
  }

  private static func mark(_ mark: CatalogueEntry.Mark) -> JSONLine {
    var object = JSONLine()
    switch mark {
    case .company(let number): object.add("company", hexadecimal(number))
    case .serviceData(let number): object.add("service_data", hexadecimal(number))
    case .service(let uuid): object.add("service", uuid.description)
    case .name(let prefix): object.add("name", prefix)
    }
    return object
  }

  private static func access(_ access: CatalogueEntry.Access) -> JSONLine {
    var object = JSONLine()
    object.add("characteristic", access.characteristic.description)
    if let message = access.message {
      object.add("write_hex", message.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
      if let interval = access.readEvery { object.add("write_every_s", interval.inSeconds) }
      return object
    }
    if let interval = access.readEvery { object.add("read_every_s", interval.inSeconds) }
    object.add("subscribe", access.readEvery == nil)
    return object
  }

  private static func hexadecimal(_ number: UInt16) -> String { BluetoothUUID(number).description }
}
