import Readings

/// Something that is heard: what it says, and from where.
struct Heard: Sendable {
  let reading: Reading
  let sensor: SensorIndex
  let address: DeviceAddress
  /// How strong the signal is, dBm.
  let rssi: Int8
}

/// The devices of strangers: those of passers-by, each heard for minutes, and those of neighbours, heard all the time.
struct Street: Sendable {
  /// The first place in the tables that a stranger's device takes. The box's own sensors stand before it.
  static let firstPlace: UInt16 = 8

  /// The devices that have come since they were last asked for.
  private(set) var arrived: [SensorIndex] = []
  /// The places of those that have gone since then.
  private(set) var gone: [SensorIndex] = []

  private let parameters: WorldParameters
  private var devices: [StreetDevice] = []
  private var freePlaces: [UInt16]
  private var nextArrival: Double

  /// - Parameter capacity: how many sensors the box keeps apart.
  init(_ parameters: WorldParameters, capacity: Int, _ random: inout WorldRandom) {
    self.parameters = parameters
    freePlaces = (Self.firstPlace..<UInt16(capacity)).reversed()
    nextArrival = random.wait(perDay: parameters.passersByPerHour * 24)
    for number in 0..<Int(parameters.neighbours) {
      let kinds = StreetDevice.Kind.ofNeighbours
      add(StreetDevice(kinds[number % kinds.count], from: 0, until: .infinity, &random))
    }
  }

  /// Lets a second pass.
  mutating func step(_ now: Double, _ random: inout WorldRandom, into heard: inout [Heard]) {
    if !arrived.isEmpty { arrived.removeAll(keepingCapacity: true) }
    if !gone.isEmpty { gone.removeAll(keepingCapacity: true) }
    while now >= nextArrival {
      nextArrival += random.wait(perDay: parameters.passersByPerHour * 24)
      let stay = random.logNormal(median: parameters.passerBySeconds, sigma: 0.8)
      let kinds = StreetDevice.Kind.allCases
      let kind = kinds[min(kinds.count - 1, Int(random.uniform() * Double(kinds.count)))]
      add(StreetDevice(kind, from: now, until: now + stay, &random))
    }
    for index in devices.indices.reversed() where now >= devices[index].leavesAt {
      gone.append(SensorIndex(devices[index].place))
      freePlaces.append(devices[index].place)
      devices.swapAt(index, devices.count - 1)
      devices.removeLast()
    }
    for index in devices.indices {
      guard let reading = devices[index].step(now, &random) else { continue }
      let place = SensorIndex(devices[index].place)
      if !devices[index].hasBeenHeard {
        devices[index].hasBeenHeard = true
        arrived.append(place)
      }
      heard.append(
        Heard(
          reading: reading, sensor: place, address: devices[index].address,
          rssi: Int8(min(-30, max(-110, devices[index].rssi + 3 * random.normal())))))
    }
  }

  /// One for which there is no place is not heard.
  private mutating func add(_ device: StreetDevice) {
    guard let place = freePlaces.popLast() else { return }
    var device = device
    device.place = place
    devices.append(device)
  }
}
