import Readings

/// Decides what to do about a failing adapter: whether it counts as down, which step of its ``RecoveryPlan`` is next,
/// what to ask of root, and how often another program has switched it off.
///
/// Its states: *well* (idle, up), *in doubt* (a step was taken that may help within a moment), *down* (reported once,
/// until the adapter receives something or restarts its discovery). Beside these: *rebinding*, from the step that binds
/// the driver again until an adapter listens. ``AdapterControl`` reports what happens and carries out the commands of
/// each step.
struct AdapterRecovery: Sendable {
  struct Failure: Sendable {
    let reason: String
    let adapter: UInt16
    /// Whether it was on and listened. Only then it has a discovery to restart.
    let wasInUse: Bool
    let hasOther: Bool
    /// Whether it has received nothing for too long.
    let isSilent: Bool
    /// The latest time at which it must count as down.
    let latestVerdict: Instant
  }

  private var health = AdapterHealth()
  private var plan = RecoveryPlan()
  /// The adapter whose driver is being bound again, until one listens, and when to ask again.
  private var rebinding: (adapter: UInt16, askAgain: Instant)?
  private var switchedOff: Instant?

  /// A controller that does not answer while its driver sets it up stays unknown to the management; the kernel gives it
  /// 10 s. Then the only way is to bind the driver once more.
  private static let rebindInterval = Duration.seconds(20)
  /// The time for a restarted discovery before the adapter counts as down. Together with the times until silence is
  /// noticed and for the answer, it is below ten seconds.
  private static let benefitOfDoubt = Duration.milliseconds(1500)
  /// The same for an adapter that is switched on again: the time that it takes.
  private static let longestSwitchingOn = Duration.seconds(3)
  /// Another program may switch the adapter off once in this time without a fault, because it is on again within a
  /// second.
  private static let switchingOffInterval = Duration.seconds(60)

  var isDown: Bool { health.isDown }
  var isInDoubt: Bool { health.isInDoubt }
  var deadline: Instant? { health.deadline }
  var isIdle: Bool { plan.isIdle }
  var avoided: UInt16? { plan.avoided }
  var isRebinding: Bool { rebinding != nil }
  /// When root is asked again to bind the driver, if no adapter has appeared.
  var rebindsAt: Instant? { rebinding?.askAgain }

  func isRebinding(_ adapter: UInt16) -> Bool { rebinding?.adapter == adapter }

  /// Turns a doubt into a fault when its deadline has come.
  mutating func advance(to instant: Instant, into outputs: inout [AdapterOutput]) {
    health.advance(to: instant, into: &outputs)
  }

  /// The adapter has received something: it works, and the next failure begins at the first step.
  mutating func noteReception(into outputs: inout [AdapterOutput]) {
    plan.reset()
    health.markUp(into: &outputs)
  }

  /// The kernel has set up an adapter, so its controller has answered.
  /// - Parameter isSilent: whether it has received nothing for too long. Then the setup proves nothing.
  mutating func noteAdded(isSilent: Bool) { if isRebinding, !isSilent { plan.reset() } }

  /// An adapter listens, so no driver must be bound any more.
  mutating func noteListening() { rebinding = nil }

  mutating func finish(into outputs: inout [AdapterOutput]) {
    plan.finish()
    health.markUp(into: &outputs)
  }

  /// There is no adapter, or it is gone.
  mutating func noteMissing(_ reason: String, into outputs: inout [AdapterOutput]) {
    health.markDown(reason, into: &outputs)
  }

  /// The adapter was unplugged: the next failure begins at the first step.
  mutating func reset() { plan.reset() }

  /// Another program has switched the adapter off.
  /// - Returns: whether to switch it on again; `false` if this happens too often and is a fault.
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

  /// Reports a failure, and asks root if only root can take the next step.
  /// - Returns: the next step of the recovery.
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

  /// Asks again to bind the driver, if that is due.
  mutating func askAgain(at instant: Instant, into outputs: inout [AdapterOutput]) {
    guard let rebinding, rebinding.askAgain <= instant else { return }
    askForRebinding(of: rebinding.adapter, at: instant, into: &outputs)
  }

  private mutating func askForRebinding(of adapter: UInt16, at instant: Instant, into outputs: inout [AdapterOutput]) {
    rebinding = (adapter, instant.advanced(by: Self.rebindInterval))
    outputs.append(.rescue(RescueRequest(step: .rebind, adapter: adapter)))
  }

  /// Begins a doubt that becomes a fault after this time, and in any case within ten seconds after the last reception.
  private mutating func suspect(_ reason: String, for doubt: Duration, _ latestVerdict: Instant, at instant: Instant) {
    health.suspect(reason, countingAt: max(instant, min(instant.advanced(by: doubt), latestVerdict)))
  }
}

/// Whether an adapter counts as down. A doubt becomes a fault at its deadline, unless the adapter recovers before.
struct AdapterHealth: Sendable {
  private(set) var isDown = false
  private var suspicion: (reason: String, countsAt: Instant)?

  var isInDoubt: Bool { suspicion != nil }

  /// When the doubt becomes a fault.
  var deadline: Instant? { suspicion?.countsAt }

  /// Begins a doubt. An earlier doubt keeps its deadline.
  mutating func suspect(_ reason: String, countingAt instant: Instant) {
    guard !isDown, suspicion == nil else { return }
    suspicion = (reason, instant)
  }

  /// Turns a doubt into a fault when its deadline has come.
  mutating func advance(to instant: Instant, into outputs: inout [AdapterOutput]) {
    if let suspicion, suspicion.countsAt <= instant { markDown(suspicion.reason, into: &outputs) }
  }

  mutating func markDown(_ reason: String, into outputs: inout [AdapterOutput]) {
    suspicion = nil
    guard !isDown else { return }
    isDown = true
    outputs.append(.down(reason))
  }

  mutating func markUp(into outputs: inout [AdapterOutput]) {
    suspicion = nil
    guard isDown else { return }
    isDown = false
    outputs.append(.up)
  }
}
