import Bluetooth
import Readings
import TestSupport
import Testing

/// Advertisements in a stream of HCI packets.
struct AdvertisingReportTests {
  private let sensor = Advertisement(
    address: .sampleAranet4, rssi: -67, data: Aranet4Encoder.advertisement(.aranet4(co2: 600)), addressType: .random)
  private let stranger = Advertisement(
    address: .sampleStrap, rssi: -90, data: AdvertisementEncoder.name("Kitchen scale"), addressType: .random)
  private let silent = Advertisement(address: .otherAranet4, rssi: -50, data: [], addressType: .random)

  /// More than fits into one event.
  private var long: Advertisement {
    var random = SplitMix64(seed: 3)
    return Advertisement(address: .sampleAranet4, rssi: -40, data: random.bytes(600), addressType: .random)
  }

  @Test func `a report gives address, strength and data`() {
    #expect(trace([HCIEncoder.advertisingReport([sensor])]).reports == [.advertisement(sensor)])
  }

  @Test func `several reports in one event are all given`() {
    let all = [sensor, silent, stranger]
    #expect(trace([HCIEncoder.advertisingReport(all)]).reports == all.map { .advertisement($0) })
  }

  @Test func `a strength of 127 is absent`() {
    let unmeasured = Advertisement(address: .sampleAranet4, rssi: nil, data: sensor.data, addressType: .random)
    #expect(trace([HCIEncoder.advertisingReport([unmeasured])]).reports == [.advertisement(unmeasured)])
    #expect(trace([HCIEncoder.extendedAdvertisingReport(unmeasured)]).reports == [.advertisement(unmeasured)])
  }

  @Test func `an event that ends early gives the reports before`() {
    let packet = HCIEncoder.advertisingReport([sensor, stranger])
    let cut = HCIPacket(kind: .event, bytes: Array(packet.bytes.dropLast()))
    #expect(trace([cut]).reports == [.advertisement(sensor)])
  }

  @Test func `an extended report that is whole is given at once`() {
    #expect(trace([HCIEncoder.extendedAdvertisingReport(sensor)]).reports == [.advertisement(sensor)])
  }

  @Test(arguments: [1, 100, 229, 599])
  func `an extended advertisement in parts is put together`(size: Int) {
    let packets = HCIEncoder.extendedAdvertisingReports(long, partsOf: min(size, 229))
    #expect(packets.count == (600 + min(size, 229) - 1) / min(size, 229))
    #expect(trace(packets).reports == [.advertisement(long)])
  }

  @Test(arguments: [0.1, 60]) func `a beginning whose end was lost joins nothing that comes later`(gap: Double) {
    let packets = HCIEncoder.extendedAdvertisingReports(long, partsOf: 100)
    var writer = BTSnoopWriter(startUnixSeconds: 1_767_225_600)
    for (packet, second) in [(packets[0], 0), (HCIEncoder.extendedAdvertisingReport(sensor), gap)] {
      writer.write(packet.bytes, kind: packet.kind, at: .at(second))
    }
    var trace = HCITrace()
    #expect(readAll(writer.bytes).packets.flatMap { trace.reports(of: $0) } == [.advertisement(sensor)])
  }

  @Test func `parts of two devices do not mix`() {
    let other = Advertisement(address: .sampleStrap, rssi: -41, data: long.data.reversed(), addressType: .random)
    let mixed = zip(
      HCIEncoder.extendedAdvertisingReports(long, partsOf: 200),
      HCIEncoder.extendedAdvertisingReports(other, partsOf: 200)
    ).flatMap { [$0, $1] }
    #expect(trace(mixed).reports == [.advertisement(long), .advertisement(other)])
  }

  private func part(_ data: some Sequence<UInt8>) -> Advertisement {
    Advertisement(
      address: long.address, rssi: long.rssi, data: Array(data), addressType: long.addressType)
  }

  @Test func `parts of two sets of one device do not mix`() {
    let (first, rest) = (part(long.data.prefix(200)), part(long.data.prefix(300).dropFirst(200)))
    let (other, otherRest) = (part([0x02, 0x01, 0x06, 0x03]), part([0xFF, 0x99, 0x04]))
    let packets = [
      HCIEncoder.extendedAdvertisingReport(first, status: .moreToCome, set: 0),
      HCIEncoder.extendedAdvertisingReport(other, status: .moreToCome, set: 1),
      HCIEncoder.extendedAdvertisingReport(rest, set: 0),
      HCIEncoder.extendedAdvertisingReport(otherRest, set: 1),
    ]
    #expect(
      trace(packets).reports == [
        .advertisement(part(long.data.prefix(300))), .advertisement(part(other.data + otherRest.data)),
      ])
  }

  @Test func `a legacy advertisement between the parts of a set joins nothing and ends nothing`() {
    let (first, rest) = (part(long.data.prefix(200)), part(long.data.prefix(300).dropFirst(200)))
    let packets = [
      HCIEncoder.extendedAdvertisingReport(first, status: .moreToCome, set: 0),
      HCIEncoder.extendedAdvertisingReport(part([0x02, 0x01, 0x06]), set: nil),
      HCIEncoder.extendedAdvertisingReport(rest, set: 0),
    ]
    #expect(
      trace(packets).reports == [
        .advertisement(part([0x02, 0x01, 0x06])), .advertisement(part(long.data.prefix(300))),
      ])
  }

  @Test func `an advertisement whose rest the controller lost is dropped, and the next one begins again`() {
    let part = Advertisement(address: sensor.address, rssi: sensor.rssi, data: [0x02, 0x01])
    let packets = [
      HCIEncoder.extendedAdvertisingReport(part, status: .moreToCome),
      HCIEncoder.extendedAdvertisingReport(part, status: .truncated),
      HCIEncoder.extendedAdvertisingReport(sensor),
    ]
    #expect(trace(packets).reports == [.advertisement(sensor)])
  }

  @Test func `an advertisement in parts that is longer than any can be is dropped whole, its end too`() {
    let part = Advertisement(address: sensor.address, rssi: sensor.rssi, data: [UInt8](repeating: 0, count: 229))
    let parts = [HCIPacket](repeating: HCIEncoder.extendedAdvertisingReport(part, status: .moreToCome), count: 8)
    let end = HCIEncoder.extendedAdvertisingReport(part)
    #expect(trace(parts + [end]).reports.isEmpty)
    #expect(trace(parts + [end, HCIEncoder.extendedAdvertisingReport(sensor)]).reports == [.advertisement(sensor)])
  }

  @Test func `events of no interest give nothing`() {
    let packets = [
      HCIPacket(kind: .event, bytes: [0x0E, 0x04, 0x01, 0x0C, 0x20, 0x00]),
      HCIPacket(kind: .event, bytes: [0x3E, 0x01, 0x7F]), HCIPacket(kind: .event, bytes: []),
      HCIPacket(kind: .command, bytes: HCIEncoder.advertisingReport([sensor]).bytes),
    ]
    #expect(trace(packets).reports.isEmpty)
  }
}
