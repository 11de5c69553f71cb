/// What the kernel's answer to a command means for the adapter in use: a table over command and status, in which the
/// first match counts. It has no state; ``AdapterControl`` creates one for every answer and carries it out.
enum AdapterAnswer: Sendable, Equatable {
  /// The next command may be sent.
  case taken
  /// The kernel was busy: send the same command again a little later.
  case again
  /// The adapter was still switching off when it received the command to listen: repeat the whole setup a little later.
  case setUpAgain
  case adapters
  case unconfiguredAdapters
  case configuration
  case addressed
  /// An adapter cannot be used; the text says why.
  case unusable(String)
  case information
  /// An adapter does not describe itself.
  case noInformation
  /// The result holds the switches of the adapter. All other changes of them arrive as events.
  case settings
  case physicalLayers
  /// Discovery runs. The flag says whether the controller itself has answered.
  case discovering(isProven: Bool)
  /// The adapter can be used without this; the text is for people.
  case note(String)
  /// The adapter does not work, and the recovery takes its next step.
  case failed(String)
  case gone

  struct Situation: Sendable {
    /// Whether the kernel may still be busy without a fault.
    var isPatient = true
    var maySetUpAgain = false
    var isInUse = true
    /// Whether it listens and no discovery was running.
    var lacksDiscovery = false
    var isInTrouble = false
    /// Whether its driver was bound again since it last listened.
    var isRebound = false
  }

  init(to command: ManagementCommand, _ status: ManagementStatus, in situation: Situation) {
    let words = status.wordsOfAdapter
    self =
      switch (command, status) {
      case (_, .permissionDenied): .failed("this process may not use the Bluetooth adapter: it needs CAP_NET_ADMIN")
      // The kernel ends the commands of an unplugged adapter before it reports that the adapter is gone.
      case (_, .invalidIndex) where situation.isInUse: .gone
      case (_, .busy) where situation.isPatient: .again
      case (.startDiscovery, .notPowered) where situation.isPatient && situation.maySetUpAgain: .setUpAgain
      case (.readIndexList, _): .adapters
      case (.readUnconfiguredIndexList, _): .unconfiguredAdapters
      case (.readConfiguration, .success): .configuration
      case (.readConfiguration, _): .unusable(words)
      case (.setPublicAddress, .success), (.setStaticAddress, .success): .addressed
      case (.setPublicAddress, _): .unusable("it has no address, and its driver takes none: \(words)")
      case (.setStaticAddress, _): .note("the Bluetooth adapter has no address, and takes none: \(words)")
      case (.readControllerInformation, .success): .information
      case (.readControllerInformation, _): .noInformation
      case (.setPowered, .success), (.setLowEnergy, .success): .settings
      case (.setPowered(false), _): .taken
      case (.setPowered, _), (.setLowEnergy, _): .failed("the Bluetooth adapter cannot be switched on: \(words)")
      // Rejected means that no discovery ran. In other cases the kernel gave the controller 2 s.
      case (.stopDiscovery, .success), (.stopDiscovery, .rejected): .taken
      case (.stopDiscovery, _): .failed("the Bluetooth adapter does not answer")
      case (.startDiscovery, .success): .discovering(isProven: true)
      // Another program's discovery runs, and its results reach this process too. For an adapter whose discovery was
      // stopped before, this is an answer of the kernel, which still waits for the controller, or of a controller with
      // another state.
      case (.startDiscovery, .busy) where !situation.lacksDiscovery: .discovering(isProven: false)
      case (.startDiscovery, _): .failed("the Bluetooth adapter does not listen: \(words)")
      case (.readPHYs, .success): .physicalLayers
      case (.selectPHYs, .success): .note("long-range sensors (LE Coded) are received too")
      // The adapter can be used without the rest of the setup. People should know of these three.
      case (_, .success): .taken
      case (.selectPHYs, _): .note("long-range sensors (LE Coded) are not received: \(words)")
      case (.setConnectionDefaults, _): .note("the kernel keeps its own values for connections: \(words)")
      // Linux 6.12 may wait for ever for an answer that a hung controller never gave, and keeps filtering duplicates.
      // Then nothing more is received of a device that only advertises or has lost its connection. Binding the driver
      // again ends that.
      case (.addAdvertisementMonitor, _) where Self.isStuck(status, situation):
        .failed("the kernel cannot control the Bluetooth adapter: \(words)")
      case (.addAdvertisementMonitor, _): .note("the kernel rarely reports unchanged advertisements: \(words)")
      default: .taken
      }
  }

  /// Whether this is the answer for a hung controller and not for one that lacks the function: some adapters without
  /// any trouble give the same answer. If the driver was already bound again, the adapter is used as it is.
  private static func isStuck(_ status: ManagementStatus, _ situation: Situation) -> Bool {
    switch status {
    case _ where situation.isRebound: false
    case .busy: true
    case .failed, .timeout, .authenticationFailed: situation.isInTrouble
    default: false
    }
  }
}
