import Readings

/// Decodes the value of a known characteristic. It is a struct because a bare closure in an array or an optional is
/// called through thunks, and each thunk copies the reading.
struct ValueDecoder: Sendable {
  let decode: @Sendable (BluetoothUUID, RawSpan) throws(DecodeError) -> Reading?

  init(_ decode: @escaping @Sendable (BluetoothUUID, RawSpan) throws(DecodeError) -> Reading?) { self.decode = decode }
}

/// One family of devices: its models and its decoders. The file of each family ends with a constant of this type.
struct SensorFamily: Sendable {
  /// Decodes one AD structure with a known key. A decoder returns `nil` if the structure belongs to another device.
  enum AdvertisementDecoder: Sendable {
    /// For structures that need only their own bytes, which follow the company identifier or UUID.
    case structure(@Sendable (_ key: UInt16, _ data: RawSpan) throws(DecodeError) -> Reading?)
    /// For structures that also need other structures of the advertisement, the scan response, or what the owner has
    /// entered.
    case everything(
      @Sendable (
        _ key: UInt16, _ data: RawSpan, _ advertisement: RawSpan, _ scanResponse: RawSpan, _ hints: DecodingHints
      ) throws(DecodeError) -> Reading?)
  }

  var models: [CatalogueEntry]
  var companies: [UInt16] = []
  var serviceData: [UInt16] = []
  /// Decodes a structure with one of these keys.
  var advertisement: AdvertisementDecoder?
  var characteristics: [BluetoothUUID] = []
  /// The frames of these characteristics, if one may begin in one value and end in the next.
  var stream: FrameStream?
  /// Decodes the value of one of these characteristics; returns `nil` if it belongs to another device.
  var value: ValueDecoder?
}

/// What the caller knows about a sensor apart from what the sensor sends.
package struct DecodingHints: Sendable {
  package var address: DeviceAddress?
  package var bindKey: BindKey?
  /// The kind that the sensor has shown before, see ``ShownKinds``.
  package var knownAs: SensorModel?

  package init(address: DeviceAddress? = nil, bindKey: BindKey? = nil, knownAs: SensorModel? = nil) {
    self.address = address
    self.bindKey = bindKey
    self.knownAs = knownAs
  }
}
