import Readings
import SensorProtocols

@testable import Simulation

extension SensorValue {
  /// What a box makes of the bytes.
  var reading: Reading? { try? SensorDecoder.reading(characteristic: characteristic, value: bytes.span.bytes) }
}
