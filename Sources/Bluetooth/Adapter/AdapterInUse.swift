import Readings

/// The adapter that is used or examined: its number in the kernel, its description, and the commands of its setup.
/// ``AdapterControl`` sets it, and clears it when the adapter is gone or another one is used.
struct AdapterInUse: Sendable {
  /// The kernel's number; ``Management/noAdapter`` if there is none.
  private(set) var number = Management.noAdapter
  private var information: ControllerInformation?
  private var setup: AdapterSetup
  private var setups = 0

  /// If the adapter is off after this number of setups, another program keeps it off.
  private static let mostSetups = 5

  init(_ setup: AdapterSetup) { self.setup = setup }

  var isMissing: Bool { number == Management.noAdapter }
  var isPowered: Bool { information?.isPowered == true }
  /// Its address; 0 if it has not reported one.
  var address: DeviceAddress { information?.address ?? DeviceAddress(value: 0) }
  /// The address that it gets if it has none.
  var ownAddress: DeviceAddress? { setup.ownAddress }
  /// Whether the setup may be sent once more.
  var maySetUpAgain: Bool { setups < Self.mostSetups }

  mutating func ask(_ number: UInt16) { self.number = number }

  mutating func select(_ number: UInt16, _ information: ControllerInformation) {
    self.number = number
    self.information = information
  }

  /// Stops using the adapter, which may be used again later.
  mutating func leave() { number = Management.noAdapter }

  /// Clears the adapter after it was unplugged.
  mutating func forget() { (number, information) = (Management.noAdapter, nil) }

  /// Sets which of its switches are on.
  mutating func note(settings: UInt32) { information?.current = settings }

  mutating func add(_ key: LongTermKey) { setup.add(key) }

  mutating func add(_ key: IdentityKey) { setup.add(key) }

  mutating func removeKeys(of device: DeviceAddress) { setup.removeKeys(of: device) }

  /// Sets how long the kernel calls a device from now on.
  /// - Returns: the command for it; `nil` if nothing changes.
  mutating func setPatience(_ patience: Duration) -> ManagementCommand? {
    guard patience != setup.connectionDefaults.patience else { return nil }
    setup.connectionDefaults.patience = patience
    return .setConnectionDefaults(setup.connectionDefaults)
  }

  /// Starts the setup.
  /// - Parameter isRestart: whether the adapter is switched off and on in any case.
  /// - Returns: the commands, up to the one that starts listening.
  mutating func setUp(isRestart: Bool) -> [ManagementCommand] {
    setups = 1
    if isRestart { note(settings: 0) }
    return setup.commands(for: information, isRestart: isRestart)
  }

  /// Repeats the setup, because commands that arrived while it was being switched off are lost.
  mutating func setUpAgain() -> [ManagementCommand] {
    setups += 1
    note(settings: 0)
    return setup.commands(for: information, isRestart: false)
  }
}
