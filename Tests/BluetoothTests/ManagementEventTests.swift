import Bluetooth
import Readings
import TestSupport
import Testing

@Suite struct `A message of the kernel's management` {
  private func event(_ bytes: [UInt8]) -> ManagementEvent? { ManagementEvent.parse(bytes.span.bytes)?.event }

  @Test func `reports a device with its kind of address, its signal and its advertisement`() {
    let device: [UInt8] = [2, 0, 0, 0, 0, 0xF2, 2, 0xCE]
    let body = device + [4, 0, 0, 0, 3, 0] + [2, 1, 6]
    let expected = Advertisement(
      address: DeviceAddress(value: 0xF200_0000_0002), rssi: -50, data: [2, 1, 6], addressType: .random)
    #expect(event([0x12, 0, 0, 0, UInt8(body.count), 0] + body) == .found(expected, .random, isConnectable: false))
    // A monitor reports the same behind its own number.
    let monitored = [0, 0] + body
    #expect(
      event([0x2F, 0, 0, 0, UInt8(monitored.count), 0] + monitored) == .found(expected, .random, isConnectable: false))
  }

  @Test func `whose length goes beyond its end is none`() {
    #expect(event([0x12, 0, 0, 0, 9, 0, 1]) == nil)
  }

  @Test func `reports how a command has ended`() {
    #expect(
      event([1, 0, 0, 0, 4, 0, 0x23, 0, 0x0A, 6]) == .ended(command: 0x23, .busy, result: [6]))
  }

  @Test func `of any bytes never traps`() {
    var random = SplitMix64(seed: 6)
    for _ in 0..<20_000 {
      var bytes = (0..<Int(random.next() % 60)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      if bytes.count > 6 {
        bytes[0] = UInt8(random.next() % 0x30)
        bytes[1] = 0
        bytes[4] = UInt8(bytes.count - 6)
        bytes[5] = 0
      }
      _ = ManagementEvent.parse(bytes.span.bytes)
    }
  }
}
