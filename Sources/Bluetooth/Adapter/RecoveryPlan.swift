/// How far the recovery of an adapter has gone, and what is tried next when the last step has not helped: first what the
/// process may do by itself, then another adapter, then what needs root.
struct RecoveryPlan: Sendable {
  /// After the last step it begins again after so long: a controller that recovers, or is reset from outside, is
  /// used again soon.
  private static let rest = Duration.seconds(10)
  /// What one step of root's gets before the next: a driver that is bound again needs some seconds.
  private static let rootsTime = Duration.seconds(4)

  /// What is tried.
  enum Step: Sendable {
    /// Discovery is stopped and started.
    case restartDiscovery
    /// The adapter is switched off and on by management.
    case switchOffAndOn
    /// Another adapter is used.
    case takeAnother
    /// Its rfkill switch is reset.
    case resetSwitch
    /// Its driver is bound again.
    case bindDriver
    /// Nothing for a while; then it begins again at the second step.
    case rest

    /// How long is waited after it.
    var pause: Duration {
      switch self {
      case .restartDiscovery, .switchOffAndOn, .takeAnother: .zero
      case .resetSwitch, .bindDriver: RecoveryPlan.rootsTime
      case .rest: RecoveryPlan.rest
      }
    }

    /// What is done, for a person.
    func words(for adapter: UInt16) -> String {
      switch self {
      case .restartDiscovery: "discovery is started again"
      case .switchOffAndOn: "the adapter is switched off and on"
      case .takeAnother: "another adapter is taken instead of hci\(adapter)"
      case .resetSwitch: "the adapter's switch (rfkill) is reset"
      case .bindDriver: "the adapter's driver is bound again"
      case .rest: "that has not helped; again in \(pause.components.seconds) s"
      }
    }
  }

  private var rung = 0
  /// The adapter that another one was taken instead of.
  private(set) var avoided: UInt16?

  /// Whether nothing is being tried.
  var isIdle: Bool { rung == 0 }

  /// The next step.
  /// - Parameters:
  ///   - adapter: the one that failed.
  ///   - isListening: whether it was in use: only then it has a discovery to restart.
  ///   - hasOther: whether there is another one that may be used.
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

  /// It has shown a sign of life: what fails next begins at the first step.
  mutating func reset() { rung = 0 }

  /// It works: the other adapter is as good as this one again.
  mutating func finish() { self = RecoveryPlan() }
}
