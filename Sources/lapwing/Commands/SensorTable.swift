import Documents
import Readings
import SensorProtocols

/// The list of `lapwing sensors`, in at most 80 columns.
enum SensorTable {
  /// So few kinds are shown with all that is known of them.
  private static let few = 3

  /// - Parameter isSearch: whether the kinds are the result of a search.
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
    let rows =
      [["sensor", "measures", "read by", "fresh"]]
      + entries.map { [$0.name, $0.mainQuantity.label, way($0), fresh($0)] }
    let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { text, width in text + String(repeating: " ", count: width - text.count) }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// How long a value counts. The silence of a sensor that sends only when something happens says nothing.
  private static func fresh(_ entry: CatalogueEntry) -> String {
    entry.sendsOnEvents ? "no watch" : "\(Int(entry.freshness.inSeconds)) s"
  }

  /// How a kind is read.
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

  /// All that is known of one kind.
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

  /// The characteristics that a connected client uses.
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
