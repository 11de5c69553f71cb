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

/// A device of a stranger, simulated by its advertisements.
struct StreetDevice: Sendable {
  /// The kinds of devices that pass by or belong to neighbours.
  enum Kind: CaseIterable, Sendable {
    /// A runner's strap that advertises its heart rate, as Polar's do.
    case strap
    /// A tag on a key ring, which is not a sensor.
    case tag
    /// A SwitchBot plug, whose manufacturer data are as long as those of a CO2 sensor.
    case plug
    /// A CO2 sensor in a badly ventilated room.
    case carbonDioxide
    case freezer

    /// The devices that are received through a wall.
    static let ofNeighbours: [Kind] = [.carbonDioxide, .strap, .freezer, .plug]
  }

  let address: DeviceAddress
  /// The mean strength of its signal, dBm. It passes through a wall or a window, so it is weaker than the limit from
  /// which a box counts a sensor as being in its own room (-75 dBm). Own choice.
  let rssi: Double
  let leavesAt: Double

  private let kind: Kind
  private let interval: Double
  private var nextAdvertisement: Double
  /// In bpm, ppm or °C.
  private var value: Double
  private var counter: UInt8 = 0
  private var bytes: [UInt8] = []

  init(_ kind: Kind, from now: Double, until leavesAt: Double, _ random: inout WorldRandom) {
    self.kind = kind
    self.leavesAt = leavesAt
    address = DeviceAddress(value: UInt64(random.uniform() * 0x1p48) | 0xC000_0000_0000)
    rssi = random.uniform(-95, -76)
    interval = kind == .strap ? 1 : random.uniform(2, 10)
    nextAdvertisement = now + random.uniform(0, interval)
    value =
      switch kind {
      case .strap: random.uniform(45, 185)
      case .carbonDioxide: random.uniform(600, 5_000)
      case .freezer: random.uniform(-25, -12)
      case .tag, .plug: 0
      }
    bytes.reserveCapacity(32)
  }

  /// Whether a box can decode what it sends.
  var isSensor: Bool { kind != .tag && kind != .plug }

  /// What it advertises this second; `nil` if nothing.
  mutating func step(_ now: Double, _ random: inout WorldRandom) -> [UInt8]? {
    guard now >= nextAdvertisement else { return nil }
    nextAdvertisement = now + interval * random.uniform(0.8, 1.6)
    write(&random)
    return bytes
  }

  private mutating func write(_ random: inout WorldRandom) {
    bytes.removeAll(keepingCapacity: true)
    bytes += [2, 0x01, 0x06]
    counter &+= 1
    switch kind {
    case .strap:
      value = min(200, max(40, value + random.normal()))
      // Contact, the frame counter, broadcast; no other item; fast and slow average.
      append(0xFF, [0x6B, 0x00, 0x22 | (counter & 7) << 2, 0, UInt8(value), UInt8(value)])
    case .tag: append(0xFF, [0x4C, 0x00, 0x12, 0x19, 0x10] + [UInt8](repeating: counter, count: 24))
    case .plug:
      let mac = (0..<6).map { UInt8(truncatingIfNeeded: address.value >> UInt64(40 - 8 * $0)) }
      append(0xFF, [0x69, 0x09] + mac + [counter, 0x80, 0x1D, 0x22, 0, 0, 0, 0, 0, 0])
    case .carbonDioxide:
      value = max(400, value + 10 * random.normal())
      // No client connected, integrations on, firmware 1.4.14; then the reading: see `Aranet`.
      var data: [UInt8] = [0x02, 0x07, 0x21, 0x0E, 0x04, 0x01, 0x00, 0x06, 0x0F, 0x01]
      for word in [UInt16(min(value, 9_999)), 430, 10_132] { Self.append(word, to: &data) }
      data += [40, 87, 3]
      for word in [UInt16(60), UInt16(counter % 60)] { Self.append(word, to: &data) }
      append(0xFF, data + [counter])
    case .freezer:
      let hundredths = UInt16(bitPattern: Int16(value * 100))
      append(0x16, [0xD2, 0xFC, 0x40, 0x02, UInt8(hundredths & 0xFF), UInt8(hundredths >> 8)])
    }
  }

  private mutating func append(_ type: UInt8, _ data: [UInt8]) {
    bytes.append(UInt8(data.count + 1))
    bytes.append(type)
    bytes += data
  }

  private static func append(_ word: UInt16, to data: inout [UInt8]) {
    data.append(UInt8(truncatingIfNeeded: word))
    data.append(UInt8(truncatingIfNeeded: word >> 8))
  }
}
