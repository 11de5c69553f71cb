import Bluetooth
import Readings
import TestSupport
import Testing

/// Values of characteristics in a stream of HCI packets.
struct AttributeValueTests {
  private static let co2 = CharacteristicDeclaration(
    handle: 0x0020, properties: 0x02, uuid: Aranet4Encoder.currentReadingsDetailed)

  private func values(in packets: [HCIPacket]) -> (values: [AttributeValue], unattributed: Int) {
    let (reports, unattributed) = trace(packets)
    let values = reports.compactMap { report -> AttributeValue? in
      if case .attributeValue(let value) = report { value } else { nil }
    }
    return (values, unattributed)
  }

  private func heartRate(_ data: [UInt8]) -> AttributeValue {
    AttributeValue(address: .sampleStrap, characteristic: HeartRateEncoder.measurement, data: data)
  }

  private func packets(_ messages: [AttributeMessage]) -> [HCIPacket] {
    messages.flatMap { HCIEncoder.attribute($0, link: 0x40) }
  }

  @Test func `a notification is attributed by the discovery of 16-bit UUIDs`() {
    let battery = CharacteristicDeclaration(handle: 0x0002, properties: 0x12, uuid: BluetoothUUID(0x2A19))
    let stream =
      discovery([battery, heartRateDeclaration])
      + packets([.notification(handle: 0x0011, [0x00, 72]), .notification(handle: 0x0003, [90])])
    let expected = [
      heartRate([0x00, 72]),
      AttributeValue(address: .sampleStrap, characteristic: BluetoothUUID(0x2A19), data: [90]),
    ]
    #expect(values(in: stream) == (expected, 0))
  }

  @Test func `an indication counts like a notification`() {
    let stream = discovery([heartRateDeclaration]) + packets([.indication(handle: 0x0011, [0x00, 72])])
    #expect(values(in: stream) == ([heartRate([0x00, 72])], 0))
  }

  @Test func `a value that is read is attributed by the discovery of 128-bit UUIDs`() {
    let data = Aranet4Encoder.value(.aranet4(co2: 600), isDetailed: true)
    let stream =
      discovery([Self.co2], to: .sampleAranet4) + packets([.readRequest(handle: 0x0021), .readResponse(data)])
    let expected = AttributeValue(
      address: .sampleAranet4, characteristic: Aranet4Encoder.currentReadingsDetailed, data: data)
    #expect(values(in: stream) == ([expected], 0))
  }

  @Test func `a discovery in several answers is put together`() {
    let stream =
      discovery([heartRateDeclaration])
      + packets([
        .readByTypeRequest(handles: 0x0012...0xFFFF), .readByTypeResponse([Self.co2]),
        .readByTypeRequest(handles: 0x0022...0xFFFF), .errorResponse(request: 0x08, handle: 0x0022, code: 0x0A),
        .notification(handle: 0x0011, [0x00, 72]), .notification(handle: 0x0021, [1]),
      ])
    let (values, unattributed) = values(in: stream)
    #expect(values.map(\.characteristic) == [HeartRateEncoder.measurement, Aranet4Encoder.currentReadingsDetailed])
    #expect(unattributed == 0)
  }

  @Test func `an answer to a request of another type teaches nothing`() {
    let stream =
      [HCIEncoder.connectionComplete(link: 0x40, to: .sampleStrap)]
      + packets([
        .readByTypeRequest(handles: 0x0001...0xFFFF, type: 0x2802), .readByTypeResponse([heartRateDeclaration]),
        .notification(handle: 0x0011, [0x00, 72]),
      ])
    #expect(values(in: stream) == ([], 1))
  }

  @Test func `a read that was refused does not lend its handle to a later answer`() {
    let stream =
      discovery([heartRateDeclaration])
      + packets([
        .readRequest(handle: 0x0011), .errorResponse(request: 0x0A, handle: 0x0011, code: 0x02),
        .readResponse([0x00, 72]),
      ])
    #expect(values(in: stream).values.isEmpty)
  }

  @Test func `the same handle on two links is two characteristics`() {
    let stream =
      discovery([heartRateDeclaration], link: 0x40, to: .sampleStrap)
      + discovery([Self.co2], link: 0x41, to: .sampleAranet4)
      + HCIEncoder.attribute(.notification(handle: 0x0021, [1]), link: 0x41)
      + HCIEncoder.attribute(.notification(handle: 0x0011, [0x00, 72]), link: 0x40)
      + HCIEncoder.attribute(.notification(handle: 0x0021, [1]), link: 0x40)
    let (values, unattributed) = values(in: stream)
    #expect(values.map(\.address) == [.sampleAranet4, .sampleStrap])
    #expect(unattributed == 1)
  }

  @Test func `a value on an unknown link or of an unknown handle is counted`() {
    let unknownLink = HCIEncoder.attribute(.notification(handle: 0x0011, [0x00, 72]), link: 0x99)
    let unknownHandle = packets([.notification(handle: 0x7777, [0x00, 72])])
    #expect(values(in: discovery([heartRateDeclaration]) + unknownLink + unknownHandle) == ([], 2))
  }

  @Test func `what the box itself sends is no value`() {
    let sent = HCIEncoder.attribute(.notification(handle: 0x0011, [0x00, 72]), link: 0x40)
      .map { HCIPacket(kind: .acl(received: false), bytes: $0.bytes) }
    #expect(values(in: discovery([heartRateDeclaration]) + sent) == ([], 0))
  }

  @Test func `frames on other L2CAP channels are passed over`() {
    // An LE signalling frame that would be a notification on the attribute channel.
    let frame: [UInt8] = [0x05, 0x00, 0x05, 0x00, 0x1B, 0x11, 0x00, 0x00, 72]
    let packet = HCIPacket(kind: .acl(received: true), bytes: [0x40, 0x20, UInt8(frame.count), 0x00] + frame)
    #expect(values(in: discovery([heartRateDeclaration]) + [packet]) == ([], 0))
  }
}
