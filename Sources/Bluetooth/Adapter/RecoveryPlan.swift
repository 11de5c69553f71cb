/// The steps of an adapter's recovery and how far it has come: first what the process can do by itself, then another
/// adapter, then what needs root.
struct RecoveryPlan: Sendable {
  /// The pause after the last step, before the plan starts again. A controller that recovers or is reset from outside
  /// is used again soon.
  private static let rest = Duration.seconds(10)
  /// The time for one step of root. A driver that is bound again needs some seconds.
  private static let rootsTime = Duration.seconds(4)

  enum Step: Sendable {
    case restartDiscovery
    /// The adapter is switched off and on through the management.
    case switchOffAndOn
    case takeAnother
    /// Its rfkill switch is reset.
    case resetSwitch
    case bindDriver
    /// A pause; then the plan continues at the second step.
    case rest

    /// How long to wait after the step.
    var pause: Duration {
      switch self {
      case .restartDiscovery, .switchOffAndOn, .takeAnother: .zero
      case .resetSwitch, .bindDriver: RecoveryPlan.rootsTime
      case .rest: RecoveryPlan.rest
      }
    }

    func words(for adapter: UInt16) -> String {
      switch self {
      case .restartDiscovery: "discovery is started again"
      case .switchOffAndOn: "the adapter is switched off and on"
      case .takeAnother: "another adapter is used instead of hci\(adapter)"
      case .resetSwitch: "the adapter's switch (rfkill) is reset"
      case .bindDriver: "the adapter's driver is bound again"
      case .rest: "that has not helped; again in \(pause.components.seconds) s"
      }
    }
  }

  private var rung = 0
  private(set) var avoided: UInt16?

  var isIdle: Bool { rung == 0 }

  /// Returns the next step.
  /// - Parameters:
  ///   - isListening: whether it was in use. Only then it has a discovery to restart.
  ///   - hasOther: whether there is another adapter that may be used.
  mutating func nextStep(from adapter: UInt16, isListening: Bool, hasOther: Bool) -> Step {
    rung += 1
    switch rung {
    case 1 where isListening: return .restartDiscovery
    case 1, 2:
      rung = 2
      return .switchOffAndOn
    case 3 where avoided == nil && hasOther:
      avoided = adapter
      rung = 0
      return .takeAnother
    case 3: return .resetSwitch
    case 4: return .bindDriver
    default:
      rung = 1
      avoided = nil
      return .rest
    }
  }

  /// Starts the plan again at the first step, because the adapter has shown that it works.
  mutating func reset() { rung = 0 }

  /// Ends the recovery. The replaced adapter may be used again.
  mutating func finish() { self = RecoveryPlan() }
}
