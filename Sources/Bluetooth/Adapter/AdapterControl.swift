import Readings

/// Finds an adapter, sets it up, keeps it listening, notices when it goes quiet and climbs the recovery of recovery: the
/// rules of all this and no I/O. Messages and the time come in, messages and decisions come out.
package struct AdapterControl: Sendable {
  private enum Phase: Equatable {
    /// Waits for an adapter to be there; looks by itself now and then.
    case searching(nextLook: Instant)
    /// Asks one adapter after the other what it is.
    case examining(AdapterSearch)
    case settingUp
    case listening
    /// Gives what was tried some time before the next step.
    case waiting(until: Instant)
  }

  private let choice: AdapterChoice
  private var phase: Phase
  private var commands: CommandQueue
  /// The kernel's number of the adapter in use; ``Management/noAdapter`` for none.
  package private(set) var adapter = Management.noAdapter
  private var information: ControllerInformation?
  private var setup: AdapterSetup
  private var health = AdapterHealth()
  /// Until when a missing adapter is no fault yet.
  private var grace: Instant
  private var recovery = RecoveryPlan()
  private var isDiscovering = false
  /// How often the adapter that is being set up has been told all that it is told.
  private var setups = 0
  /// When the adapter was last switched off by somebody else.
  private var switchedOff: Instant?
  /// The adapters that the kernel has.
  private var known: Set<UInt16> = []
  /// The adapter whose driver is being bound again, until one listens; and when to ask for it once more.
  private var rebinding: (adapter: UInt16, askAgain: Instant)?
  private var liveness: AdapterLiveness

  // MARK: Times

  /// A dongle takes some seconds to appear when the machine starts.
  private static let startGrace = Duration.seconds(5)
  /// Events tell of an added adapter; this is for the case that one was missed.
  private static let searchInterval = Duration.seconds(2)
  /// What one step gets before the next: a driver that is bound again needs some seconds.
  private static let stepPause = Duration.seconds(4)
  /// A controller that does not answer while its driver sets it up stays unknown to the management; the kernel gives it
  /// 10 s for that. Then only the driver can be bound once more.
  private static let rebindInterval = Duration.seconds(20)

  /// What a discovery that is started again gets before the adapter counts as down. With the time in which its silence is
  /// noticed, and that in which it must answer, it is less than ten seconds.
  private static let benefitOfDoubt = Duration.milliseconds(1500)
  /// The same for one that is switched on again: what that takes.
  private static let longestSwitchingOn = Duration.seconds(3)
  /// Who is off again after so many of them is kept off by somebody.
  private static let mostSetups = 5
  /// Once in so long somebody else may switch the adapter off without its being a fault: it is on again in a second.
  private static let switchingOffInterval = Duration.seconds(60)

  /// - Parameters:
  ///   - choice: which adapter.
  ///   - longTermKeys: of the paired devices.
  ///   - identityKeys: of the paired devices.
  ///   - patience: how long the kernel calls a device, until ``setPatience(_:into:)`` says otherwise.
  ///   - instant: when it begins.
  package init(
    choice: AdapterChoice = .best, longTermKeys: [LongTermKey] = [], identityKeys: [IdentityKey] = [],
    patience: Duration = ConnectionDefaults.shortestPatience, at instant: Instant
  ) {
    self.choice = choice
    setup = AdapterSetup(ConnectionDefaults(patience: patience), longTermKeys, identityKeys)
    phase = .searching(nextLook: instant)
    grace = instant.advanced(by: Self.startGrace)
    liveness = AdapterLiveness(at: instant)
    commands = CommandQueue(at: instant)
  }

  /// Whether connections can be made.
  package var isListening: Bool { phase == .listening }

  /// When ``advance(to:into:)`` has something to do next.
  package var nextDeadline: Instant? {
    var next: Instant?
    func consider(_ instant: Instant) { next = next.map { min($0, instant) } ?? instant }
    if let deadline = commands.deadline { consider(deadline) }
    if let nextTry = commands.nextTry { consider(nextTry) }
    if !health.isDown, adapter == Management.noAdapter { consider(grace) }
    if let doubt = health.deadline { consider(doubt) }
    switch phase {
    case .searching(let look):
      if commands.deadline == nil { consider(look) }
      if let rebinding { consider(rebinding.askAgain) }
    case .waiting(let end): consider(end)
    case .listening:
      if commands.deadline == nil, commands.isEmpty { consider(liveness.nextProbe) }
      if let verdict = liveness.nextVerdict { consider(verdict) }
    default: break
    }
    return next
  }

  // MARK: What happens

  /// A connection is being attempted, until then at most. The kernel does nothing else with the controller meanwhile: it
  /// answers no command, and hears no advertisement.
  package mutating func noteConnecting(until instant: Instant) { commands.noteConnecting(until: instant) }

  /// A device is about to be connected to, which the kernel is to call for so long. The kernel does as it is told before
  /// it takes anything else, so that its answer need not be waited for.
  package mutating func setPatience(_ patience: Duration, into outputs: inout [AdapterOutput]) {
    guard patience != setup.connectionDefaults.patience else { return }
    setup.connectionDefaults.patience = patience
    outputs.append(.send(ManagementCommand.setConnectionDefaults(setup.connectionDefaults).message(to: adapter)))
  }

  /// Data came on a connection.
  package mutating func noteSign(at instant: Instant, into outputs: inout [AdapterOutput]) {
    liveness.note(at: instant)
    markUpIfHeard(into: &outputs)
  }

  /// A device advertised.
  package mutating func noteAdvertisement(
    of device: DeviceAddress, at instant: Instant, into outputs: inout [AdapterOutput]
  ) {
    liveness.note(device, at: instant)
    markUpIfHeard(into: &outputs)
  }

  private mutating func markUpIfHeard(into outputs: inout [AdapterOutput]) {
    guard liveness.isSilent || (health.isDown || health.isInDoubt) && phase == .listening else { return }
    liveness.isSilent = false
    recovery.reset()
    health.markUp(into: &outputs)
  }

  /// Takes in an event of the management socket.
  package mutating func take(
    _ event: ManagementEvent, from source: UInt16, at instant: Instant, into outputs: inout [AdapterOutput]
  ) {
    switch event {
    case .ended(let code, let status, let result):
      guard let command = commands.ended(code, from: source) else { return }
      finish(command, status, result, at: instant, into: &outputs)
    case .adapterAdded:
      known.insert(source)
      // The driver has set it up anew, to which the controller had to answer.
      if rebinding != nil, !liveness.isSilent { recovery.reset() }
      // An adapter that comes back gets a moment for itself: the kernel still sets it up.
      if case .searching = phase { phase = .searching(nextLook: instant) }
      if case .waiting = phase, adapter == Management.noAdapter { phase = .searching(nextLook: instant) }
    case .adapterRemoved where source != adapter: known.remove(source)
    case .adapterRemoved:
      known.remove(source)
      lose("the Bluetooth adapter hci\(source) is gone", at: instant, into: &outputs)
    case .newSettings(let settings) where source == adapter:
      information?.current = settings
      if settings & 1 == 0, phase == .listening { switchOnAgain(at: instant, into: &outputs) }
    case .discovering(let isOn) where source == adapter:
      isDiscovering = isOn
      if !isOn, phase == .listening, commands.deadline == nil, commands.isEmpty {
        commands.replace(with: [.startDiscovery])
      }
    case .newLongTermKey(let key, _): setup.add(key)
    case .newIdentityKey(let key, _): setup.add(key)
    default: return
    }
    sendNext(at: instant, into: &outputs)
  }

  /// Lets happen what is due.
  package mutating func advance(to instant: Instant, into outputs: inout [AdapterOutput]) {
    if adapter == Management.noAdapter, instant >= grace {
      let wanted = choice == .best ? "no Bluetooth adapter" : "no Bluetooth adapter \(choice)"
      health.markDown("\(wanted): plug one in, or see whether its driver is loaded", into: &outputs)
    }
    health.advance(to: instant, into: &outputs)
    if let deadline = commands.deadline, deadline <= instant {
      commands.giveUp()
      if case .examining(let search) = phase, search.isUnfinished {
        examineNext(at: instant, into: &outputs)
      } else {
        fail("the Bluetooth adapter does not answer", at: instant, into: &outputs)
      }
    }
    if case .searching = phase, let rebinding, rebinding.askAgain <= instant {
      askForRebinding(of: rebinding.adapter, at: instant, into: &outputs)
    }
    switch phase {
    case .searching(let look) where look <= instant && commands.deadline == nil:
      phase = .searching(nextLook: instant.advanced(by: Self.searchInterval))
      commands.replace(with: [.readIndexList])
    case .waiting(let end) where end <= instant:
      adapter = Management.noAdapter
      phase = .searching(nextLook: instant.advanced(by: Self.searchInterval))
      commands.replace(with: [.readIndexList])
    case .listening: listen(at: instant, into: &outputs)
    default: break
    }
    sendNext(at: instant, into: &outputs)
  }

  /// What leaves the adapter as others expect it, when the appliance ends.
  package mutating func farewell() -> [[UInt8]] {
    guard adapter != Management.noAdapter else { return [] }
    return [ManagementCommand.stopDiscovery, .removeAdvertisementMonitors].map { $0.message(to: adapter) }
  }

  // MARK: Commands

  private mutating func sendNext(at instant: Instant, into outputs: inout [AdapterOutput]) {
    if let message = commands.next(for: adapter, at: instant) { outputs.append(.send(message)) }
  }

  private mutating func finish(
    _ command: ManagementCommand, _ status: ManagementStatus, _ result: [UInt8], at instant: Instant,
    into outputs: inout [AdapterOutput]
  ) {
    if status == .permissionDenied {
      fail("this process may not use the Bluetooth adapter: it needs CAP_NET_ADMIN", at: instant, into: &outputs)
      return
    }
    // The kernel ends what it does with an adapter that is pulled out before it tells that it is.
    if status == .invalidIndex, phase == .settingUp || phase == .listening {
      lose("the Bluetooth adapter hci\(adapter) is gone", at: instant, into: &outputs)
      return
    }
    if isTriedAgain(command, status, at: instant) { return }
    switch command {
    case .readIndexList:
      known = indexes(in: result)
      phase = .examining(AdapterSearch(among: known, choice, avoiding: recovery.avoided))
      examineNext(at: instant, into: &outputs)
    case .readControllerInformation:
      if case .examining(var search) = phase, status == .success,
        let information = ControllerInformation(result.span.bytes)
      {
        search.note(information, of: adapter)
        phase = .examining(search)
      }
      examineNext(at: instant, into: &outputs)
    case .setPowered, .setLowEnergy:
      // All others are told by an event.
      if status == .success, let settings = result.span.bytes.uint32(at: 0) { information?.current = settings }
      if status != .success, command != .setPowered(false) {
        fail("the Bluetooth adapter cannot be switched on: \(status.wordsOfAdapter)", at: instant, into: &outputs)
      }
    case .setConnectionDefaults where status != .success:
      outputs.append(.note("the kernel keeps its own values for connections: \(status.wordsOfAdapter)"))
    case .stopDiscovery where status != .success && status != .rejected:
      // The kernel gave the controller 2 s. Rejected: no discovery ran.
      fail("the Bluetooth adapter does not answer", at: instant, into: &outputs)
    case .startDiscovery:
      if status == .success {
        discoveryRuns(isProven: true, at: instant, into: &outputs)
      } else if status == .busy, isDiscovering || phase != .listening {
        // Somebody else's discovery runs, and tells us as much. Of an adapter that was stopped before it is no answer of
        // the controller, but the kernel's, which still waits for one; or the controller's that has another view.
        discoveryRuns(isProven: false, at: instant, into: &outputs)
      } else {
        fail("the Bluetooth adapter does not listen: \(status.wordsOfAdapter)", at: instant, into: &outputs)
      }
    case .addAdvertisementMonitor where isStuck(status) && rebinding?.adapter != adapter:
      // Linux 6.12 may wait for ever for what a controller that hung never answered, and goes on filtering duplicates: of
      // a device that only advertises, or whose connection is lost, nothing more is heard. A driver bound again ends that.
      let words = status.wordsOfAdapter
      fail("the kernel does not get on with the Bluetooth adapter: \(words)", at: instant, into: &outputs)
    case .addAdvertisementMonitor where status != .success:
      outputs.append(.note("the kernel tells of an unchanged advertisement seldom: \(status.wordsOfAdapter)"))
    default: break  // Whatever else the setup asks for, it can do without.
    }
    sendNext(at: instant, into: &outputs)
  }

  /// Whether the kernel is to be asked once more: it was busy, or was still switching the adapter off when it was to
  /// switch it on.
  private mutating func isTriedAgain(
    _ command: ManagementCommand, _ status: ManagementStatus, at instant: Instant
  ) -> Bool {
    switch status {
    case .busy: return commands.again([command], at: instant)
    case .notPowered where command == .startDiscovery && phase == .settingUp && setups < Self.mostSetups:
      // What it was told while it was being switched off is lost.
      setups += 1
      information?.current = 0
      return commands.again(setup.commands(for: information, isRestart: false), at: instant)
    default:
      commands.noteReady()
      return false
    }
  }

  /// Whether that is the answer for a controller that hung and not for one that can not do it: of an adapter that was not in
  /// trouble before, some refuse it so too.
  private func isStuck(_ status: ManagementStatus) -> Bool {
    switch status {
    case .busy: true
    case .failed, .timeout, .authenticationFailed: !recovery.isIdle
    default: false
    }
  }

  private func indexes(in result: [UInt8]) -> Set<UInt16> {
    let bytes = result.span.bytes
    let count = Int(bytes.uint16(at: 0) ?? 0)
    return Set((0..<count).compactMap { bytes.uint16(at: 2 + 2 * $0) })
  }

  private mutating func examineNext(at instant: Instant, into outputs: inout [AdapterOutput]) {
    guard case .examining(var search) = phase else { return }
    switch search.next() {
    case .ask(let next):
      adapter = next
      phase = .examining(search)
      commands.replace(with: [.readControllerInformation])
    case .take(let best, let information):
      adapter = best
      self.information = information
      setUp()
    case .nothing:
      adapter = Management.noAdapter
      phase = .searching(nextLook: instant.advanced(by: Self.searchInterval))
    }
  }

  /// - Parameter isRestart: whether it is switched off and on, whatever it is.
  private mutating func setUp(isRestart: Bool = false) {
    phase = .settingUp
    setups = 1
    isDiscovering = false
    if isRestart { information?.current = 0 }
    commands.replace(with: setup.commands(for: information, isRestart: isRestart))
  }

  /// - Parameter isProven: whether the controller has answered.
  private mutating func discoveryRuns(isProven: Bool, at instant: Instant, into outputs: inout [AdapterOutput]) {
    isDiscovering = true
    rebinding = nil
    let wasListening = phase == .listening
    phase = .listening
    if !wasListening {
      // One that was switched off meanwhile has to show at once that it is alive.
      if !health.isInDoubt { liveness.begin(at: instant) }
      outputs.append(.listening(adapter: adapter, address: information?.address ?? DeviceAddress(value: 0)))
      outputs.append(.note("listening with hci\(adapter)"))
    }
    // A hung controller passes as one that listens when it was switched off and on: the kernel starts from its own memory.
    // What was recovered counts once it has heard something, or has restarted its discovery.
    if isProven { liveness.noteAnswer(at: instant) }
    guard isProven, !liveness.isSilent, wasListening || recovery.isIdle else { return }
    recovery.finish()
    health.markUp(into: &outputs)
  }

  // MARK: Silence and recovery

  private mutating func listen(at instant: Instant, into outputs: inout [AdapterOutput]) {
    if let verdict = liveness.nextVerdict, verdict <= instant {
      liveness.isSilent = true
      fail(
        "the Bluetooth adapter has heard nothing for \(AdapterLiveness.longestSilence.components.seconds) s",
        at: instant,
        into: &outputs)
      return
    }
    guard liveness.nextProbe <= instant, commands.deadline == nil, commands.isEmpty else { return }
    liveness.probed = instant
    if liveness.isSilent, liveness.latest.duration(to: instant) > AdapterLiveness.longestSilence + Self.stepPause {
      // What was tried has not made it hear: on to the next step.
      fail("the Bluetooth adapter still hears nothing", at: instant, into: &outputs)
      return
    }
    commands.replace(with: isDiscovering ? [.stopDiscovery, .startDiscovery] : [.startDiscovery])
    isDiscovering = false
  }

  private mutating func switchOnAgain(at instant: Instant, into outputs: inout [AdapterOutput]) {
    let reason = "the Bluetooth adapter was switched off by somebody else"
    let isFirst = switchedOff.map { $0.duration(to: instant) >= Self.switchingOffInterval } ?? true
    switchedOff = instant
    guard isFirst else { return fail(reason, at: instant, into: &outputs) }
    outputs.append(.note("\(reason); it is switched on again"))
    recovery.reset()
    // What was sent before ends with the power, in its own words.
    commands.clear()
    suspect(reason, for: Self.longestSwitchingOn, at: instant)
    setUp()
  }

  /// It counts as down after that time, and in any case before ten seconds have passed since its last word.
  private mutating func suspect(_ reason: String, for doubt: Duration, at instant: Instant) {
    health.suspect(reason, countingAt: max(instant, min(instant.advanced(by: doubt), liveness.latestVerdict)))
  }

  private mutating func lose(_ reason: String, at instant: Instant, into outputs: inout [AdapterOutput]) {
    adapter = Management.noAdapter
    information = nil
    commands.clear()
    isDiscovering = false
    // An adapter that was deaf and whose driver was bound again has to hear something before it counts as good.
    if rebinding == nil {
      liveness.forget()
      recovery.reset()
    }
    phase = .searching(nextLook: instant.advanced(by: .milliseconds(500)))
    health.markDown(reason, into: &outputs)
  }

  /// Something went wrong: says so, and takes the next step of the recovery.
  private mutating func fail(_ reason: String, at instant: Instant, into outputs: inout [AdapterOutput]) {
    commands.replace(with: [])
    isDiscovering = false
    let wasInUse = information?.isPowered == true && phase == .listening
    let step = recovery.nextStep(from: adapter, isListening: wasInUse, hasOther: choice == .best && known.count > 1)
    if step == .restartDiscovery, !liveness.isSilent, !health.isDown {
      outputs.append(.note(reason))
      suspect(reason, for: Self.benefitOfDoubt, at: instant)
    } else if health.isDown {
      outputs.append(.note(reason))
    } else {
      health.markDown(reason, into: &outputs)
    }
    outputs.append(.note("recovery: \(step.words(for: adapter))"))
    switch step {
    case .restartDiscovery: commands.replace(with: [.stopDiscovery, .startDiscovery])
    case .switchOffAndOn:
      setUp(isRestart: true)
    case .takeAnother:
      adapter = Management.noAdapter
      phase = .searching(nextLook: instant)
    case .resetSwitch:
      outputs.append(.rescue(RescueRequest(step: .unblock, adapter: adapter)))
      phase = .waiting(until: instant.advanced(by: Self.stepPause))
    case .bindDriver:
      askForRebinding(of: adapter, at: instant, into: &outputs)
      phase = .waiting(until: instant.advanced(by: Self.stepPause))
    case .rest: phase = .waiting(until: instant.advanced(by: RecoveryPlan.rest))
    }
    liveness.probed = instant
    sendNext(at: instant, into: &outputs)
  }

  private mutating func askForRebinding(of adapter: UInt16, at instant: Instant, into outputs: inout [AdapterOutput]) {
    rebinding = (adapter, instant.advanced(by: Self.rebindInterval))
    outputs.append(.rescue(RescueRequest(step: .rebind, adapter: adapter)))
  }
}
