import Bluetooth
import Readings
import TestSupport
import Testing

/// L2CAP frames over several ACL packets.
struct FragmentationTests {
  private let data = HeartRateEncoder.value(beatsPerMinute: 300, energyKilojoules: 12, rrTicks: [700, 710, 720])

  private func notification(fragmentSize: Int?) -> [HCIPacket] {
    HCIEncoder.attribute(.notification(handle: 0x0011, data), link: 0x40, fragmentSize: fragmentSize)
  }

  private var expected: RadioReport {
    .attributeValue(
      AttributeValue(address: .sampleStrap, characteristic: HeartRateEncoder.measurement, data: data))
  }

  private func values(_ packets: [HCIPacket]) -> [RadioReport] {
    trace(discovery([heartRateDeclaration]) + packets).reports.filter { $0 != .connected(.sampleStrap) }
  }

  @Test(arguments: 1...20)
  func `a frame in fragments of any size is put together`(size: Int) {
    let packets = notification(fragmentSize: size)
    // Four bytes of L2CAP header, three of ATT, then the value.
    #expect(packets.count == (7 + data.count + size - 1) / size)
    #expect(values(packets) == [expected])
  }

  @Test func `a new frame ends one that was never completed`() {
    let unfinished = notification(fragmentSize: 6).dropLast()
    #expect(values(unfinished + notification(fragmentSize: nil)) == [expected])
  }

  @Test func `fragments of both directions do not mix`() {
    let request = HCIEncoder.attribute(.readRequest(handle: 0x0011), link: 0x40, fragmentSize: 3)
    let answer = HCIEncoder.attribute(.readResponse(data), link: 0x40, fragmentSize: 4)
    let notified = notification(fragmentSize: 5)
    // The request's fragments stand between those of a notification.
    let mixed = [notified[0], request[0], notified[1], request[1], notified[2], request[2]] + notified[3...] + answer
    #expect(values(Array(mixed)) == [expected, expected])
  }

  @Test func `fragments of two links do not mix`() {
    let other = AttributeValue(
      address: .otherAranet4, characteristic: HeartRateEncoder.measurement, data: data.reversed())
    let second = HCIEncoder.attribute(
      .notification(handle: 0x0011, other.data), link: 0x41, fragmentSize: 5)
    let mixed = zip(notification(fragmentSize: 5), second).flatMap { [$0, $1] }
    let stream =
      discovery([heartRateDeclaration]) + discovery([heartRateDeclaration], link: 0x41, to: .otherAranet4) + mixed
    #expect(trace(stream).reports.suffix(2) == [expected, .attributeValue(other)])
  }

  @Test func `a packet that is shorter than it says gives nothing`() {
    let packets = notification(fragmentSize: nil).map { HCIPacket(kind: $0.kind, bytes: Array($0.bytes.dropLast())) }
    #expect(values(packets).isEmpty)
  }
}
