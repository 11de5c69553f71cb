import Readings

/// The adapter that is used, or is asked whether it can be: the kernel's number of it, what it has said of itself, and what
/// it is told before it listens. ``AdapterControl`` fills it, and leaves it when the adapter is gone or another one is taken.
struct AdapterInUse: Sendable {
  /// The kernel's number; ``Management/noAdapter`` for none.
  private(set) var number = Management.noAdapter
  private var information: ControllerInformation?
  private var setup: AdapterSetup
  /// How often it has been told all that it is told, since its setup began.
  private var setups = 0

  /// Who is off again after so many of them is kept off by somebody.
  private static let mostSetups = 5

  init(_ setup: AdapterSetup) { self.setup = setup }

  /// Whether there is none.
  var isMissing: Bool { number == Management.noAdapter }
  /// Whether it has said that it is on.
  var isPowered: Bool { information?.isPowered == true }
  /// Its address; 0 where it has not told.
  var address: DeviceAddress { information?.address ?? DeviceAddress(value: 0) }
  /// Whether it may be told everything once more.
  var maySetUpAgain: Bool { setups < Self.mostSetups }

  /// This one is asked what it is.
  mutating func ask(_ number: UInt16) { self.number = number }

  /// This one is used.
  mutating func take(_ number: UInt16, _ information: ControllerInformation) {
    self.number = number
    self.information = information
  }

  /// It is used no more, and may be used again.
  mutating func leave() { number = Management.noAdapter }

  /// It was pulled out.
  mutating func forget() { (number, information) = (Management.noAdapter, nil) }

  /// Which of its switches are on.
  mutating func note(settings: UInt32) { information?.current = settings }

  /// A device has been paired.
  mutating func add(_ key: LongTermKey) { setup.add(key) }

  /// A device that changes its address has been paired.
  mutating func add(_ key: IdentityKey) { setup.add(key) }

  /// How long the kernel is to call a device from now on.
  /// - Returns: the command that says so; `nil` where it has been told.
  mutating func setPatience(_ patience: Duration) -> ManagementCommand? {
    guard patience != setup.connectionDefaults.patience else { return nil }
    setup.connectionDefaults.patience = patience
    return .setConnectionDefaults(setup.connectionDefaults)
  }

  /// Its setup begins.
  /// - Parameter isRestart: whether it is switched off and on, whatever it is.
  /// - Returns: the commands, up to the one that begins to listen.
  mutating func setUp(isRestart: Bool) -> [ManagementCommand] {
    setups = 1
    if isRestart { note(settings: 0) }
    return setup.commands(for: information, isRestart: isRestart)
  }

  /// What it was told while it was being switched off is lost.
  mutating func setUpAgain() -> [ManagementCommand] {
    setups += 1
    note(settings: 0)
    return setup.commands(for: information, isRestart: false)
  }
}
