import Bluetooth
import Readings
import TestSupport
import Testing

/// btmon writes the packets of all adapters into one file, the adapter in the upper half of a record's flags. A
/// Raspberry Pi with a dongle has two, and each counts its links for itself.
struct TwoAdaptersTests {
  private func record(_ packets: [HCIPacket], adapter: UInt32, in file: inout RawRecording) {
    for packet in packets {
      let opcode: UInt32 =
        switch packet.kind {
        case .command: 2
        case .event: 3
        case .acl(received: false): 4
        case .acl(received: true): 5
        }
      file = file.record(packet.bytes, flags: adapter << 16 | opcode)
    }
  }

  @Test func `a link of one adapter is not taken for that of another`() {
    let notification = HCIEncoder.attribute(.notification(handle: 0x0011, [0x00, 72]), link: 0x40)
    var file = RawRecording(datalink: 2001)
    record(discovery([heartRateDeclaration], link: 0x40, to: .sampleStrap), adapter: 0, in: &file)
    record([HCIEncoder.connectionComplete(link: 0x40, to: .sampleAranet4)], adapter: 1, in: &file)
    record(notification, adapter: 0, in: &file)
    var trace = HCITrace()
    let reports = readAll(file.bytes).packets.flatMap { trace.reports(of: $0) }
    let value = AttributeValue(
      address: .sampleStrap, characteristic: HeartRateEncoder.measurement, data: [0x00, 72])
    #expect(reports.last == .attributeValue(value))
  }
}
