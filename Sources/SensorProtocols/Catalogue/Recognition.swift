import Readings

extension Catalogue {
  /// Kinds that must be connected to for a reading.
  private static let connectedEntries = entries.filter {
    !$0.advertisesReadings && !$0.accesses.isEmpty && $0.model != .batteryService  // A battery is part of something.
  }

  /// What to read or subscribe to at a device that advertises so: that of all kinds whose marks it shows and whose
  /// advertisements carry no readings. Empty where there is nothing to connect for.
  /// - Parameter isWanted: whether a kind may be connected to.
  package static func accesses(
    forAdvertisement bytes: RawSpan, isWanted: (SensorModel) -> Bool = { _ in true }
  ) -> [CatalogueEntry.Access] {
    var accesses: [CatalogueEntry.Access] = []
    for entry in connectedEntries where entry.marks.contains(where: { isShown($0, by: bytes) }) {
      guard isWanted(entry.model) else { continue }
      for access in entry.accesses where !accesses.contains(access) { accesses.append(access) }
    }
    return accesses
  }

  /// Whether a heart rate is among what these characteristics give.
  package static func measuresHeartRate(_ accesses: [CatalogueEntry.Access]) -> Bool {
    accesses.contains { $0.characteristic == HeartRateService.heartRateMeasurement }
  }

  /// The kinds that must be connected to and that a service with a number of the SIG's own gives away.
  private static let offered: [(service: UInt16, model: SensorModel)] = connectedEntries.flatMap { entry in
    entry.marks.compactMap { mark in
      guard case .service(let uuid) = mark, let number = uuid.short, assignedServices.contains(number) else {
        return nil
      }
      return (number, entry.model)
    }
  }

  /// The kind of sensor that a device would be once it is connected to, by the services that it advertises; `nil` where
  /// it offers none that is known. Asked of every advertisement of a foreign device, so it takes no memory.
  package static func model(offeredBy bytes: RawSpan) -> SensorModel? {
    var offset = 0
    while let structure = (try? AdvertisingData.next(in: bytes, at: &offset)) ?? nil {
      guard AdvertisingData.services16.contains(structure.type) else { continue }
      for place in stride(from: 0, to: structure.count - 1, by: 2) {
        guard let service = bytes.uint16(at: structure.offset + place) else { break }
        for (known, model) in offered where known == service { return model }
      }
    }
    return nil
  }

  /// What to read at a device that advertises so, by somebody who wants its readings now: that of all kinds whose marks it
  /// shows. Empty where nothing is known of it, or there is nothing to connect for.
  package static func accesses(reading bytes: RawSpan) -> [CatalogueEntry.Access] {
    var accesses: [CatalogueEntry.Access] = []
    for entry in entries where entry.marks.contains(where: { isShown($0, by: bytes) }) {
      for access in entry.accesses where !accesses.contains(access) { accesses.append(access) }
    }
    return accesses
  }

  private static func isShown(_ mark: CatalogueEntry.Mark, by bytes: RawSpan) -> Bool {
    switch mark {
    case .company(let company):
      return AdvertisingData.find(type: AdvertisingData.manufacturerSpecificData, key: company, in: bytes) != nil
    case .serviceData(let service):
      return AdvertisingData.find(type: AdvertisingData.serviceData16, key: service, in: bytes) != nil
    case .service(let uuid): return offers(uuid, bytes)
    case .name(let prefix): return AdvertisingData.name(in: bytes)?.hasPrefix(prefix) == true
    }
  }

  /// Numbers above are a manufacturer's own choice: 0xFFF0 is offered by devices of all kinds.
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

  /// The local name; `nil` where there is none.
  static func name(in bytes: RawSpan) -> String? {
    var offset = 0
    while let structure = (try? next(in: bytes, at: &offset)) ?? nil {
      guard names.contains(structure.type) else { continue }
      let text = (0..<structure.count).compactMap { bytes.uint8(at: structure.offset + $0) }
      return String(decoding: text, as: UTF8.self)
    }
    return nil
  }
}
