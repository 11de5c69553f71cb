import Bluetooth
import Readings

/// The devices of strangers: those of passers-by, each heard for minutes, and those of neighbours, heard all the time.
struct Street: Sendable {
  /// The first place by which the checks know a stranger's device. The box's own sensors stand before it.
  static let firstPlace: UInt16 = 8

  /// No street holds more devices than that at a time.
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

  /// Lets a second pass.
  /// - Parameter reports: get what its devices advertise meanwhile.
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
      // The strength of what is no sensor's is never asked for.
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
