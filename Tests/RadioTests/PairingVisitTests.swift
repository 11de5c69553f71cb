import Bluetooth
import Engine
import Radio
import Readings
import TestSupport
import Testing

@Suite struct `A pairing that a running box is asked for` {
  private static let device = LEAddress(DeviceAddress(value: 0xF200_0000_0002), .random)
  private static let key: [UInt8] = [1, 0, 16, 1, 2] + [UInt8](repeating: 7, count: 24)
  private var name: [UInt8] { [2, 0, 0, 0, 0, 0xF2, 2] }

  private func begun(passkey: UInt32? = nil) -> PairingVisit {
    PairingVisit(with: Self.device.address, passkey: passkey, at: .start)
  }

  private func seen(
    _ visit: inout PairingVisit, isConnectable: Bool = true, isFree: Bool = true, at seconds: Double = 1
  ) -> [PairingVisit.Output] {
    var outputs: [PairingVisit.Output] = []
    visit.received(
      Self.device, isConnectable: isConnectable, by: 0, isFree: isFree, at: .at(seconds), into: &outputs)
    return outputs
  }

  private func event(_ code: UInt16, _ body: [UInt8], _ visit: inout PairingVisit) -> [PairingVisit.Output] {
    var outputs: [PairingVisit.Output] = []
    let bytes = [UInt8(code & 0xFF), UInt8(code >> 8), 0, 0, UInt8(body.count), 0] + body
    if let (adapter, event) = ManagementEvent.parse(bytes.span.bytes) {
      visit.handle(event, from: adapter, at: .at(2), into: &outputs)
    }
    return outputs
  }

  private func ended(_ command: ManagementCommand, _ status: UInt8, _ visit: inout PairingVisit)
    -> [PairingVisit.Output]
  { event(0x0001, [UInt8(command.code & 0xFF), UInt8(command.code >> 8), status], &visit) }

  private func passed(_ visit: inout PairingVisit, to seconds: Double) -> [PairingVisit.Output] {
    var outputs: [PairingVisit.Output] = []
    visit.advance(to: .at(seconds), into: &outputs)
    return outputs
  }

  private func failure(_ outputs: [PairingVisit.Output]) -> String? {
    for case .step(.failed(let error)) in outputs { return error.code }
    return nil
  }

  private var waitsForNumber: PairingVisit {
    var visit = begun()
    _ = seen(&visit)
    _ = ended(.unpair(Self.device), 6, &visit)
    _ = event(0x0010, name, &visit)
    return visit
  }

  @Test func `begins when the device is received, and tells the number's turn and the end`() {
    var visit = begun()
    #expect(seen(&visit).first == .step(.pairing))
    _ = ended(.unpair(Self.device), 6, &visit)
    #expect(event(0x0010, name, &visit) == [.step(.passkeyWanted)])
    var outputs: [PairingVisit.Output] = []
    #expect(visit.answer(123_456, into: &outputs))
    #expect(
      outputs == [.step(.pairing), .send(ManagementCommand.replyPasskey(Self.device, 123_456).message(to: 0))])
    _ = event(0x000A, [1] + name + Self.key, &visit)
    let end = ended(.pair(Self.device, hasKeyboard: true), 0, &visit)
    guard case .paired(let keys, _)? = end.first else {
      Issue.record("not paired: \(end)")
      return
    }
    #expect(keys.map(\.device) == [Self.device])
    #expect(end.last == .step(.done))
    #expect(visit.isOver && visit.nextDeadline == nil)
  }

  @Test func `asks again when the number was wrong, for the device shows a new one`() {
    var visit = waitsForNumber
    var outputs: [PairingVisit.Output] = []
    #expect(visit.answer(1, into: &outputs))
    #expect(event(0x0010, name, &visit) == [.step(.passkeyWanted)])
  }

  @Test func `does not ask for a number that is always the same, and says that it was refused`() {
    var visit = begun(passkey: 7)
    _ = seen(&visit)
    _ = ended(.unpair(Self.device), 6, &visit)
    #expect(event(0x0010, name, &visit).count == 1, "the number is sent")
    #expect(failure(event(0x0010, name, &visit)) == "wrong-passkey")
  }

  @Test func `takes no number before the device asks`() {
    var visit = begun()
    var outputs: [PairingVisit.Output] = []
    #expect(!visit.answer(1, into: &outputs) && outputs.isEmpty)
  }

  @Test func `waits while the kernel calls another device`() {
    var visit = begun()
    #expect(seen(&visit, isFree: false).isEmpty)
    #expect(seen(&visit, at: 2).first == .step(.pairing))
  }

  @Test func `keeps the box off other devices only while it calls, and off its own until the end`() {
    var visit = begun()
    let other = DeviceAddress(value: 5)
    #expect(!visit.keepsOff(Self.device.address, at: .at(0.5)))
    _ = seen(&visit, at: 1)
    #expect(visit.keepsOff(other, at: .at(7.9)) && !visit.keepsOff(other, at: .at(8.1)))
    #expect(visit.keepsOff(Self.device.address, at: .at(60)))
    let waiting = waitsForNumber
    #expect(!waiting.keepsOff(other, at: .at(3)), "a person reads the number, and the box goes on watching")
  }

  @Test func `gives up a device that is not received for 30 s, or takes no connection`() {
    var absent = begun()
    #expect(passed(&absent, to: 29.9).isEmpty)
    #expect(failure(passed(&absent, to: 30)) == "not-there")
    var deaf = begun()
    #expect(seen(&deaf, isConnectable: false).isEmpty)
    #expect(failure(passed(&deaf, to: 30)) == "not-there")
  }

  @Test func `ends in the kernel too when a person stops it or the box ends`() {
    var visit = waitsForNumber
    var outputs: [PairingVisit.Output] = []
    visit.stop(LapwingError(.unavailable, code: "stopped", "stopped"), into: &outputs)
    #expect(outputs.first == .send(ManagementCommand.cancelPairing(Self.device).message(to: 0)))
    #expect(failure(outputs) == "stopped")
  }

  @Test func `is refused by a device that stores no keys`() {
    var visit = begun()
    _ = seen(&visit)
    _ = ended(.unpair(Self.device), 6, &visit)
    #expect(failure(ended(.pair(Self.device, hasKeyboard: true), 0, &visit)) == "no-bond")
  }
}
