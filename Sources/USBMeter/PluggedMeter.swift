import Readings
import SensorProtocols
import System

/// A CO2 meter on a USB cable, as the kernel lists it: a folder for each HID device, with the device node's name, and
/// in it the file `device/uevent` with `HID_ID=bus:vendor:product` and the socket in `HID_PHYS`.
struct PluggedMeter: Hashable, Sendable {
  /// The name of its node in `/dev`, such as `hidraw0`. It depends on the order in which devices are plugged in.
  let name: String
  /// What the box knows it by. A meter has no number of its own, so this stands for the socket that it is plugged into.
  let address: DeviceAddress

  static func all(in folder: String) -> [PluggedMeter] {
    SystemFiles.entries(of: folder).sorted().compactMap { name in
      let path = "\(folder)/\(name)/device/uevent"
      guard let bytes = try? FileBytes.read(path, mayWait: false, longest: longestFile) else { return nil }
      return PluggedMeter(name: name, facts: String(decoding: bytes, as: UTF8.self))
    }
  }

  /// The kernel gives at most a page.
  private static let longestFile = 4096

  /// `nil` if the facts are of another device.
  private init?(name: String, facts: String) {
    func fact(_ key: String) -> Substring? {
      facts.split(separator: "\n").first { $0.hasPrefix("\(key)=") }?.dropFirst(key.count + 1)
    }
    let numbers = fact("HID_ID")?.split(separator: ":").compactMap { UInt32($0, radix: 16) } ?? []
    guard numbers.count == 3, numbers[1] == UInt32(ZyAura.vendor), numbers[2] == UInt32(ZyAura.product) else {
      return nil
    }
    self.name = name
    let socket = fact("HID_PHYS").map(String.init) ?? name
    address = DeviceAddress(value: Self.ownAddresses | UInt64(CRC32.of(socket.utf8) & 0xFF_FFFF))
  }

  /// 02:04:D9:…: bit 1 of the first byte marks an address as locally administered, so no radio device has one.
  private static let ownAddresses: UInt64 = 0x0204_D900_0000
}
