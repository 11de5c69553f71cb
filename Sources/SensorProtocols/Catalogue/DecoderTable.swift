import Readings

/// Finds the family that a 16-bit key belongs to, without an allocation and mostly at the first look: nine of ten
/// advertisements are no sensor's.
struct KeyTable: Sendable {
  /// 256 slots for some 30 keys: hardly ever do two of them meet. A slot holds the family's place plus one above the
  /// key; 0 is empty.
  private var slots = [UInt32](repeating: 0, count: 256)

  /// - Parameter keys: of each family, in the order of their places. The first family keeps a key that two have.
  init(_ keys: [[UInt16]]) {
    for (family, keys) in keys.enumerated() {
      for key in keys where self[key] == nil {
        var slot = Self.slot(of: key)
        while slots[slot] != 0 { slot = (slot + 1) & 0xFF }
        slots[slot] = UInt32(family + 1) << 16 | UInt32(key)
      }
    }
  }

  /// The place of the family that a key belongs to.
  subscript(key: UInt16) -> Int? {
    var slot = Self.slot(of: key)
    while true {
      let entry = slots[slot]
      if entry == 0 { return nil }
      if entry & 0xFFFF == UInt32(key) { return Int(entry >> 16) - 1 }
      slot = (slot + 1) & 0xFF
    }
  }

  /// Multiplying by the golden ratio spreads keys that lie close together (Knuth, TAOCP 3, 6.4).
  private static func slot(of key: UInt16) -> Int { Int((key &* 0x9E37) >> 8) }
}

/// The decoders of all families by their keys.
struct DecoderTable: Sendable {
  let companies: KeyTable
  let serviceData: KeyTable
  let advertisements: [SensorFamily.AdvertisementDecoder?]
  /// The characteristics and, at the same places, what decodes them: looking for one passes no decoder by.
  private let characteristics: [BluetoothUUID]
  private let values: [ValueDecoder]

  static let shared = DecoderTable(SensorFamily.all)

  init(_ families: [SensorFamily]) {
    companies = KeyTable(families.map(\.companies))
    serviceData = KeyTable(families.map(\.serviceData))
    advertisements = families.map(\.advertisement)
    characteristics = families.flatMap { $0.value == nil ? [] : $0.characteristics }
    values = families.flatMap { family in
      family.value.map { [ValueDecoder](repeating: $0, count: family.characteristics.count) } ?? []
    }
  }

  /// The place of the family that a structure belongs to.
  func family(of structure: AdvertisingData.Structure, in bytes: RawSpan) -> Int? {
    switch structure.type {
    case AdvertisingData.manufacturerSpecificData: structure.key(in: bytes).flatMap { companies[$0] }
    case AdvertisingData.serviceData16: structure.key(in: bytes).flatMap { serviceData[$0] }
    default: nil
    }
  }

  /// Decodes the value of a characteristic; `nil` where it belongs to no known sensor. Inlined, since a reading is large to
  /// hand on.
  @inline(__always) func reading(of characteristic: BluetoothUUID, _ value: RawSpan) throws(DecodeError) -> Reading? {
    for place in characteristics.indices where characteristics[place] == characteristic {
      let reading = try values[place].decode(characteristic, value)
      if reading != nil { return reading }
    }
    return nil
  }
}
