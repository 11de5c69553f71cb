import Bluetooth
import Readings
import TestSupport
import Testing

/// Connections in a stream of HCI packets.
struct ConnectionTests {
  @Test func `both kinds of Connection Complete are known`() {
    let packets = [
      HCIEncoder.connectionComplete(link: 0, to: .sampleStrap),
      HCIEncoder.enhancedConnectionComplete(link: 1, to: .sampleAranet4),
    ]
    #expect(trace(packets).reports == [.connected(.sampleStrap), .connected(.sampleAranet4)])
  }

  @Test func `a connection that failed is none`() {
    let failed = HCIEncoder.connectionComplete(link: 0x40, to: .sampleStrap, status: 0x3E)
    #expect(trace([failed, HCIEncoder.disconnectionComplete(link: 0x40)]).reports.isEmpty)
  }

  @Test func `the end of a link is reported with the address it had`() {
    let packets = [
      HCIEncoder.connectionComplete(link: 0x40, to: .sampleStrap),
      HCIEncoder.connectionComplete(link: 0x41, to: .sampleAranet4),
      HCIEncoder.disconnectionComplete(link: 0x40), HCIEncoder.disconnectionComplete(link: 0x40),
    ]
    #expect(
      trace(packets).reports == [
        .connected(.sampleStrap), .connected(.sampleAranet4), .disconnected(.sampleStrap),
      ])
  }

  @Test func `what a device said on an earlier link is remembered, since a host does not ask it again`() {
    let value = HCIEncoder.attribute(.notification(handle: 0x0011, [0x00, 72]), link: 0x41)
    let again = [
      HCIEncoder.disconnectionComplete(link: 0x40), HCIEncoder.connectionComplete(link: 0x41, to: .sampleStrap),
    ]
    let (reports, unattributed) = trace(discovery([heartRateDeclaration]) + again + value)
    let measurement = AttributeValue(
      address: .sampleStrap, characteristic: HeartRateEncoder.measurement, data: [0x00, 72])
    #expect(reports.last == .attributeValue(measurement))
    #expect(unattributed == 0)
  }

  @Test func `what one device said is not believed of another`() {
    let value = HCIEncoder.attribute(.notification(handle: 0x0011, [0x00, 72]), link: 0x40)
    let again = [
      HCIEncoder.disconnectionComplete(link: 0x40), HCIEncoder.connectionComplete(link: 0x40, to: .sampleAranet4),
    ]
    let (reports, unattributed) = trace(discovery([heartRateDeclaration]) + value + again + value)
    #expect(reports.count { if case .attributeValue = $0 { true } else { false } } == 1)
    #expect(unattributed == 1)
  }
}
