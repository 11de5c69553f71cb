import Bluetooth
import Readings

/// The devices of strangers: those of passers-by, each received for minutes, and those of neighbours, received all the
/// time.
struct Street: Sendable {
  /// The first place that the checks use for a stranger's device. The box's own sensors come before it.
  static let firstPlace: UInt16 = 8

  /// The largest number of devices in the street at one time.
  private static let most = 56

  private let parameters: WorldParameters
  private var devices: [StreetDevice] = []
  private var nextArrival: Double

  init(_ parameters: WorldParameters, _ random: inout WorldRandom) {
    self.parameters = parameters
    nextArrival = random.wait(perDay: parameters.passersByPerHour * 24)
    for number in 0..<Int(parameters.neighbours) {
      let kinds = StreetDevice.Kind.ofNeighbours
      add(StreetDevice(kinds[number % kinds.count], from: 0, until: .infinity, &random))
    }
  }

  /// Advances the time by one second.
  /// - Parameter reports: receives the advertisements of the devices in that second.
  mutating func step(_ now: Double, _ random: inout WorldRandom, into reports: inout [RadioReport]) {
    while now >= nextArrival {
      nextArrival += random.wait(perDay: parameters.passersByPerHour * 24)
      let stay = random.logNormal(median: parameters.passerBySeconds, sigma: 0.8)
      let kinds = StreetDevice.Kind.allCases
      let kind = kinds[min(kinds.count - 1, Int(random.uniform() * Double(kinds.count)))]
      add(StreetDevice(kind, from: now, until: now + stay, &random))
    }
    for index in devices.indices.reversed() where now >= devices[index].leavesAt {
      devices.swapAt(index, devices.count - 1)
      devices.removeLast()
    }
    for index in devices.indices {
      guard let data = devices[index].step(now, &random) else { continue }
      // The signal strength of a device that is not a sensor does not matter.
      let signal = devices[index].isSensor ? Int8(min(-30, max(-110, devices[index].rssi + 3 * random.normal()))) : nil
      reports.append(
        .advertisement(
          Advertisement(
            address: devices[index].address, rssi: signal ?? Int8(devices[index].rssi), data: data,
            addressType: .random)))
    }
  }

  private mutating func add(_ device: StreetDevice) {
    if devices.count < Self.most { devices.append(device) }
  }
}
