import Bluetooth
import Readings
import SensorProtocols

/// A sensor that was heard lately, one's own or not.
package struct HeardDevice: Sendable {
  package let address: DeviceAddress
  /// What it is taken for.
  fileprivate(set) var known: KnownModel
  /// Of which kind its address is; `nil` where that is not known.
  package var addressType: LEAddressType?
  /// When it was heard last.
  package var heardAt: Instant
  /// When its signal was last told to others.
  package var toldSignalAt: Instant?
  private var signals = InlineArray<8, Int8>(repeating: 0)
  private var count = 0
  private var next = 0

  package init(address: DeviceAddress, known: KnownModel, addressType: LEAddressType?, at instant: Instant) {
    self.address = address
    self.known = known
    self.addressType = addressType
    heardAt = instant
  }

  /// What it is taken for.
  package var model: SensorModel { known.model }

  package mutating func note(signal: Int8) {
    signals[next] = signal
    next = (next + 1) % signals.count
    count = min(count + 1, signals.count)
  }

  /// The median of the latest signals, dBm: one alone may be 10 dB off. `nil` where none was measured, as of a device
  /// that was only heard on a connection.
  package var signal: Int8? {
    guard count > 0 else { return nil }
    var sorted = signals
    for place in 1..<max(1, count) {
      var hole = place
      while hole > 0, sorted[hole - 1] > sorted[hole] {
        sorted.swapAt(hole - 1, hole)
        hole -= 1
      }
    }
    return sorted[count / 2]
  }

  /// Whether its address is one that it keeps. What is not known is taken for that: a timeline need not say it.
  package var isLasting: Bool { addressType.map { LEAddress(address, $0).isLasting } ?? true }
}

/// The sensors that were heard lately, in a table of fixed size: thousands may pass by.
package struct HeardDevices: Sendable {
  private var places: [DeviceAddress: Int] = [:]
  private var devices: [HeardDevice] = []

  /// More sensors than anybody owns. In a crowd those that were silent for longest make room, and then the weakest: who
  /// asks for the nearest one never misses it.
  package static let capacity = 128
  /// Who was heard so recently is there.
  package static let presence = Duration.seconds(60)

  package init() {
    devices.reserveCapacity(Self.capacity)
    places.reserveCapacity(2 * Self.capacity)
  }

  package subscript(address: DeviceAddress) -> HeardDevice? { places[address].map { devices[$0] } }

  /// Those that are there now.
  package func present(at instant: Instant) -> [HeardDevice] {
    devices.filter { $0.heardAt.duration(to: instant) <= Self.presence }
  }

  /// A device was heard.
  /// - Parameters:
  ///   - model: what it is taken for by this message; `nil` where the message does not say it.
  ///   - isProved: whether the message holds what that model is owned for.
  /// - Returns: what it is taken for by all that it said; `nil` for a device that is not known as a sensor.
  package mutating func note(
    _ address: DeviceAddress, as model: SensorModel?, isProved: Bool, type: LEAddressType?, signal: Int8?,
    at instant: Instant
  ) -> SensorModel? {
    let place: Int
    if let known = places[address] {
      place = known
    } else {
      guard let model, let room = room(forSignal: signal, at: instant) else { return model }
      let device = HeardDevice(
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
    devices[place].heardAt = instant
    if let model { devices[place].known.take(model, isProved: isProved) }
    if let type { devices[place].addressType = type }
    if let signal { devices[place].note(signal: signal) }
    return devices[place].model
  }

  /// Where a device that is heard for the first time finds room; `nil` where all that are there are nearer.
  private func room(forSignal signal: Int8?, at instant: Instant) -> Int? {
    if devices.count < Self.capacity { return devices.count }
    guard let oldest = devices.indices.min(by: { devices[$0].heardAt < devices[$1].heardAt }) else { return nil }
    if devices[oldest].heardAt.duration(to: instant) > Self.presence { return oldest }
    func strength(_ signal: Int8?) -> Int8 { signal ?? .min }
    let weakest = devices.indices.min { strength(devices[$0].signal) < strength(devices[$1].signal) }
    return weakest.flatMap { strength(devices[$0].signal) < strength(signal) ? $0 : nil }
  }

  /// A device's signal, where it is time to tell others of it.
  package mutating func signalToTell(of address: DeviceAddress, at instant: Instant) -> Int8? {
    guard let place = places[address] else { return nil }
    if let told = devices[place].toldSignalAt, told.duration(to: instant) < Self.tellingInterval { return nil }
    guard let signal = devices[place].signal else { return nil }
    devices[place].toldSignalAt = instant
    return signal
  }

  /// A person who looks for the nearest sensor looks again after so long.
  private static let tellingInterval = Duration.seconds(10)
}
