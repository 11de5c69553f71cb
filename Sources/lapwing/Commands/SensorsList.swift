import ArgumentParser
import Documents
import Readings
import SensorProtocols
import Status
import System

struct SensorsList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the supported sensors, how they are read and what they need.",
    discussion: """
      With a word it lists only the kinds whose name, product or chip contains it: govee, H10, SCD41, Shelly. Case, \
      spaces and hyphens do not count.
      """)

  @Argument(help: "Part of a name, such as govee or H10.")
  var word: [String] = []

  @Flag(help: "Write one JSON object per kind of sensor, with the plausible range of each quantity.")
  var json = false

  func run() throws {
    let word = word.joined(separator: " ")
    let entries = word.isEmpty ? Catalogue.entries : Catalogue.entries.filter { $0.isMeant(by: word) }
    let unreadable = word.isEmpty ? UnreadableSensor.all : UnreadableSensor.all.filter { $0.isMeant(by: word) }
    guard !entries.isEmpty || !unreadable.isEmpty else {
      throw LapwingError(
        .noInput, code: "unknown-sensor",
        "no sensor is called \"\(word)\"; lapwing sensors lists all that can be read")
    }
    let lines =
      json
      ? entries.map { SensorJSON.object($0).text }
      : SensorTable.lines(entries, unreadable, isSearch: !word.isEmpty)
    for line in lines { try Output.standard.line(line) }
  }
}

enum SensorJSON {
  static func object(_ entry: CatalogueEntry) -> JSONObject {
    let ranges = Quantity.allCases.compactMap { quantity in
      entry.plausible[quantity].map { (quantity.key, [$0.lowerBound, $0.upperBound]) }
    }
    return [
      "model": entry.name, "products": entry.products.isEmpty ? nil : entry.products, "marks": entry.marks.map(mark),
      "advertisement": entry.advertisesReadings, "connection": entry.accesses.map(access), "pairing": entry.pairing,
      "main": entry.mainQuantity.key, "freshness_s": entry.freshness.inSeconds,
      "plausible": JSONObject(ranges.map { ($0.0, $0.1) }), "co2_pressure": entry.co2Pressure.map(correction),
      "sends_on_events": entry.sendsOnEvents ? true : nil, "cannot_be_known": entry.limitation,
      "without_reading": entry.adviceWithoutReading.sentence,
    ]
  }

  private static func correction(_ co2: CO2Pressure) -> JSONObject {
    ["corrected": co2.rule.name, "law_pct_kpa": co2.rule.law?.percentPerKilopascal, "source": co2.source]
  }

  private static func mark(_ mark: CatalogueEntry.Mark) -> JSONObject {
    switch mark {
    case .company(let number): ["company": hexadecimal(number)]
    case .serviceData(let number): ["service_data": hexadecimal(number)]
    case .service(let uuid): ["service": uuid.description]
    case .name(let prefix): ["name": prefix]
    case .usb(let vendor, let product): ["usb_vendor": hexadecimal(vendor), "usb_product": hexadecimal(product)]
    }
  }

  private static func access(_ access: CatalogueEntry.Access) -> JSONObject {
    let interval = access.readEvery?.inSeconds
    let message = access.message?.map { $0.digits(2, radix: 16) }.joined()
    let object: JSONObject = ["characteristic": access.characteristic.description, "write_hex": message]
    return object.adding(
      message == nil
        ? ["read_every_s": interval, "subscribe": interval == nil] as JSONObject
        : ["write_every_s": interval] as JSONObject)
  }

  private static func hexadecimal(_ number: UInt16) -> String { BluetoothUUID(number).description }
}

/// The list of `lapwing sensors`, in at most 80 columns.
enum SensorTable {
  /// So few kinds are shown with all that is known of them.
  private static let few = 3

  static func lines(_ entries: [CatalogueEntry], _ unreadable: [UnreadableSensor], isSearch: Bool) -> [String] {
    var lines = entries.isEmpty ? [] : table(entries)
    if isSearch, entries.count <= few {
      for entry in entries { lines += [""] + details(of: entry) }
    } else {
      lines += grouped(entries, "Some need:", by: \.pairing)
      lines += grouped(entries, "What cannot be known:", by: \.limitation)
    }
    if !unreadable.isEmpty {
      lines += lines.isEmpty ? [] : [""]
      lines.append("Bluetooth cannot read:")
      for sensor in unreadable {
        lines += ShownText.wrapped(
          "\(sensor.name): \(sensor.reason) \(sensor.advice)", indent: "  ", hanging: "    ")
      }
    }
    return lines
  }

  private static func table(_ entries: [CatalogueEntry]) -> [String] {
    TextTable.lines(
      [["sensor", "measures", "read by", "fresh"]]
        + entries.map { [$0.name, $0.mainQuantity.label, way($0), fresh($0)] })
  }

  /// How long a value counts. The silence of a sensor that sends only when something happens says nothing.
  private static func fresh(_ entry: CatalogueEntry) -> String {
    entry.sendsOnEvents ? "no watch" : "\(Int(entry.freshness.inSeconds)) s"
  }

  private static func way(_ entry: CatalogueEntry) -> String {
    if isOnCable(entry) { return "USB cable" }
    switch (entry.advertisesReadings, entry.accesses.isEmpty) {
    case (true, true): return "advertisement"
    case (true, false): return "either way"
    case (false, false): return "connection"
    case (false, true): return "nothing"
    }
  }

  private static func isOnCable(_ entry: CatalogueEntry) -> Bool {
    entry.marks.contains { if case .usb = $0 { true } else { false } }
  }

  /// What is to be said of some kinds, each sentence once.
  private static func grouped(
    _ entries: [CatalogueEntry], _ title: String, by sentence: (CatalogueEntry) -> String?
  ) -> [String] {
    var kinds: [(sentence: String, names: [String])] = []
    for entry in entries {
      guard let sentence = sentence(entry) else { continue }
      if let place = kinds.firstIndex(where: { $0.sentence == sentence }) {
        kinds[place].names.append(entry.name)
      } else {
        kinds.append((sentence, [entry.name]))
      }
    }
    guard !kinds.isEmpty else { return [] }
    return ["", title]
      + kinds.flatMap { kind in
        ShownText.wrapped("\(kind.names.joined(separator: ", ")): \(kind.sentence)", indent: "  ", hanging: "    ")
      }
  }

  private static func details(of entry: CatalogueEntry) -> [String] {
    func line(_ title: String, _ text: String) -> [String] {
      text.isEmpty ? [] : ShownText.wrapped("\(title): \(text)", indent: "  ", hanging: "    ")
    }
    return [entry.name] + line("also", entry.products.joined(separator: ", "))
      + line("measures", range(of: entry))
      + line("read by", accesses(of: entry)) + line("needs", entry.pairing ?? "")
      + line("cannot be known", entry.limitation ?? "")
      + line("if it gives no reading", entry.adviceWithoutReading.sentence)
  }

  /// What it is owned for, and from where to where it can measure that.
  private static func range(of entry: CatalogueEntry) -> String {
    let quantity = entry.mainQuantity
    guard let range = entry.plausible[quantity] else { return quantity.label }
    let unit = quantity.unit.isEmpty ? "" : " \(quantity.unit)"
    return "\(quantity.label), \(Int(range.lowerBound)) to \(Int(range.upperBound))\(unit)"
  }

  private static func accesses(of entry: CatalogueEntry) -> String {
    let ways =
      (entry.advertisesReadings ? ["advertisement"] : []) + (isOnCable(entry) ? ["USB cable"] : [])
      + entry.accesses.map { access in
        let verb = access.message != nil ? "ask " : access.readEvery == nil ? "subscribe " : "read "
        return verb + short(access.characteristic)
      }
    return ways.isEmpty ? "nothing" : ways.joined(separator: ", ")
  }

  /// The part of a vendor's UUID that identifies the characteristic.
  private static func short(_ characteristic: BluetoothUUID) -> String {
    characteristic.short == nil ? String(characteristic.description.prefix(8)) : characteristic.description
  }
}
