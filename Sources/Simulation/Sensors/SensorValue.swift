import Readings

/// A value that a connected sensor of this world sends: the characteristic and its bytes.
struct SensorValue: Sendable, Equatable {
  let characteristic: BluetoothUUID
  let bytes: [UInt8]
}
