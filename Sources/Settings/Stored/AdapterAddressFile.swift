import Readings
import System

/// The file with the address that this box gives to a Bluetooth adapter that has none. It stays the same over restarts, since a
/// paired device knows the box by it. The file and its copy beside it have an end mark with a checksum; the first good one counts.
package struct AdapterAddressFile: Sendable {
  private let path: String
  private let copies: [GoodCopy]

  /// - Parameter bonds: the path of the file with the keys of paired devices, in the same folder.
  package init(beside bonds: String) {
    path = (bonds.lastIndex(of: "/").map { String(bonds[...$0]) } ?? "") + "adapter-address"
    copies = [GoodCopy(path: path), GoodCopy(beside: path)]
  }

  /// The address; `nil` if none was kept, or the file and its copy are damaged.
  package func read() -> DeviceAddress? {
    for copy in copies {
      if let bytes = copy.read(), let address = DeviceAddress(String(decoding: bytes, as: UTF8.self)) { return address }
    }
    return nil
  }

  /// The address, a new one if there is none.
  /// - Parameter random: any 48 bits, for a new one.
  /// - Returns: also why it cannot be kept. It is used all the same until the box ends.
  package func keep(random: UInt64 = .random(in: 0...UInt64.max)) -> (address: DeviceAddress, fault: LapwingError?) {
    let address = read() ?? Self.own(random)
    do throws(LapwingError) {
      for copy in copies { try copy.keep(Array(address.description.utf8), mode: 0o600) }
      return (address, nil)
    } catch {
      return (address, error)
    }
  }

  /// An address that is a static random one of Bluetooth (its first two bits are set) and, as a public one, of no maker: the second
  /// lowest bit of its first byte means "locally administered", and the lowest that it is of one device.
  private static func own(_ random: UInt64) -> DeviceAddress {
    DeviceAddress(value: random & 0x3CFF_FFFF_FFFF | 0xC200_0000_0000)
  }
}
