import Readings

/// Decodes the value of a known characteristic. A bare closure in an array or an optional is called by way of thunks, each
/// of which copies the reading.
struct ValueDecoder: Sendable {
  let decode: @Sendable (BluetoothUUID, RawSpan) throws(DecodeError) -> Reading?

  init(_ decode: @escaping @Sendable (BluetoothUUID, RawSpan) throws(DecodeError) -> Reading?) { self.decode = decode }
}

/// One family of devices: its models and its decoders. Each ends its own file with one.
struct SensorFamily: Sendable {
  /// Decodes one AD structure of a known key.
  enum AdvertisementDecoder: Sendable {
    /// Where the structure's own bytes, behind its company identifier or UUID, say everything.
    case structure(@Sendable (_ key: UInt16, _ data: RawSpan) throws(DecodeError) -> Reading?)
    /// Where other structures of the advertisement or its scan response say something too, or the owner must.
    case everything(
      @Sendable (
        _ key: UInt16, _ data: RawSpan, _ advertisement: RawSpan, _ scanResponse: RawSpan, _ hints: DecodingHints
      ) throws(DecodeError) -> Reading?)
  }

  /// What it has in the catalogue.
  var models: [CatalogueEntry]
  /// The company identifiers of its manufacturer specific data.
  var companies: [UInt16] = []
  /// The UUIDs of its service data.
  var serviceData: [UInt16] = []
  /// Decodes a structure with one of these keys; `nil` from it means "another device".
  var advertisement: AdvertisementDecoder?
  var characteristics: [BluetoothUUID] = []
  /// Decodes the value of one of them; `nil` from it means "another device".
  var value: ValueDecoder?
}

/// What is known of a sensor beside what it sends.
package struct DecodingHints: Sendable {
  package var address: DeviceAddress?
  /// The key that its owner has.
  package var bindKey: BindKey?
  /// As what it has shown itself before, see ``ShownKinds``.
  package var knownAs: SensorModel?

  /// What is known of it.
  package init(address: DeviceAddress? = nil, bindKey: BindKey? = nil, knownAs: SensorModel? = nil) {
    self.address = address
    self.bindKey = bindKey
    self.knownAs = knownAs
  }
}
