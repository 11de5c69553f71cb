import Readings

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
    var accesses: [CatalogueEntry.Access] = []
    for entry in connectedEntries where entry.marks.contains(where: { isShown($0, by: bytes) }) {
      guard isWanted(entry.model) else { continue }
      for access in entry.accesses where !accesses.contains(access) { accesses.append(access) }
    }
    return accesses
  }

  /// Whether one of these characteristics gives a heart rate.
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

  /// Whether the text of a structure begins with a prefix.
  static func begins(_ structure: Structure, with prefix: String, in bytes: RawSpan) -> Bool {
    guard structure.count >= prefix.utf8.count else { return false }
    return prefix.utf8.enumerated().allSatisfy { bytes.uint8(at: structure.offset + $0) == $1 }
  }
}
