import Bluetooth
import Readings
import SensorProtocols

extension Bonds {
  /// The lasting address of the paired device that uses a changing one now; `nil` where no key resolves it.
  ///
  /// The kernel does the same for what it hears itself; a recording of its packets, and a person who reads an address off
  /// a phone, have the changing one.
  package func identity(of address: DeviceAddress) -> DeviceAddress? {
    // A resolvable private address has 01 in its two highest bits.
    guard address.value >> 46 == 0b01 else { return nil }
    return identityKeys.first { $0.resolves(address) }?.device.address
  }
}

extension IdentityKey {
  /// Whether an address was made with this key: its lower half is the hash `ah` of its upper half (Core, Vol 3, Part H,
  /// 2.2.2).
  package func resolves(_ address: DeviceAddress) -> Bool {
    let bytes: [UInt8] = address.bytes.reversed()
    let block = [UInt8](repeating: 0, count: 13) + bytes.prefix(3)
    return AES128.encrypted(block, key: key.reversed())?.suffix(3) == bytes.suffix(3)
  }
}
