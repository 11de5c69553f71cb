import Readings
import SensorProtocols

/// What the decoder makes of an advertisement.
func decode(
  advertisement: [UInt8], scanResponse: [UInt8] = [], hints: DecodingHints = DecodingHints()
) throws(DecodeError) -> Reading? {
  try SensorDecoder.reading(
    advertisement: advertisement.span.bytes, scanResponse: scanResponse.span.bytes, hints: hints)
}

/// What the decoder makes of the value of a characteristic.
func decode(_ characteristic: BluetoothUUID, _ value: [UInt8]) throws(DecodeError) -> Reading? {
  try SensorDecoder.reading(characteristic: characteristic, value: value.span.bytes)
}
