import Readings

/// What a connected sensor of this world sends: the bytes of a characteristic, as a real one would.
struct SensorValue: Sendable, Equatable {
  let characteristic: BluetoothUUID
  let bytes: [UInt8]
}
