import Readings

/// The physical layers of an adapter: the kernel's answer to "Get PHY Configuration" (mgmt-api, since Linux 4.19). The kernel
/// scans with those that are selected, and by itself selects no coded one.
package struct PHYConfiguration: Sendable, Equatable {
  /// The bit for receiving with the coded layer, which long-range sensors send with (LE Coded RX).
  private static let codedReception: UInt32 = 1 << 14

  private let supported: UInt32
  private let configurable: UInt32
  private let selected: UInt32

  /// - Parameter bytes: the kernel's answer; `nil` if it is too short.
  package init?(_ bytes: RawSpan) {
    guard let supported = bytes.uint32(at: 0), let configurable = bytes.uint32(at: 4),
      let selected = bytes.uint32(at: 8)
    else { return nil }
    (self.supported, self.configurable, self.selected) = (supported, configurable, selected)
  }

  package var canReceiveLongRange: Bool { supported & Self.codedReception != 0 }
  /// Whether it does when it scans.
  package var receivesLongRange: Bool { selected & Self.codedReception != 0 }

  /// What to select so that it receives long-range sensors too; `nil` if it cannot, or does already.
  var selectionWithLongRange: UInt32? {
    guard configurable & Self.codedReception != 0, !receivesLongRange else { return nil }
    return selected | Self.codedReception
  }
}
