import Readings

/// The kinds of sensors that Lapwing knows, one entry each. The families declare them; lookups take constant time and
/// cannot
/// fail.
package enum Catalogue {
  package static let entries: [CatalogueEntry] = SensorFamily.all.flatMap(\.models)

  /// The quantities whose values a sensor cannot have measured.
  /// - Parameter name: of its model, as the logbook has it. Of one that is not known, and of a quantity that it does not measure, it is
  ///   what no sensor can measure.
  package static func implausible(_ measurements: Measurements, ofModelNamed name: String) -> [Quantity] {
    let entry = entries.first { $0.name == name }
    return Quantity.allCases.filter { quantity in
      if let entry, entry.plausible[quantity] != nil { return !entry.isPlausible(quantity, in: measurements) }
      return measurements[quantity].map { widest[quantity]?.contains($0) == false } ?? false
    }
  }

  /// Radon as Airthings sends it at most; volatile compounds to the end of the scale of Sensirion's SGP30, 60,000 ppb. Files have 0 for
  /// a saturation that was not measured.
  private static let widest = PlausibleRanges.air.with(.heart).with(.oximeter).with([
    .radonBecquerelsPerCubicMetre: 0...16_383, .vocPartsPerBillion: 0...60_000, .oxygenSaturationPercent: 1...100,
  ])

  /// The index of a model's entry in ``entries``, by the model's number.
  private static let places: [Int?] = {
    var places = [Int?](repeating: nil, count: 256)
    for (place, entry) in entries.enumerated() { places[Int(entry.model.number)] = place }
    return places
  }()

  /// The entry of a model. A number that no family declares gets an entry without marks and accesses.
  package static func entry(for model: SensorModel) -> CatalogueEntry {
    guard let place = places[Int(model.number)] else { return missing(model) }
    return entries[place]
  }

  /// For each model number, whether the entry of that model meets a condition.
  private static func numbers(where isTrue: (CatalogueEntry) -> Bool) -> [Bool] {
    var numbers = [Bool](repeating: false, count: 256)
    for entry in entries { numbers[Int(entry.model.number)] = isTrue(entry) }
    return numbers
  }
  private static let ofHeart = numbers { $0.isHeartRateSensor }
  private static let shown = numbers { $0.mustShowKind }
  private static let often = numbers { $0.notifiesOften }

  /// Whether a model measures the heart rate. Every reading needs this, and an entry costs too much to copy.
  package static func isHeartRateSensor(_ model: SensorModel) -> Bool { ofHeart[Int(model.number)] }

  /// Whether a model notifies its values many times a second.
  package static func notifiesOften(_ model: SensorModel) -> Bool { often[Int(model.number)] }

  /// Whether values of a model are accepted only from an address that has shown its kind. Every reading needs this too.
  static func mustShowKind(_ model: SensorModel) -> Bool { shown[Int(model.number)] }

  private static let co2Rules: [CO2Pressure.Rule] = {
    var rules = [CO2Pressure.Rule](repeating: .unknown, count: 256)
    for entry in entries { if let co2 = entry.co2Pressure { rules[Int(entry.model.number)] = co2.rule } }
    return rules
  }()

  /// How the CO2 values of a model depend on the air pressure. Every reading with CO2 needs this.
  package static func co2Rule(of model: SensorModel) -> CO2Pressure.Rule { co2Rules[Int(model.number)] }

  /// The entry for a number that no family declares: a sensor that was not received yet, or one that a test invents.
  private static func missing(_ model: SensorModel) -> CatalogueEntry {
    CatalogueEntry(
      model, model == .unknown ? "unknown" : "sensor \(model.number)", marks: [], mainQuantity: .temperatureCelsius,
      freshness: .seconds(60),
      plausible: [:], adviceWithoutReading: .unknownKind)
  }
}

extension SensorModel {
  /// The name in JSON, in the logbook and on the screen.
  package var name: String { Catalogue.entry(for: self).name }

  /// A sensor of which only the address is known because nothing was received from it yet. It is not in the catalogue.
  package static let unknown = SensorModel(0)

  package static var allCases: [SensorModel] { Catalogue.entries.map(\.model) }
}

extension Catalogue {
  /// Kinds that give readings only over a connection.
  private static let connectedEntries = entries.filter {
    !$0.advertisesReadings && !$0.accesses.isEmpty && $0.model != .batteryService  // It is part of another device.
  }

  /// What to read or subscribe to at a device with this advertisement: the accesses of all kinds whose marks it shows
  /// and whose advertisements carry no readings. Empty if there is no reason to connect.
  /// - Parameter isWanted: whether to connect to a sensor of this kind.
  package static func accesses(
    forAdvertisement bytes: RawSpan, isWanted: (SensorModel) -> Bool = { _ in true }
  ) -> [CatalogueEntry.Access] {
    accesses(of: connectedEntries, shownBy: bytes, isWanted)
  }

  private static func accesses(
    of entries: [CatalogueEntry], shownBy bytes: RawSpan, _ isWanted: (SensorModel) -> Bool
  ) -> [CatalogueEntry.Access] {
    var accesses: [CatalogueEntry.Access] = []
    for entry in entries where entry.marks.contains(where: { isShown($0, by: bytes) }) {
      guard isWanted(entry.model) else { continue }
      for access in entry.accesses where !accesses.contains(access) { accesses.append(access) }
    }
    return accesses
  }

  package static func measuresHeartRate(_ accesses: [CatalogueEntry.Access]) -> Bool {
    accesses.contains { $0.characteristic == HeartRateService.heartRateMeasurement }
  }

  /// The kinds that need a connection and that can be recognised by a service number assigned by the Bluetooth SIG.
  private static let offered: [(service: UInt16, model: SensorModel)] = connectedEntries.flatMap { entry in
    entry.marks.compactMap { mark in
      guard case .service(let uuid) = mark, let number = uuid.short, assignedServices.contains(number) else {
        return nil
      }
      return (number, entry.model)
    }
  }

  /// The kinds that need a connection and that can be recognised by their name.
  private static let named: [(prefix: String, model: SensorModel)] = connectedEntries.flatMap { entry in
    entry.marks.compactMap { mark in
      guard case .name(let prefix) = mark else { return nil }
      return (prefix, entry.model)
    }
  }

  /// The kind of sensor that a device would be once it is connected, judged by its name and by the services that it
  /// advertises; `nil` if neither is known. Several kinds may share a name: the first one stands for all until a value
  /// decides. Called for every advertisement of an unknown device, so it allocates nothing.
  package static func model(offeredBy bytes: RawSpan) -> SensorModel? {
    var offset = 0
    while let structure = (try? AdvertisingData.next(in: bytes, at: &offset)) ?? nil {
      if AdvertisingData.names.contains(structure.type) {
        for (prefix, model) in named where AdvertisingData.begins(structure, with: prefix, in: bytes) { return model }
      }
      guard AdvertisingData.services16.contains(structure.type) else { continue }
      for place in stride(from: 0, to: structure.count - 1, by: 2) {
        guard let service = bytes.uint16(at: structure.offset + place) else { break }
        for (known, model) in offered where known == service { return model }
      }
    }
    return nil
  }

  /// What to read at a device with this advertisement for a user who wants its readings now: the accesses of all kinds
  /// whose marks it shows. Empty if the device is unknown or there is no reason to connect.
  package static func accesses(reading bytes: RawSpan) -> [CatalogueEntry.Access] {
    accesses(of: entries, shownBy: bytes) { _ in true }
  }

  private static func isShown(_ mark: CatalogueEntry.Mark, by bytes: RawSpan) -> Bool {
    switch mark {
    case .company(let company):
      return AdvertisingData.find(type: AdvertisingData.manufacturerSpecificData, key: company, in: bytes) != nil
    case .serviceData(let service):
      return AdvertisingData.find(type: AdvertisingData.serviceData16, key: service, in: bytes) != nil
    case .service(let uuid): return offers(uuid, bytes)
    case .name(let prefix): return AdvertisingData.nameBegins(with: prefix, in: bytes)
    case .usb: return false
    }
  }

  /// Services assigned by the Bluetooth SIG. Higher numbers are a manufacturer's own choice: 0xFFF0 is offered by
  /// devices of all kinds.
  private static let assignedServices: ClosedRange<UInt16> = 0x1800...0x18FF

  private static func offers(_ uuid: BluetoothUUID, _ bytes: RawSpan) -> Bool {
    guard let wanted = uuid.short, assignedServices.contains(wanted) else { return false }
    var offset = 0
    while let structure = (try? AdvertisingData.next(in: bytes, at: &offset)) ?? nil {
      guard AdvertisingData.services16.contains(structure.type) else { continue }
      for place in stride(from: 0, to: structure.count - 1, by: 2)
      where bytes.uint16(at: structure.offset + place) == wanted { return true }
    }
    return false
  }
}

extension AdvertisingData {
  /// AD types of an incomplete and of a complete list of 16-bit services.
  static let services16: ClosedRange<UInt8> = 0x02...0x03

  /// Whether the local name begins with a prefix. It is asked about every device in range, so it allocates nothing.
  static func nameBegins(with prefix: String, in bytes: RawSpan) -> Bool {
    var offset = 0
    while let structure = (try? next(in: bytes, at: &offset)) ?? nil {
      if names.contains(structure.type) { return begins(structure, with: prefix, in: bytes) }
    }
    return false
  }

  static func begins(_ structure: Structure, with prefix: String, in bytes: RawSpan) -> Bool {
    guard structure.count >= prefix.utf8.count else { return false }
    return prefix.utf8.enumerated().allSatisfy { bytes.uint8(at: structure.offset + $0) == $1 }
  }
}
