import Bluetooth
import Readings

/// What a person asks of one device, through the adapter that a running box owns.
package enum DeviceOrder: Sendable, Equatable {
  /// Pair with it. The passkey is the number that it shows, if that is always the same.
  case pair(DeviceAddress, passkey: UInt32?)
  /// The number that the device shows now, from a person.
  case passkey(UInt32)
  case unpair(DeviceAddress)
  /// Receive it once, over a connection if it needs one, also if the box would leave it alone.
  case read(DeviceAddress)
  case stop

  /// The numbers that a device can show: up to six digits.
  package static let passkeys = Pairing.passkeys
}

/// The progress of an order about one device. There is one at a time; each step is sent to all followers of the box.
package struct DeviceVisit: Sendable, Equatable {
  package enum Purpose: String, Sendable { case pair, read }

  package enum Step: Sendable, Equatable {
    case awaited
    case pairing
    /// It shows a number, which a person must type (``DeviceOrder/passkey(_:)``).
    case passkeyWanted
    case done
    /// The sentence says why, and what to do.
    case failed(LapwingError)

    package var isEnd: Bool {
      switch self {
      case .awaited, .pairing, .passkeyWanted: false
      case .done, .failed: true
      }
    }
  }

  package let address: DeviceAddress
  package let purpose: Purpose
  package let end: Instant
  package var step = Step.awaited

  /// A pairing, with a person who reads a number and types it.
  package static let longestPairing = Duration.seconds(90)
  /// The slowest sensors speak each 10 s or so.
  package static let longestReading = Duration.seconds(30)

  package init(_ purpose: Purpose, of address: DeviceAddress, at instant: Instant) {
    self.address = address
    self.purpose = purpose
    end = instant.advanced(by: purpose == .pair ? Self.longestPairing : Self.longestReading)
  }
}
