import Readings

/// What is done about an adapter that fails: whether it counts as down already, which step of its ``RecoveryPlan`` comes
/// next, what root is asked for, and how often somebody else has switched it off.
///
/// Its states: *well* (idle, up), *in doubt* (a step was taken that may help within a moment), *down* (told once, until the
/// adapter is heard or restarts its discovery), and beside these *rebinding*, from the step that has its driver bound again
/// until some adapter listens. ``AdapterControl`` tells it what happens and carries out the commands of each step.
struct AdapterRecovery: Sendable {
  /// An adapter that has failed, as it is at that moment.
  struct Failure: Sendable {
    let reason: String
    let adapter: UInt16
    /// Whether it was on and listened: only then it has a discovery to restart.
    let wasInUse: Bool
    /// Whether there is another one that may be used.
    let hasOther: Bool
    /// Whether it has heard nothing for too long.
    let isSilent: Bool
    /// By when it has to count as down.
    let latestVerdict: Instant
  }

  private var health = AdapterHealth()
  private var plan = RecoveryPlan()
  /// The adapter whose driver is being bound again, until one listens; and when to ask for it once more.
  private var rebinding: (adapter: UInt16, askAgain: Instant)?
  /// When the adapter was last switched off by somebody else.
  private var switchedOff: Instant?

  /// A controller that does not answer while its driver sets it up stays unknown to the management; the kernel gives it
  /// 10 s for that. Then only the driver can be bound once more.
  private static let rebindInterval = Duration.seconds(20)
  /// What a discovery that is started again gets before the adapter counts as down. With the time in which its silence is
  /// noticed, and that in which it must answer, it is less than ten seconds.
  private static let benefitOfDoubt = Duration.milliseconds(1500)
  /// The same for one that is switched on again: what that takes.
  private static let longestSwitchingOn = Duration.seconds(3)
  /// Once in so long somebody else may switch the adapter off without its being a fault: it is on again in a second.
  private static let switchingOffInterval = Duration.seconds(60)

  /// Whether the adapter counts as down.
  var isDown: Bool { health.isDown }
  /// Whether it may be down.
  var isInDoubt: Bool { health.isInDoubt }
  /// When it counts as down unless it rises before.
  var deadline: Instant? { health.deadline }
  /// Whether nothing is being tried.
  var isIdle: Bool { plan.isIdle }
  /// The adapter that another one was taken instead of.
  var avoided: UInt16? { plan.avoided }
  /// Whether a driver is being bound again.
  var isRebinding: Bool { rebinding != nil }
  /// When root is asked once more to bind the driver, where no adapter has come of it.
  var rebindsAt: Instant? { rebinding?.askAgain }

  /// Whether the driver of this adapter is the one that is bound again.
  func isRebinding(_ adapter: UInt16) -> Bool { rebinding?.adapter == adapter }

  // MARK: What happens

  /// Lets a doubt count when its time has come.
  mutating func advance(to instant: Instant, into outputs: inout [AdapterOutput]) {
    health.advance(to: instant, into: &outputs)
  }

  /// The adapter has been heard: it is of use, and what fails next begins at the first step.
  mutating func noteHeard(into outputs: inout [AdapterOutput]) {
    plan.reset()
    health.markUp(into: &outputs)
  }

  /// The kernel has set up an adapter, to which its controller had to answer.
  /// - Parameter isSilent: whether it has heard nothing for too long; then that proves nothing.
  mutating func noteAdded(isSilent: Bool) { if isRebinding, !isSilent { plan.reset() } }

  /// An adapter listens: no driver has to be bound any more.
  mutating func noteListening() { rebinding = nil }

  /// The adapter has proved that it works.
  mutating func finish(into outputs: inout [AdapterOutput]) {
    plan.finish()
    health.markUp(into: &outputs)
  }

  /// There is no adapter, or it is gone.
  mutating func noteMissing(_ reason: String, into outputs: inout [AdapterOutput]) {
    health.markDown(reason, into: &outputs)
  }

  /// The adapter was pulled out: the next one begins at the first step.
  mutating func reset() { plan.reset() }

  /// Somebody else has switched the adapter off.
  /// - Returns: whether it is to be switched on again; `false` where that happens too often and is a fault.
  mutating func noteSwitchedOff(
    _ reason: String, latestVerdict: Instant, at instant: Instant, into outputs: inout [AdapterOutput]
  ) -> Bool {
    let isFirst = switchedOff.map { $0.duration(to: instant) >= Self.switchingOffInterval } ?? true
    switchedOff = instant
    guard isFirst else { return false }
    outputs.append(.note("\(reason); it is switched on again"))
    plan.reset()
    suspect(reason, for: Self.longestSwitchingOn, latestVerdict, at: instant)
    return true
  }

  /// Something went wrong: says so, and asks root for the step where only root can take it.
  /// - Returns: the step of the recovery that is next.
  mutating func next(
    after failure: Failure, at instant: Instant, into outputs: inout [AdapterOutput]
  ) -> RecoveryPlan.Step {
    let step = plan.nextStep(from: failure.adapter, isListening: failure.wasInUse, hasOther: failure.hasOther)
    if health.isDown {
      outputs.append(.note(failure.reason))
    } else if step == .restartDiscovery, !failure.isSilent {
      outputs.append(.note(failure.reason))
      suspect(failure.reason, for: Self.benefitOfDoubt, failure.latestVerdict, at: instant)
    } else {
      health.markDown(failure.reason, into: &outputs)
    }
    outputs.append(.note("recovery: \(step.words(for: failure.adapter))"))
    switch step {
    case .resetSwitch: outputs.append(.rescue(RescueRequest(step: .unblock, adapter: failure.adapter)))
    case .bindDriver: askForRebinding(of: failure.adapter, at: instant, into: &outputs)
    case .restartDiscovery, .switchOffAndOn, .takeAnother, .rest: break
    }
    return step
  }

  /// Asks once more for the driver to be bound again, where that is due.
  mutating func askAgain(at instant: Instant, into outputs: inout [AdapterOutput]) {
    guard let rebinding, rebinding.askAgain <= instant else { return }
    askForRebinding(of: rebinding.adapter, at: instant, into: &outputs)
  }

  private mutating func askForRebinding(of adapter: UInt16, at instant: Instant, into outputs: inout [AdapterOutput]) {
    rebinding = (adapter, instant.advanced(by: Self.rebindInterval))
    outputs.append(.rescue(RescueRequest(step: .rebind, adapter: adapter)))
  }

  /// It counts as down after that time, and in any case before ten seconds have passed since its last word.
  private mutating func suspect(_ reason: String, for doubt: Duration, _ latestVerdict: Instant, at instant: Instant) {
    health.suspect(reason, countingAt: max(instant, min(instant.advanced(by: doubt), latestVerdict)))
  }
}
