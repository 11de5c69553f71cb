import Readings

/// Which adapter is used.
package enum AdapterChoice: Sendable, Equatable, CustomStringConvertible {
  /// The one with the newest Bluetooth of those that can do Low Energy; another one when that does not come to itself.
  case best
  /// `hci0` and so on.
  case index(UInt16)
  /// The one with this address.
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

  /// As it is written.
  package var description: String {
    switch self {
    case .best: "best"
    case .index(let index): "hci\(index)"
    case .address(let address): address.description
    }
  }
}
