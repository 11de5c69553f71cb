import Bluetooth
import Readings
import SensorProtocols

extension Bonds {
  /// The permanent address of a paired device that uses a resolvable private address now; `nil` if no key resolves it.
  ///
  /// The kernel resolves the addresses of the packets that it receives. A recording of packets, and a person who reads
  /// an address on a phone, have the private address.
  package func identity(of address: DeviceAddress) -> DeviceAddress? {
    // A resolvable private address has 01 in its two highest bits.
    guard address.value >> 46 == 0b01 else { return nil }
    return identityKeys.first { $0.resolves(address) }?.device.address
  }
}

extension IdentityKey {
  /// Whether an address was made with this key: its lower half is the hash `ah` of its upper half (Bluetooth Core, Vol
  /// 3, Part H, 2.2.2).
  package func resolves(_ address: DeviceAddress) -> Bool {
    let bytes: [UInt8] = address.bytes.reversed()
    let block = [UInt8](repeating: 0, count: 13) + bytes.prefix(3)
    return AES128.encrypted(block, key: key.reversed())?.suffix(3) == bytes.suffix(3)
  }
}
