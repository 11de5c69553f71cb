import Readings

/// A hash table that finds the family of a 16-bit key without an allocation and mostly at the first slot: nine out of
/// ten advertisements do not come from a sensor.
struct KeyTable: Sendable {
  /// 256 slots for about 30 keys, so collisions are rare. A slot holds the family's index plus one in its upper half
  /// and the key in its lower half; 0 is empty.
  private var slots = [UInt32](repeating: 0, count: 256)

  /// - Parameter keys: the keys of each family, by the family's index. If two families share a key, the first one gets
  ///   it.
  init(_ keys: [[UInt16]]) {
    for (family, keys) in keys.enumerated() {
      for key in keys where self[key] == nil {
        var slot = Self.slot(of: key)
        while slots[slot] != 0 { slot = (slot + 1) & 0xFF }
        slots[slot] = UInt32(family + 1) << 16 | UInt32(key)
      }
    }
  }

  subscript(key: UInt16) -> Int? {
    var slot = Self.slot(of: key)
    while true {
      let entry = slots[slot]
      if entry == 0 { return nil }
      if entry & 0xFFFF == UInt32(key) { return Int(entry >> 16) - 1 }
      slot = (slot + 1) & 0xFF
    }
  }

  /// Multiplying by the golden ratio spreads keys that are close together (Knuth, TAOCP 3, 6.4).
  private static func slot(of key: UInt16) -> Int { Int((key &* 0x9E37) >> 8) }
}

/// The decoders of all families, found by their keys. It is built once and never changes.
struct DecoderTable: Sendable {
  let companies: KeyTable
  let serviceData: KeyTable
  let advertisements: [SensorFamily.AdvertisementDecoder?]
  /// The characteristics and, at the same indices, their decoders: the search touches no decoder until it finds one.
  private let characteristics: [BluetoothUUID]
  private let values: [ValueDecoder]
  private let streams: [BluetoothUUID: FrameStream]

  static let shared = DecoderTable(SensorFamily.all)

  init(_ families: [SensorFamily]) {
    companies = KeyTable(families.map(\.companies))
    serviceData = KeyTable(families.map(\.serviceData))
    advertisements = families.map(\.advertisement)
    characteristics = families.flatMap { $0.value == nil ? [] : $0.characteristics }
    values = families.flatMap { family in
      family.value.map { [ValueDecoder](repeating: $0, count: family.characteristics.count) } ?? []
    }
    var streams: [BluetoothUUID: FrameStream] = [:]
    for family in families {
      for characteristic in family.characteristics { streams[characteristic] = family.stream }
    }
    self.streams = streams
  }

  /// The frames of a characteristic, if they may be cut.
  func stream(of characteristic: BluetoothUUID) -> FrameStream? { streams[characteristic] }

  func family(of structure: AdvertisingData.Structure, in bytes: RawSpan) -> Int? {
    switch structure.type {
    case AdvertisingData.manufacturerSpecificData: structure.key(in: bytes).flatMap { companies[$0] }
    case AdvertisingData.serviceData16: structure.key(in: bytes).flatMap { serviceData[$0] }
    default: nil
    }
  }

  /// Decodes the value of a characteristic; `nil` if it belongs to no known sensor. Inlined because a reading is
  /// expensive to return.
  @inline(__always) func reading(of characteristic: BluetoothUUID, _ value: RawSpan) throws(DecodeError) -> Reading? {
    for place in characteristics.indices where characteristics[place] == characteristic {
      let reading = try values[place].decode(characteristic, value)
      if reading != nil { return reading }
    }
    return nil
  }
}
