import Bluetooth
import Readings

/// The script of the demonstration recording: who sends what and when. Times are seconds from its beginning.
struct DemoScript {
  /// When the recording ends.
  private static let end = 480.0

  private(set) var entries: [DemoRecording.Entry] = []
  private var random = SplitMix64(seed: 20_260_101)

  // MARK: The air

  /// One measurement of the main Aranet4: the time from which it is advertised, and its value.
  private enum Air {
    case captured(CapturedPayload)
    case made(co2: Double, temperature: Double, humidity: Double, status: AirStatus)
  }

  /// The recording begins 15 s after a measurement; the next ones come every 60 s, the interval in the captures. The
  /// colours follow the default limits of an Aranet4, 1000 and 1400 ppm.
  private static let air: [(from: Double, Air)] = [
    (0, .captured(.v012)), (45, .captured(.v013)), (105, .captured(.v014)),
    (165, .made(co2: 1250, temperature: 22.3, humidity: 36, status: .yellow)),
    (225, .made(co2: 1610, temperature: 22.6, humidity: 38, status: .red)),
    (285, .made(co2: 2620, temperature: 23.1, humidity: 41, status: .red)),
    (345, .made(co2: 2580, temperature: 23.0, humidity: 40, status: .red)),
    (405, .made(co2: 760, temperature: 21.6, humidity: 33, status: .green)),
    (465, .made(co2: 640, temperature: 21.4, humidity: 32, status: .green)),
  ]

  /// No advertisement is received in these seconds, as happens in any cabin, so 1610 ppm is shown a little longer.
  private static let unheard = 286.0..<294.0

  /// The advertisements of the main Aranet4, about every 4 s.
  mutating func mainAranet4() {
    let why = "the vectors contain no captured advertisement above 975 ppm, and no series that rises and falls"
    var counter: UInt32 = 176  // Of the capture V014.
    for (index, (start, air)) in Self.air.enumerated() {
      let end = index + 1 < Self.air.count ? Self.air[index + 1].from : Self.end
      if case .made = air { counter = (counter + 1) % 256 }
      var time = start + 0.25 + jitter(upTo: 1500)
      while time < end {
        defer { time += 3.6 + jitter(upTo: 800) }
        if Self.unheard.contains(time) { continue }
        switch air {
        case .captured(let payload):
          advertise(payload, at: time, from: .sampleAranet4)
        case .made(let co2, let temperature, let humidity, let status):
          let reading = Reading.aranet4(
            co2: co2, temperature: temperature, pressure: 985.1, humidity: humidity, battery: 3, status: status,
            ageSeconds: UInt16(time - start), counter: counter)
          advertise(
            Aranet4Encoder.advertisement(reading), at: time, from: .sampleAranet4, device: "Aranet4",
            content: "\(Int(co2)) ppm, measured \(Int(time - start)) s before", .made(why: why))
        }
      }
    }
  }

  /// The advertisements of another Aranet4, received every 10 s until it goes out of range.
  mutating func otherAranet4() {
    for time in stride(from: 3.0, to: 200, by: 10) {
      advertise(.v010, at: time + jitter(upTo: 400), from: .otherAranet4)
    }
  }

  // MARK: The heart

  /// Some controllers number their links from 0. This number is used because BlueZ btmon 5.66 crashes on any other
  /// link's discovery in a file, even though the file has the connection (seen on Debian 12 with a file of one packet).
  private static let link: UInt16 = 0x0000
  private static let measurementHandle: UInt16 = 0x0011
  private static let resting: [CapturedPayload] = [.v152, .v152, .v146, .v152, .v148, .v149, .v151, .v146]
  private static let calm: [CapturedPayload] = [.v152, .v146, .v152]
  private static let fast: [CapturedPayload] = [.v176, .v177]
  private static let slow: [CapturedPayload] = [
    .v155, .v157, .v158, .v159, .v160, .v163, .v167, .v168, .v169, .v171, .v174,
  ]

  /// The messages of a strap that is found, connected, lost and found again.
  mutating func strap() {
    for time in [1.1, 2.1, 3.1] { strapAdvertises(at: time) }
    connect(at: 4)
    beat(Self.resting, from: 5, until: 200)
    beat(Self.fast, from: 200, until: 225)
    beat(Self.calm, from: 225, until: 292)
    beat(Self.slow, from: 292, until: 317)
    beat(Self.calm, from: 317, until: 370)
    add(
      HCIEncoder.disconnectionComplete(link: Self.link), at: 372, "strap", "Disconnection Complete, the link was lost",
      .made(why: "captures were published as payloads, without their connection"))
    for time in [413.2, 414.2] { strapAdvertises(at: time) }
    connect(at: 415)
    beat([.v152], from: 416, until: Self.end)
  }

  private mutating func strapAdvertises(at time: Double) {
    advertise(
      AdvertisementEncoder.name("HR strap", services: [HeartRateEncoder.service]), at: time, from: .sampleStrap,
      device: "strap", content: "advertises the Heart Rate Service",
      .made(why: "captures were published as payloads, without their connection"))
  }

  /// The connection, a discovery that maps a handle to Heart Rate Measurement, and the subscription.
  private mutating func connect(at start: Double) {
    let declarations = [
      CharacteristicDeclaration(handle: 0x0002, properties: 0x02, uuid: BluetoothUUID(0x2A00)),
      CharacteristicDeclaration(
        handle: Self.measurementHandle - 1, properties: 0x10, uuid: HeartRateEncoder.measurement),
      CharacteristicDeclaration(handle: 0x0013, properties: 0x02, uuid: BluetoothUUID(0x2A38)),
    ]
    let dialogue: [(AttributeMessage, String)] = [
      (.readByTypeRequest(handles: 0x0001...0xFFFF), "Read By Type Request: list characteristics"),
      (.readByTypeResponse(declarations), "Read By Type Response: handle 0x0011 is 0x2A37, Heart Rate Measurement"),
      (.readByTypeRequest(handles: 0x0014...0xFFFF), "Read By Type Request: list the rest"),
      (.errorResponse(request: 0x08, handle: 0x0014, code: 0x0A), "Error Response: there are no more"),
      (.writeRequest(handle: 0x0012, [0x01, 0x00]), "Write Request: switch notifications on"),
      (.writeResponse, "Write Response"),
    ]
    let origin = DemoRecording.Origin.made(why: "captures were published as payloads, without their connection")
    add(
      HCIEncoder.connectionComplete(link: Self.link, to: .sampleStrap), at: start, "strap", "LE Connection Complete",
      origin)
    for (index, (message, content)) in dialogue.enumerated() {
      for packet in HCIEncoder.attribute(message, link: Self.link) {
        add(packet, at: start + 0.12 * Double(index + 1), "strap", content, origin)
      }
    }
  }

  /// One notification a second, with the payloads in turn.
  private mutating func beat(_ payloads: [CapturedPayload], from start: Double, until end: Double) {
    for (index, time) in stride(from: start, to: end, by: 1).enumerated() {
      let payload = payloads[index % payloads.count]
      let message = AttributeMessage.notification(handle: Self.measurementHandle, payload.bytes)
      for packet in HCIEncoder.attribute(message, link: Self.link) {
        add(
          packet, at: time + jitter(upTo: 40), "strap", "Heart Rate Measurement: \(payload.content)",
          .captured(payload))
      }
    }
  }

  // MARK: Strangers

  /// Advertisements that no decoder knows, because a radio receives more than sensors.
  mutating func strangers() {
    let why = "a radio also receives strangers, which must do no harm"
    // Apple's company identifier and a beacon's layout: type 0x02, 21 bytes: UUID, major, minor, power at 1 m.
    let beacon: [UInt8] = [0x02, 0x15] + Array(0xA0...0xAF) + [0x00, 0x01, 0x00, 0x02, 0xC5]
    let phone = DeviceAddress(value: 0xF1_2A90_7D33_5C)
    let scale = DeviceAddress(value: 0xC8_4410_E6B2_07)
    for time in stride(from: 7.5, to: Self.end, by: 30) {
      advertise(
        AdvertisementEncoder.manufacturer(0x004C, beacon), at: time + jitter(upTo: 900), from: phone,
        device: "beacon", content: "manufacturer data of company 0x004C", .made(why: why))
    }
    for time in stride(from: 21.5, to: Self.end, by: 60) {
      advertise(
        AdvertisementEncoder.name("Kitchen scale"), at: time + jitter(upTo: 900), from: scale, device: "kitchen scale",
        content: "a name and nothing else", .made(why: why))
    }
  }

  // MARK: Pieces

  private mutating func advertise(_ payload: CapturedPayload, at time: Double, from address: DeviceAddress) {
    advertise(
      AdvertisementEncoder.manufacturer(Aranet4Encoder.company, payload.bytes), at: time, from: address,
      device: address == .sampleAranet4 ? "Aranet4" : "other Aranet4", content: payload.content, .captured(payload))
  }

  private mutating func advertise(
    _ data: [UInt8], at time: Double, from address: DeviceAddress, device: String, content: String,
    _ origin: DemoRecording.Origin
  ) {
    let rssi = -72 + Int8(random.next() % 9)
    let advertisement = Advertisement(address: address, rssi: rssi, data: data)
    add(HCIEncoder.advertisingReport([advertisement]), at: time, device, content, origin)
  }

  private mutating func add(
    _ packet: HCIPacket, at time: Double, _ device: String, _ content: String, _ origin: DemoRecording.Origin
  ) {
    // Whole milliseconds: the file counts microseconds, so nothing is lost in it.
    let milliseconds = Int64((time * 1000).rounded())
    entries.append(
      DemoRecording.Entry(
        instant: Instant(nanoseconds: milliseconds * 1_000_000), packet: packet, device: device, content: content,
        origin: origin))
  }

  /// A random delay of at most this many milliseconds, in seconds: nothing on the air is exactly periodic.
  private mutating func jitter(upTo milliseconds: UInt64) -> Double {
    Double(random.next() % (milliseconds + 1)) / 1000
  }
}
