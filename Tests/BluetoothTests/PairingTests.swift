import Bluetooth
import Readings
import Testing

@Suite struct `A pairing` {
  private static let device = LEAddress(DeviceAddress(value: 0xF200_0000_0002), .random)
  private static let key: [UInt8] = [1, 0, 16, 1, 2] + [UInt8](repeating: 7, count: 24)

  private func message(_ code: UInt16, _ body: [UInt8]) -> [UInt8] {
    [UInt8(code & 0xFF), UInt8(code >> 8), 0, 0, UInt8(body.count), 0] + body
  }

  private var name: [UInt8] { [2, 0, 0, 0, 0, 0xF2, 2] }

  private func receive(_ code: UInt16, _ body: [UInt8], _ pairing: inout Pairing) -> [Pairing.Output] {
    var outputs: [Pairing.Output] = []
    let bytes = message(code, body)
    if let (adapter, event) = ManagementEvent.parse(bytes.span.bytes) {
      pairing.handle(event, from: adapter, at: .start, into: &outputs)
    }
    return outputs
  }

  private func ended(_ command: ManagementCommand, _ status: UInt8, _ pairing: inout Pairing) -> [Pairing.Output] {
    receive(0x0001, [UInt8(command.code & 0xFF), UInt8(command.code >> 8), status], &pairing)
  }

  private func started(passkey: UInt32? = nil) -> Pairing {
    var pairing = Pairing(with: Self.device, adapter: 0, passkey: passkey)
    var outputs: [Pairing.Output] = []
    pairing.start(at: .start, into: &outputs)
    #expect(outputs == [.send(ManagementCommand.unpair(Self.device).message(to: 0))])
    // Nothing to forget is no reason to stop.
    #expect(
      ended(.unpair(Self.device), 6, &pairing)
        == [.send(ManagementCommand.pair(Self.device, hasKeyboard: true).message(to: 0))])
    return pairing
  }

  @Test func `answers with the passkey that it knows, and hands out the keys`() {
    var pairing = started(passkey: 123_456)
    #expect(
      receive(0x0010, name, &pairing) == [.send(ManagementCommand.replyPasskey(Self.device, 123_456).message(to: 0))])
    #expect(receive(0x000A, [1] + name + Self.key, &pairing) == [])
    let outputs = ended(.pair(Self.device, hasKeyboard: true), 0, &pairing)
    guard case .paired(let keys, let identities)? = outputs.first else {
      Issue.record("not paired: \(outputs)")
      return
    }
    #expect(keys.map(\.device) == [Self.device])
    #expect(keys.first?.isAuthenticated == true)
    #expect(identities == [])
    #expect(pairing.nextDeadline == nil)
  }

  @Test func `asks a person for a passkey that it does not know`() {
    var pairing = started()
    #expect(receive(0x0010, name, &pairing) == [.passkeyWanted])
    var outputs: [Pairing.Output] = []
    pairing.answer(7, into: &outputs)
    #expect(outputs == [.send(ManagementCommand.replyPasskey(Self.device, 7).message(to: 0))])
  }

  @Test func `says that a wrong passkey was refused`() {
    var pairing = started(passkey: 1)
    _ = receive(0x0010, name, &pairing)
    #expect(ended(.pair(Self.device, hasKeyboard: true), 5, &pairing) == [.failed(.authenticationFailed)])
  }

  @Test func `does not offer the same passkey twice`() {
    var pairing = started(passkey: 1)
    _ = receive(0x0010, name, &pairing)
    #expect(receive(0x0010, name, &pairing) == [.passkeyWanted])
  }

  @Test func `keeps no key that the kernel marks as passing`() {
    var pairing = started()
    _ = receive(0x000A, [0] + name + Self.key, &pairing)
    #expect(ended(.pair(Self.device, hasKeyboard: true), 0, &pairing) == [.paired([], [])])
  }

  @Test func `ends by itself where nothing comes`() throws {
    var pairing = started()
    let deadline = try #require(pairing.nextDeadline)
    var outputs: [Pairing.Output] = []
    pairing.advance(to: deadline, into: &outputs)
    #expect(
      outputs == [.send(ManagementCommand.cancelPairing(Self.device).message(to: 0)), .failed(.timeout)])
    #expect(pairing.nextDeadline == nil)
  }

  @Test func `takes no notice of another device`() {
    var pairing = started(passkey: 5)
    #expect(receive(0x0010, [9, 0, 0, 0, 0, 0xF2, 2], &pairing) == [])
  }
}
