import Bluetooth
import Monitor
import Readings
import SensorProtocols

/// Gives every sensor that is heard its place in the tables, and turns what it sent into readings.
public struct Intake: Sendable {
  /// A sensor that has a place.
  public struct Sensor: Sendable, Hashable {
    /// Its address.
    public let address: DeviceAddress
    /// Its kind. One address that speaks as two kinds is two sensors.
    public let model: SensorModel
  }

  /// What became of a report.
  public enum Result: Sendable {
    /// A reading.
    case reading(Reading, from: SensorIndex, isNew: Bool)
    /// Not from a known sensor, or not about a measurement.
    case nothing
    /// From a known sensor, and broken.
    case malformed(DecodeError)
    /// From one sensor too many.
    case tooManySensors
  }

  /// The sensors by their place.
  public private(set) var sensors: [Sensor] = []
  private var places: [Sensor: SensorIndex] = [:]
  /// How many reports of known sensors were broken.
  public private(set) var malformed = 0
  /// How many reports came from more sensors than there are places for.
  public private(set) var turnedAway = 0

  /// No sensor yet.
  public init() {}

  /// Decodes a report.
  public mutating func take(_ report: RadioReport) -> Result {
    do {
      switch report {
      case .advertisement(let advertisement):
        return place(
          try SensorDecoder.reading(
            advertisement: advertisement.data.span.bytes, scanResponse: advertisement.scanResponse.span.bytes),
          at: advertisement.address)
      case .attributeValue(let value):
        return place(
          try SensorDecoder.reading(characteristic: value.characteristic, value: value.data.span.bytes),
          at: value.address)
      case .connected, .disconnected: return .nothing
      }
    } catch {
      malformed += 1
      return .malformed(error)
    }
  }

  private mutating func place(_ reading: Reading?, at address: DeviceAddress) -> Result {
    guard let reading else { return .nothing }
    let sensor = Sensor(address: address, model: reading.model)
    if let index = places[sensor] { return .reading(reading, from: index, isNew: false) }
    guard sensors.count < Monitor.sensorCapacity, let position = UInt16(exactly: sensors.count) else {
      turnedAway += 1
      return .tooManySensors
    }
    let index = SensorIndex(position)
    sensors.append(sensor)
    places[sensor] = index
    return .reading(reading, from: index, isNew: true)
  }
}
