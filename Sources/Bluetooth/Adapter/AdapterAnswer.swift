/// What the kernel's answer to a command means for the adapter in use: a table over command and status, first match
/// counts. It keeps nothing and does nothing; ``AdapterControl`` asks it for every answer and carries out what it says.
enum AdapterAnswer: Sendable, Equatable {
  /// The next command may be sent.
  case taken
  /// The kernel was busy: the same command once more, a little later.
  case again
  /// It was still being switched off when it was to listen: all that it is set up with once more, a little later.
  case setUpAgain
  /// The result is the list of adapters.
  case adapters
  /// The result is what an adapter is.
  case information
  /// An adapter does not say what it is.
  case noInformation
  /// The result is which of the adapter's switches are on. All others are told by an event.
  case settings
  /// Discovery runs; whether the controller itself has answered.
  case discovering(isProven: Bool)
  /// It can do without, and a person should know.
  case note(String)
  /// The adapter is of no use, and the recovery takes its next step.
  case failed(String)
  /// The adapter was pulled out.
  case gone

  /// What an answer is judged by, besides the answer.
  struct Situation: Sendable {
    /// Whether the kernel has not been busy for too long yet.
    var isPatient = true
    /// Whether an adapter is being set up, and has not been told everything too often.
    var maySetUpAgain = false
    /// Whether an adapter is being set up, or listens.
    var isInUse = true
    /// Whether it listens and no discovery was running.
    var lacksDiscovery = false
    /// Whether a recovery has begun.
    var isInTrouble = false
    /// Whether its driver was bound again since it last listened.
    var isRebound = false
  }

  init(to command: ManagementCommand, _ status: ManagementStatus, in situation: Situation) {
    let words = status.wordsOfAdapter
    self =
      switch (command, status) {
      case (_, .permissionDenied): .failed("this process may not use the Bluetooth adapter: it needs CAP_NET_ADMIN")
      // The kernel ends what it does with an adapter that is pulled out before it tells that it is.
      case (_, .invalidIndex) where situation.isInUse: .gone
      case (_, .busy) where situation.isPatient: .again
      case (.startDiscovery, .notPowered) where situation.isPatient && situation.maySetUpAgain: .setUpAgain
      case (.readIndexList, _): .adapters
      case (.readControllerInformation, .success): .information
      case (.readControllerInformation, _): .noInformation
      case (.setPowered, .success), (.setLowEnergy, .success): .settings
      case (.setPowered(false), _): .taken
      case (.setPowered, _), (.setLowEnergy, _): .failed("the Bluetooth adapter cannot be switched on: \(words)")
      // Rejected: no discovery ran. Else the kernel gave the controller 2 s.
      case (.stopDiscovery, .success), (.stopDiscovery, .rejected): .taken
      case (.stopDiscovery, _): .failed("the Bluetooth adapter does not answer")
      case (.startDiscovery, .success): .discovering(isProven: true)
      // Somebody else's discovery runs, and tells us as much. Of an adapter that was stopped before it is no answer of the
      // controller, but the kernel's, which still waits for one; or the controller's that has another view.
      case (.startDiscovery, .busy) where !situation.lacksDiscovery: .discovering(isProven: false)
      case (.startDiscovery, _): .failed("the Bluetooth adapter does not listen: \(words)")
      // What the setup asks for besides, it can do without; of these two a person should know.
      case (_, .success): .taken
      case (.setConnectionDefaults, _): .note("the kernel keeps its own values for connections: \(words)")
      // Linux 6.12 may wait for ever for what a controller that hung never answered, and goes on filtering duplicates: of
      // a device that only advertises, or whose connection is lost, nothing more is heard. A driver bound again ends that.
      case (.addAdvertisementMonitor, _) where Self.isStuck(status, situation):
        .failed("the kernel does not get on with the Bluetooth adapter: \(words)")
      case (.addAdvertisementMonitor, _): .note("the kernel tells of an unchanged advertisement seldom: \(words)")
      default: .taken
      }
  }

  /// Whether that is the answer for a controller that hung and not for one that cannot do it: of an adapter that was not in
  /// trouble before, some refuse it so too. One whose driver was bound again is lived with.
  private static func isStuck(_ status: ManagementStatus, _ situation: Situation) -> Bool {
    switch status {
    case _ where situation.isRebound: false
    case .busy: true
    case .failed, .timeout, .authenticationFailed: situation.isInTrouble
    default: false
    }
  }
}
