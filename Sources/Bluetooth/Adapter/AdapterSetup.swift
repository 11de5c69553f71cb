import Readings

/// What every adapter is given before it listens: the same switches, values for connections and keys of paired devices,
/// since the kernel forgets all of them.
struct AdapterSetup: Sendable {
  /// What the kernel goes by when it makes a connection.
  var connectionDefaults: ConnectionDefaults
  private var longTermKeys: [LongTermKey]
  private var identityKeys: [IdentityKey]

  init(_ connectionDefaults: ConnectionDefaults, _ longTermKeys: [LongTermKey], _ identityKeys: [IdentityKey]) {
    self.connectionDefaults = connectionDefaults
    self.longTermKeys = longTermKeys
    self.identityKeys = identityKeys
  }

  /// A device has been paired.
  mutating func add(_ key: LongTermKey) {
    longTermKeys.removeAll { $0.device == key.device && $0.rest.prefix(2) == key.rest.prefix(2) }
    longTermKeys.append(key)
  }

  /// A device that changes its address has been paired.
  mutating func add(_ key: IdentityKey) {
    identityKeys.removeAll { $0.device == key.device }
    identityKeys.append(key)
  }

  /// The commands, up to the one that begins to listen.
  /// - Parameters:
  ///   - information: what the adapter is; `nil` where it has not told.
  ///   - isRestart: whether it is switched off and on, whatever it is.
  func commands(for information: ControllerInformation?, isRestart: Bool) -> [ManagementCommand] {
    var commands: [ManagementCommand] = isRestart ? [.setPowered(false), .setPowered(true)] : []
    commands.append(.setLowEnergy(true))
    if information?.supportsSecureConnections == true { commands.append(.setSecureConnections(true)) }
    commands += [
      .setBondable(true), .setKeyboard(true), .setConnectionDefaults(connectionDefaults),
      .loadIdentityKeys(identityKeys), .loadLongTermKeys(longTermKeys),
    ]
    if !isRestart, information?.isPowered != true { commands.append(.setPowered(true)) }
    return commands + [.removeAdvertisementMonitors, .addAdvertisementMonitor, .startDiscovery]
  }
}
