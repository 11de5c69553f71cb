import Bluetooth
import Readings
import TestSupport

/// Writes packets into a recording, reads it again and follows it: what the radio received, and how many values could
/// not be attributed.
func trace(_ packets: [HCIPacket]) -> (reports: [RadioReport], unattributed: Int) {
  var writer = BTSnoopWriter(startUnixSeconds: 1_767_225_600)
  for (index, packet) in packets.enumerated() {
    writer.write(packet.bytes, kind: packet.kind, at: .at(Double(index)))
  }
  var trace = HCITrace()
  let reports = readAll(writer.bytes).packets.flatMap { trace.reports(of: $0) }
  return (reports, trace.unattributedValues)
}

/// The packets of a link whose discovery lists some characteristics; each value stands behind its declaration.
func discovery(
  _ characteristics: [CharacteristicDeclaration], link: UInt16 = 0x0040, to address: DeviceAddress = .sampleStrap
) -> [HCIPacket] {
  [HCIEncoder.connectionComplete(link: link, to: address)]
    + HCIEncoder.attribute(.readByTypeRequest(handles: 0x0001...0xFFFF), link: link)
    + HCIEncoder.attribute(.readByTypeResponse(characteristics), link: link)
}

/// Heart Rate Measurement with its value at handle 0x0011.
let heartRateDeclaration = CharacteristicDeclaration(
  handle: 0x0010, properties: 0x10, uuid: HeartRateEncoder.measurement)
