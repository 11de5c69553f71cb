import Readings

/// A command to the kernel's Bluetooth management. Numbers and layouts are those of the kernel's management interface
/// (its documentation calls it `mgmt-api`); all numbers are little-endian.
package enum ManagementCommand: Sendable, Equatable {
  case readVersion
  case readIndexList
  case readControllerInformation
  /// Asks for the adapters that the kernel does not use as they are, such as one without a public address.
  case readUnconfiguredIndexList
  /// Asks what such an adapter lacks, see ``MissingConfiguration``.
  case readConfiguration
  /// Gives an adapter that is off a public address, which its driver writes to it.
  case setPublicAddress(DeviceAddress)
  /// Gives an adapter that is off a static random address.
  case setStaticAddress(DeviceAddress)
  case setPowered(Bool)
  case setBondable(Bool)
  case setLowEnergy(Bool)
  case setSecureConnections(Bool)
  /// The input of this box for pairing; `true` if a person can type a passkey.
  case setKeyboard(Bool)
  case loadLongTermKeys([LongTermKey])
  case loadIdentityKeys([IdentityKey])
  case setConnectionDefaults(ConnectionDefaults)
  /// Asks for the physical layers, see ``PHYConfiguration``.
  case readPHYs
  /// Selects the physical layers for scanning and for connections, a bit for each.
  case selectPHYs(UInt32)
  case startDiscovery
  case stopDiscovery
  /// Reports every advertisement, also repeated ones and while no discovery runs.
  case addAdvertisementMonitor
  case removeAdvertisementMonitors
  case pair(LEAddress, hasKeyboard: Bool)
  case cancelPairing(LEAddress)
  case unpair(LEAddress)
  case disconnect(LEAddress)
  case replyPasskey(LEAddress, UInt32)
  case refusePasskey(LEAddress)
  case confirm(LEAddress)

  package var code: UInt16 {
    switch self {
    case .readVersion: 0x0001
    case .readIndexList: 0x0003
    case .readControllerInformation: 0x0004
    case .readUnconfiguredIndexList: 0x0036
    case .readConfiguration: 0x0037
    case .setPublicAddress: 0x0039
    case .setStaticAddress: 0x002B
    case .setPowered: 0x0005
    case .setBondable: 0x0009
    case .setLowEnergy: 0x000D
    case .setSecureConnections: 0x002D
    case .setKeyboard: 0x0018
    case .loadLongTermKeys: 0x0013
    case .loadIdentityKeys: 0x0030
    // "Set Default System Configuration", since Linux 5.9.
    case .setConnectionDefaults: 0x004C
    case .readPHYs: 0x0044
    case .selectPHYs: 0x0045
    case .startDiscovery: 0x0023
    case .stopDiscovery: 0x0024
    case .addAdvertisementMonitor: 0x0052
    case .removeAdvertisementMonitors: 0x0053
    case .pair: 0x0019
    case .cancelPairing: 0x001A
    case .unpair: 0x001B
    case .disconnect: 0x0014
    case .replyPasskey: 0x001E
    case .refusePasskey: 0x001F
    case .confirm: 0x001C
    }
  }

  /// The message for the management socket.
  /// - Parameter adapter: the adapter, or ``Management/noAdapter`` for a command that concerns none.
  package func message(to adapter: UInt16) -> [UInt8] {
    let parameters = self.parameters
    var message: [UInt8] = []
    message.reserveCapacity(6 + parameters.count)
    message.append(littleEndian: code)
    message.append(littleEndian: adapter)
    message.append(littleEndian: UInt16(truncatingIfNeeded: parameters.count))
    return message + parameters
  }

  /// LE devices with public and with random addresses.
  private static let lowEnergyTypes: UInt8 = 0b110
  private static let keyboardOnly: UInt8 = 2
  private static let noInputNoOutput: UInt8 = 3

  private var parameters: [UInt8] {
    switch self {
    case .readVersion, .readIndexList, .readControllerInformation, .readUnconfiguredIndexList, .readConfiguration,
      .readPHYs:
      return []
    case .setPublicAddress(let address), .setStaticAddress(let address): return address.bytes
    case .selectPHYs(let layers):
      var bytes: [UInt8] = []
      bytes.append(littleEndian: layers)
      return bytes
    case .setPowered(let isOn), .setBondable(let isOn), .setLowEnergy(let isOn), .setSecureConnections(let isOn):
      return [isOn ? 1 : 0]
    case .setKeyboard(let isThere): return [isThere ? Self.keyboardOnly : Self.noInputNoOutput]
    case .loadLongTermKeys(let keys): return Self.list(keys.map(\.bytes))
    case .loadIdentityKeys(let keys): return Self.list(keys.map(\.bytes))
    case .setConnectionDefaults(let defaults): return defaults.bytes
    case .startDiscovery, .stopDiscovery: return [Self.lowEnergyTypes]
    case .addAdvertisementMonitor: return Self.monitorOfAnything
    case .removeAdvertisementMonitors: return [0, 0]  // Handle 0: all of them.
    case .pair(let device, let hasKeyboard):
      return device.bytes + [hasKeyboard ? Self.keyboardOnly : Self.noInputNoOutput]
    case .cancelPairing(let device), .disconnect(let device), .refusePasskey(let device), .confirm(let device):
      return device.bytes
    case .unpair(let device): return device.bytes + [1]  // And disconnect it.
    case .replyPasskey(let device, let passkey):
      var bytes = device.bytes
      bytes.append(littleEndian: passkey)
      return bytes
    }
  }

  private static func list(_ entries: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: UInt16(truncatingIfNeeded: entries.count))
    for entry in entries { bytes += entry }
    return bytes
  }

  /// One pattern: manufacturer data of Aranet's company. The pattern hardly matters: while there is a monitor, the
  /// kernel switches the controller's filter for duplicates off and also reports advertisements that match no pattern.
  private static let monitorOfAnything: [UInt8] = {
    let pattern: [UInt8] = [0xFF, 0, 2, 0x02, 0x07]  // AD type, offset, length, value.
    return [1] + pattern + [UInt8](repeating: 0, count: 34 - pattern.count)
  }()
}

extension [UInt8] {
  mutating func append(littleEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { self += $0 }
  }
}
