import Bluetooth
import Readings
import TestSupport
import Testing

/// A device with a table of attributes that answers a client, in the bytes of the air.
private struct Device {
  /// Declarations: handle, properties, value handle, UUID.
  var characteristics: [(handle: UInt16, properties: UInt8, value: UInt16, uuid: UInt16)] = [
    (2, 0x10, 3, 0x2A37), (5, 0x02, 6, 0x2A19),
  ]
  /// Where the configuration of the strap's measurement stands.
  var configuration: UInt16 = 4
  var values: [UInt16: [UInt8]] = [6: [87]]
  var refusals: [UInt16: UInt8] = [:]
  var mtu: UInt16 = 23
  var requests: [[UInt8]] = []

  private func low(_ number: UInt16) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8)] }
  private func number(_ message: [UInt8], _ offset: Int) -> UInt16 {
    UInt16(message[offset]) | UInt16(message[offset + 1]) << 8
  }

  mutating func answer(_ message: [UInt8]) -> [UInt8]? {
    requests.append(message)
    func error(_ code: UInt8) -> [UInt8] { [0x01, message[0], message[1], message[2], code] }
    switch message[0] {
    case 0x02: return [0x03] + low(mtu)
    case 0x08:
      guard let next = characteristics.first(where: { $0.handle >= number(message, 1) }) else { return error(0x0A) }
      return [0x09, 7] + low(next.handle) + [next.properties] + low(next.value) + low(next.uuid)
    case 0x04:
      guard number(message, 1)...number(message, 3) ~= configuration else { return error(0x0A) }
      return [0x05, 1] + low(configuration) + [0x02, 0x29]
    case 0x12: return refusals[number(message, 1)].map(error) ?? [0x13]
    case 0x0A, 0x0C:
      let handle = number(message, 1)
      if let code = refusals[handle] { return error(code) }
      let offset = message[0] == 0x0C ? Int(number(message, 3)) : 0
      let rest = (values[handle] ?? []).dropFirst(offset).prefix(Int(mtu) - 1)
      return [message[0] + 1] + rest
    default: return nil
    }
  }
}

@Suite struct `A client of a device` {
  private static let plan = ConnectionPlan([
    .init(BluetoothUUID(0x2A37), readEvery: nil), .init(BluetoothUUID(0x2A19), readEvery: .seconds(60)),
  ])

  /// Lets both talk until neither has anything to say.
  private func talk(
    _ client: inout GATTClient, with device: inout Device, from outputs: [GATTClient.Output],
    at instant: Instant = .start
  ) -> [GATTClient.Output] {
    var reported: [GATTClient.Output] = []
    var waiting = outputs
    while !waiting.isEmpty {
      let output = waiting.removeFirst()
      guard case .send(let message) = output else {
        reported.append(output)
        continue
      }
      if let answer = device.answer(message) { client.receive(answer, at: instant, into: &waiting) }
    }
    return reported
  }

  private func started(_ client: inout GATTClient, with device: inout Device) -> [GATTClient.Output] {
    var outputs: [GATTClient.Output] = []
    client.start(at: .start, into: &outputs)
    return talk(&client, with: &device, from: outputs)
  }

  @Test func `learns the characteristics, subscribes, then reads`() {
    var client = GATTClient(plan: Self.plan)
    var device = Device()
    let reported = started(&client, with: &device)
    #expect(device.requests.contains([0x12, 4, 0, 1, 0]))
    #expect(reported.contains(.value(BluetoothUUID(0x2A19), [87])))
    var outputs: [GATTClient.Output] = []
    client.receive([0x1B, 3, 0, 0x10, 0x48, 0, 4], at: .start, into: &outputs)
    #expect(outputs == [.value(BluetoothUUID(0x2A37), [0x10, 0x48, 0, 4])])
  }

  private static let strap = ConnectionPlan([
    .init(BluetoothUUID(0x2A37), readEvery: nil, speaksWithin: .seconds(10)),
    .init(BluetoothUUID(0x2A19), readEvery: .seconds(6)),
  ])

  @Test func `hangs up where the device should speak and has said nothing for so long`() {
    var client = GATTClient(plan: Self.strap)
    var device = Device()
    _ = started(&client, with: &device)
    var outputs: [GATTClient.Output] = []
    client.receive([0x1B, 3, 0, 0x10, 0x48, 0, 4], at: .at(4), into: &outputs)
    for time in [6.0, 12] {
      #expect(client.nextDeadline == .at(time))
      outputs = []
      client.advance(to: .at(time), into: &outputs)
      #expect(talk(&client, with: &device, from: outputs, at: .at(time)) == [.value(BluetoothUUID(0x2A19), [87])])
    }
    #expect(client.nextDeadline == .at(14), "its battery is no beat")
    outputs = []
    client.advance(to: .at(14), into: &outputs)
    #expect(outputs == [.hangUp("it has sent nothing for 10 s")])
    #expect(client.isSignOfLife(BluetoothUUID(0x2A37)) && !client.isSignOfLife(BluetoothUUID(0x2A19)))
  }

  @Test func `waits for nothing where the subscription was refused, or the plan expects nothing`() {
    var device = Device()
    device.refusals[4] = 0x05
    var refused = GATTClient(plan: Self.strap)
    _ = started(&refused, with: &device)
    #expect(refused.nextDeadline == .at(6))
    var patient = GATTClient(plan: Self.plan)
    device.refusals = [:]
    _ = started(&patient, with: &device)
    #expect(patient.nextDeadline == .at(60))
    #expect(patient.isSignOfLife(BluetoothUUID(0x2A19)))
  }

  @Test func `reads again after the time that the plan says`() {
    var client = GATTClient(plan: Self.plan)
    var device = Device()
    _ = started(&client, with: &device)
    #expect(client.nextDeadline == Instant(seconds: 60))
    var outputs: [GATTClient.Output] = []
    let later = client.nextDeadline ?? .start
    client.advance(to: later, into: &outputs)
    device.values[6] = [80]
    #expect(talk(&client, with: &device, from: outputs, at: later) == [.value(BluetoothUUID(0x2A19), [80])])
  }

  @Test func `with a profile of before asks for no characteristics`() {
    var first = GATTClient(plan: Self.plan)
    var device = Device()
    let reported = started(&first, with: &device)
    let profiles = reported.compactMap { if case .ready(let profile) = $0 { profile } else { nil } }
    device.requests = []
    var second = GATTClient(plan: Self.plan, profile: profiles.first)
    #expect(profiles.count == 1)
    _ = started(&second, with: &device)
    #expect(device.requests.map { $0[0] } == [0x02, 0x12, 0x0A])
  }

  @Test func `whose profile is out of date hangs up`() {
    var first = GATTClient(plan: Self.plan)
    var device = Device()
    let profiles = started(&first, with: &device).compactMap {
      if case .ready(let profile) = $0 { profile } else { nil }
    }
    device.refusals = [4: 0x01]
    var second = GATTClient(plan: Self.plan, profile: profiles.first)
    #expect(started(&second, with: &device).contains(.hangUp("its table has changed")))
  }

  @Test(arguments: [22, 23, 43, 44, 45, 100])
  func `puts a long value together from its parts`(count: Int) {
    var client = GATTClient(plan: Self.plan)
    var device = Device()
    let value = (0..<count).map { UInt8($0) }
    device.values[6] = value
    #expect(started(&client, with: &device).contains(.value(BluetoothUUID(0x2A19), value)))
  }

  @Test func `reports what it is refused, and goes on`() {
    var client = GATTClient(plan: Self.plan)
    var device = Device()
    device.refusals = [6: 0x05]
    let reported = started(&client, with: &device)
    #expect(reported.contains(.refused(BluetoothUUID(0x2A19), ATTError(rawValue: 0x05))))
    #expect(ATTError(rawValue: 0x05).asksForPairing)
    #expect(device.requests.contains([0x12, 4, 0, 1, 0]))
  }

  @Test func `hangs up on a device that does not answer`() {
    var client = GATTClient(plan: Self.plan)
    var outputs: [GATTClient.Output] = []
    client.start(at: .start, into: &outputs)
    outputs = []
    #expect(client.nextDeadline == Instant(seconds: 10))
    client.advance(to: Instant(seconds: 10) ?? .start, into: &outputs)
    #expect(outputs == [.hangUp("it did not answer in time")])
  }

  @Test func `confirms an indication, and answers what a device asks`() {
    var client = GATTClient(plan: Self.plan)
    var device = Device()
    _ = started(&client, with: &device)
    var outputs: [GATTClient.Output] = []
    client.receive([0x1D, 3, 0, 0, 60], at: .start, into: &outputs)
    client.receive([0x02, 23, 0], at: .start, into: &outputs)
    client.receive([0x0A, 1, 0], at: .start, into: &outputs)
    #expect(
      outputs == [
        .send([0x1E]), .value(BluetoothUUID(0x2A37), [0, 60]), .send([0x03, 247, 0]), .send([0x01, 0x0A, 0, 0, 0x06]),
      ])
  }

  @Test func `of any bytes neither traps nor asks for ever`() {
    var random = SplitMix64(seed: 9)
    for _ in 0..<300 {
      var client = GATTClient(plan: Self.plan)
      var outputs: [GATTClient.Output] = []
      client.start(at: .start, into: &outputs)
      for _ in 0..<60 {
        var message = random.bytes(Int(random.next() % 30))
        if let first = message.first { message[0] = [0x01, 0x03, 0x05, 0x09, 0x0B, 0x13, 0x1B, first][Int(first % 8)] }
        client.receive(message, at: .start, into: &outputs)
      }
      #expect(outputs.count < 600)
    }
  }
}
