import Bluetooth
import Readings

/// A sensor that was received lately, adopted or not.
package struct ReceivedDevice: Sendable {
  package let address: DeviceAddress
  fileprivate(set) var known: KnownModel
  /// The type of its address; `nil` if unknown.
  package var addressType: LEAddressType?
  package var receivedAt: Instant
  package var signalReportedAt: Instant?
  private var signals = InlineArray<8, Int8>(repeating: 0)
  private var count = 0
  private var next = 0

  package init(address: DeviceAddress, known: KnownModel, addressType: LEAddressType?, at instant: Instant) {
    self.address = address
    self.known = known
    self.addressType = addressType
    receivedAt = instant
  }

  package var model: SensorModel { known.model }

  package mutating func note(signal: Int8) {
    signals[next] = signal
    next = (next + 1) % signals.count
    count = min(count + 1, signals.count)
  }

  /// The median of the latest signals in dBm, because a single one may be 10 dB off. `nil` if no signal was measured,
  /// as for a device that was only received over a connection.
  package var signal: Int8? {
    guard count > 0 else { return nil }
    var sorted = signals
    for place in 1..<max(1, count) {
      var spot = place
      while spot > 0, sorted[spot - 1] > sorted[spot] {
        sorted.swapAt(spot - 1, spot)
        spot -= 1
      }
    }
    return sorted[count / 2]
  }

  /// Whether it keeps its address. An unknown type counts as permanent, because a timeline need not give it.
  package var isLasting: Bool { addressType.map { LEAddress(address, $0).isLasting } ?? true }
}

/// The sensors that were received lately, in a table of fixed size, because thousands of devices may pass by.
package struct ReceivedDevices: Sendable {
  private var places: [DeviceAddress: Int] = [:]
  private var devices: [ReceivedDevice] = []

  /// More sensors than anyone owns. In a crowd the sensors that were silent for longest are removed first, and then the
  /// weakest ones. So the nearest sensor is always in the table.
  package static let capacity = 128
  /// A device that was received within this time is present.
  package static let presence = Duration.seconds(60)

  package init() {
    devices.reserveCapacity(Self.capacity)
    places.reserveCapacity(2 * Self.capacity)
  }

  package subscript(address: DeviceAddress) -> ReceivedDevice? { places[address].map { devices[$0] } }

  package func present(at instant: Instant) -> [ReceivedDevice] {
    devices.filter { $0.receivedAt.duration(to: instant) <= Self.presence }
  }

  /// Records that a device was received.
  /// - Parameters:
  ///   - model: the model that this message points to; `nil` if it does not say.
  ///   - isProved: whether the message holds the main quantity of that model.
  /// - Returns: the model by all messages so far; `nil` if the device is not known as a sensor.
  package mutating func note(
    _ address: DeviceAddress, as model: SensorModel?, isProved: Bool, type: LEAddressType?, signal: Int8?,
    at instant: Instant
  ) -> SensorModel? {
    let place: Int
    if let known = places[address] {
      place = known
    } else {
      guard let model, let room = room(forSignal: signal, at: instant) else { return model }
      let device = ReceivedDevice(
        address: address, known: KnownModel(model, isProved: isProved), addressType: type, at: instant)
      if room == devices.count {
        devices.append(device)
      } else {
        places[devices[room].address] = nil
        devices[room] = device
      }
      places[address] = room
      place = room
    }
    devices[place].receivedAt = instant
    if let model { devices[place].known.record(model, isProved: isProved) }
    if let type { devices[place].addressType = type }
    if let signal { devices[place].note(signal: signal) }
    return devices[place].model
  }

  /// The index for a new device; `nil` if all present devices are nearer.
  private func room(forSignal signal: Int8?, at instant: Instant) -> Int? {
    if devices.count < Self.capacity { return devices.count }
    guard let oldest = devices.indices.min(by: { devices[$0].receivedAt < devices[$1].receivedAt }) else { return nil }
    if devices[oldest].receivedAt.duration(to: instant) > Self.presence { return oldest }
    func strength(_ signal: Int8?) -> Int8 { signal ?? .min }
    let weakest = devices.indices.min { strength(devices[$0].signal) < strength(devices[$1].signal) }
    return weakest.flatMap { strength(devices[$0].signal) < strength(signal) ? $0 : nil }
  }

  /// The signal strength of a device in dBm, if it is time to report it.
  package mutating func signalToReport(of address: DeviceAddress, at instant: Instant) -> Int8? {
    guard let place = places[address] else { return nil }
    if let reported = devices[place].signalReportedAt, reported.duration(to: instant) < Self.signalInterval {
      return nil
    }
    guard let signal = devices[place].signal else { return nil }
    devices[place].signalReportedAt = instant
    return signal
  }

  /// A person who looks for the nearest sensor looks again after this time.
  private static let signalInterval = Duration.seconds(10)
}
