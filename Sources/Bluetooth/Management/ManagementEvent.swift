import Readings

/// Constants of the kernel's Bluetooth management.
package enum Management {
  package static let noAdapter: UInt16 = 0xFFFF
  /// In bytes: an extended advertisement and the fields before it.
  package static let longestMessage = 4096
}

/// The result of a command, with the kernel's numbers.
package struct ManagementStatus: RawRepresentable, Sendable, Equatable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let success = Self(rawValue: 0x00)
  package static let unknownCommand = Self(rawValue: 0x01)
  package static let notConnected = Self(rawValue: 0x02)
  package static let failed = Self(rawValue: 0x03)
  package static let connectFailed = Self(rawValue: 0x04)
  package static let authenticationFailed = Self(rawValue: 0x05)
  package static let notPaired = Self(rawValue: 0x06)
  package static let timeout = Self(rawValue: 0x08)
  package static let alreadyConnected = Self(rawValue: 0x09)
  package static let busy = Self(rawValue: 0x0A)
  package static let rejected = Self(rawValue: 0x0B)
  package static let notSupported = Self(rawValue: 0x0C)
  package static let notPowered = Self(rawValue: 0x0F)
  package static let cancelled = Self(rawValue: 0x10)
  package static let invalidIndex = Self(rawValue: 0x11)
  package static let blockedByRfkill = Self(rawValue: 0x12)
  package static let alreadyPaired = Self(rawValue: 0x13)
  package static let permissionDenied = Self(rawValue: 0x14)

  package var words: String {
    switch self {
    case .success: "done"
    case .unknownCommand: "this kernel does not support the command"
    case .notConnected: "not connected"
    case .connectFailed: "the connection failed"
    case .authenticationFailed: "the passkey was wrong or the device refused"
    case .notPaired: "not paired"
    case .timeout: "no answer in time"
    case .alreadyConnected: "already connected"
    case .busy: "busy"
    case .rejected: "rejected"
    case .notSupported: "not supported by this adapter"
    case .notPowered: "the adapter is off"
    case .cancelled: "cancelled"
    case .invalidIndex: "the adapter is gone"
    case .blockedByRfkill: "blocked by rfkill"
    case .alreadyPaired: "already paired"
    case .permissionDenied: "permission denied (CAP_NET_ADMIN is missing)"
    default: "failed (status \(rawValue))"
    }
  }

  /// In words, for a command to the adapter itself. Since 5.16 Linux uses ``authenticationFailed`` for a controller
  /// that did not answer (`mgmt_errno_status` in net/bluetooth/mgmt.c maps ETIMEDOUT to it).
  package var wordsOfAdapter: String { self == .authenticationFailed ? Self.timeout.words : words }
}

package struct ControllerInformation: Sendable, Equatable {
  package var address: DeviceAddress
  /// The version of Bluetooth, in the numbering of the specification: 6 for 4.0, 9 for 5.0.
  package var version: UInt8
  /// The settings that it supports, one bit each.
  package var supported: UInt32
  /// The settings that are on, one bit each.
  package var current: UInt32

  /// - Parameter bytes: the kernel's answer; `nil` if it is too short.
  package init?(_ bytes: RawSpan) {
    guard let address = bytes.deviceAddress(at: 0), let version = bytes.uint8(at: 6),
      let supported = bytes.uint32(at: 9), let current = bytes.uint32(at: 13)
    else { return nil }
    (self.address, self.version, self.supported, self.current) = (address, version, supported, current)
  }

  package var isPowered: Bool { current & 1 != 0 }
  package var supportsLowEnergy: Bool { supported & 1 << 9 != 0 }
  package var supportsSecureConnections: Bool { supported & 1 << 11 != 0 }
}

/// What an adapter lacks that the kernel lists as unconfigured, one bit each.
package struct MissingConfiguration: OptionSet, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let address = Self(rawValue: 2)

  /// - Parameter bytes: the kernel's answer: maker, options that can be set, options that are missing.
  package init?(_ bytes: RawSpan) {
    guard let missing = bytes.uint32(at: 6) else { return nil }
    self.init(rawValue: missing)
  }
}

package enum ManagementEvent: Sendable, Equatable {
  case ended(command: UInt16, ManagementStatus, result: [UInt8])
  case adapterAdded
  /// An adapter that cannot be used as it is.
  case unconfiguredAdded
  case adapterRemoved
  case newSettings(UInt32)
  case newLongTermKey(LongTermKey, isToBeStored: Bool)
  case newIdentityKey(IdentityKey, isToBeStored: Bool)
  case connected(LEAddress)
  case disconnected(LEAddress)
  case connectionFailed(LEAddress, ManagementStatus)
  case passkeyWanted(LEAddress)
  case confirmationWanted(LEAddress)
  case authenticationFailed(LEAddress, ManagementStatus)
  /// An advertisement, with its scan response or without.
  case found(Advertisement, LEAddressType, isConnectable: Bool)
  case discovering(Bool)
  /// Another event, or one that cannot be decoded.
  case other(UInt16)

  package static func parse(_ bytes: RawSpan) -> (adapter: UInt16, event: ManagementEvent)? {
    guard let code = bytes.uint16(at: 0), let adapter = bytes.uint16(at: 2), let length = bytes.uint16(at: 4),
      bytes.holds(Int(length), at: 6)
    else { return nil }
    let body = bytes.extracting(6..<6 + Int(length))
    return (adapter, event(code, body) ?? .other(code))
  }

  private static func event(_ code: UInt16, _ body: RawSpan) -> ManagementEvent? {
    switch code {
    case 0x0001, 0x0002:
      guard let command = body.uint16(at: 0), let status = body.uint8(at: 2) else { return nil }
      return .ended(
        command: command, ManagementStatus(rawValue: status), result: body.array(at: 3, count: body.byteCount - 3))
    case 0x0004: return .adapterAdded
    case 0x0005: return .adapterRemoved
    case 0x0006: return body.uint32(at: 0).map { .newSettings($0) }
    case 0x000A: return longTermKey(body)
    case 0x000B: return body.leAddress(at: 0).map { .connected($0) }
    case 0x000C: return body.leAddress(at: 0).map { .disconnected($0) }
    case 0x000D: return failure(body) { .connectionFailed($0, $1) }
    case 0x000F: return body.leAddress(at: 0).map { .confirmationWanted($0) }
    case 0x0010: return body.leAddress(at: 0).map { .passkeyWanted($0) }
    case 0x0011: return failure(body) { .authenticationFailed($0, $1) }
    case 0x0012: return found(body)
    case 0x0013: return body.uint8(at: 1).map { .discovering($0 != 0) }
    case 0x0018: return identityKey(body)
    case 0x001D: return .unconfiguredAdded
    // Reported by an advertisement monitor: the same after the number of the monitor.
    case 0x002F where body.byteCount > 2: return found(body.extracting(2..<body.byteCount))
    default: return nil
    }
  }

  private static func failure(
    _ body: RawSpan, _ event: (LEAddress, ManagementStatus) -> ManagementEvent
  ) -> ManagementEvent? {
    guard let device = body.leAddress(at: 0), let status = body.uint8(at: 7) else { return nil }
    return event(device, ManagementStatus(rawValue: status))
  }

  private static let notConnectable: UInt32 = 1 << 2

  private static func found(_ body: RawSpan) -> ManagementEvent? {
    guard let device = body.leAddress(at: 0), let rssi = body.uint8(at: 7), let flags = body.uint32(at: 8),
      let length = body.uint16(at: 12), body.holds(Int(length), at: 14)
    else { return nil }
    return .found(
      Advertisement(
        address: device.address, rssi: rssi == 127 ? nil : Int8(bitPattern: rssi),  // 127: not measured.
        data: body.array(at: 14, count: Int(length)), addressType: device.type), device.type,
      isConnectable: flags & notConnectable == 0)
  }

  private static func longTermKey(_ body: RawSpan) -> ManagementEvent? {
    guard let hint = body.uint8(at: 0), let device = body.leAddress(at: 1), body.holds(LongTermKey.restSize, at: 8)
    else { return nil }
    return .newLongTermKey(
      LongTermKey(device: device, rest: body.array(at: 8, count: LongTermKey.restSize)), isToBeStored: hint != 0)
  }

  private static func identityKey(_ body: RawSpan) -> ManagementEvent? {
    guard let hint = body.uint8(at: 0), let device = body.leAddress(at: 7), body.holds(IdentityKey.keySize, at: 14)
    else { return nil }
    return .newIdentityKey(
      IdentityKey(device: device, key: body.array(at: 14, count: IdentityKey.keySize)), isToBeStored: hint != 0)
  }
}
