import Readings

/// The setup that every adapter gets before it listens: switches, connection values and the keys of paired devices,
/// because the kernel keeps none of them.
struct AdapterSetup: Sendable {
  var connectionDefaults: ConnectionDefaults
  let ownAddress: DeviceAddress?
  private var longTermKeys: [LongTermKey]
  private var identityKeys: [IdentityKey]

  init(
    _ connectionDefaults: ConnectionDefaults, _ longTermKeys: [LongTermKey], _ identityKeys: [IdentityKey],
    ownAddress: DeviceAddress? = nil
  ) {
    self.connectionDefaults = connectionDefaults
    self.ownAddress = ownAddress
    self.longTermKeys = longTermKeys
    self.identityKeys = identityKeys
  }

  mutating func add(_ key: LongTermKey) {
    longTermKeys.removeAll { $0.device == key.device && $0.rest.prefix(2) == key.rest.prefix(2) }
    longTermKeys.append(key)
  }

  mutating func add(_ key: IdentityKey) {
    identityKeys.removeAll { $0.device == key.device }
    identityKeys.append(key)
  }

  /// Removes the keys of a device that is not paired any more, or is about to be paired again.
  mutating func removeKeys(of device: DeviceAddress) {
    longTermKeys.removeAll { $0.device.address == device }
    identityKeys.removeAll { $0.device.address == device }
  }

  /// The commands, up to the one that starts listening.
  /// - Parameters:
  ///   - information: the description of the adapter; `nil` if it is unknown.
  ///   - isRestart: whether the adapter is switched off and on in any case.
  func commands(for information: ControllerInformation?, isRestart: Bool) -> [ManagementCommand] {
    var commands: [ManagementCommand] = isRestart ? [.setPowered(false)] : []
    // Linux switches no adapter on that has neither a public address nor this one.
    if information?.address.value == 0, information?.isPowered != true || isRestart, let ownAddress {
      commands.append(.setStaticAddress(ownAddress))
    }
    if isRestart { commands.append(.setPowered(true)) }
    commands.append(.setLowEnergy(true))
    if information?.supportsSecureConnections == true { commands.append(.setSecureConnections(true)) }
    commands += [
      .setBondable(true), .setKeyboard(true), .setConnectionDefaults(connectionDefaults),
      .loadIdentityKeys(identityKeys), .loadLongTermKeys(longTermKeys),
    ]
    if !isRestart, information?.isPowered != true { commands.append(.setPowered(true)) }
    // The kernel refuses it while the adapter is off, and forgets it with the power.
    return commands + [.readPHYs, .removeAdvertisementMonitors, .addAdvertisementMonitor, .startDiscovery]
  }
}
