import Readings

/// Which adapter is used: the value of the key `bluetooth.adapter`.
package enum AdapterChoice: Sendable, Equatable, CustomStringConvertible {
  /// The Low Energy adapter with the newest version of Bluetooth; another one if that does not recover.
  case best
  /// The adapter with this number: `hci0` and so on.
  case index(UInt16)
  case address(DeviceAddress)

  /// - Parameter text: `best`, `hci` and a number, or an address.
  package init?(_ text: String) {
    if text == "best" {
      self = .best
    } else if text.hasPrefix("hci"), text.dropFirst(3).allSatisfy(\.isNumber),
      let index = UInt16(text.dropFirst(3)), index != Management.noAdapter
    {
      self = .index(index)
    } else if let address = DeviceAddress(text) {
      self = .address(address)
    } else {
      return nil
    }
  }

  package var description: String {
    switch self {
    case .best: "best"
    case .index(let index): "hci\(index)"
    case .address(let address): address.description
    }
  }
}
