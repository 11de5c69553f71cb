import Readings

/// Finds an adapter, sets it up, keeps it listening, notices when it goes quiet and has it recovered: the rules of all this
/// and no I/O. Events of the management socket and the time come in, messages and decisions come out.
///
/// Its states are those of ``AdapterPhase``, and this is the one place that changes them. Each part of it is a value of its
/// own: ``AdapterList`` and ``AdapterSearch`` choose the adapter, ``AdapterInUse`` knows what it is told, ``CommandQueue`` has
/// the command that runs, ``AdapterAnswer`` what its answer means, ``AdapterLiveness`` says whether it hears, and
/// ``AdapterRecovery`` what is tried when it fails. `AdapterDriver` of the radio calls it, on the thread of its socket.
package struct AdapterControl: Sendable {
  private var phase: AdapterPhase
  private var commands: CommandQueue
  private var inUse: AdapterInUse
  private var list: AdapterList
  private var recovery = AdapterRecovery()
  private var isDiscovering = false
  private var liveness: AdapterLiveness

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
    list = AdapterList(choice, at: instant)
    inUse = AdapterInUse(AdapterSetup(ConnectionDefaults(patience: patience), longTermKeys, identityKeys))
    phase = .searching(nextLook: instant)
    liveness = AdapterLiveness(at: instant)
    commands = CommandQueue(at: instant)
  }

  /// The kernel's number of the adapter in use; ``Management/noAdapter`` for none.
  package var adapter: UInt16 { inUse.number }

  /// Whether connections can be made.
  package var isListening: Bool { phase == .listening }

  /// When ``advance(to:into:)`` has something to do next.
  package var nextDeadline: Instant? {
    var next: Instant?
    func consider(_ instant: Instant) { next = next.map { min($0, instant) } ?? instant }
    if let deadline = commands.deadline { consider(deadline) }
    if let nextTry = commands.nextTry { consider(nextTry) }
    if !recovery.isDown, inUse.isMissing { consider(list.grace) }
    if let doubt = recovery.deadline { consider(doubt) }
    switch phase {
    case .searching(let look):
      if commands.deadline == nil { consider(look) }
      if let rebindsAt = recovery.rebindsAt { consider(rebindsAt) }
    case .waiting(let end): consider(end)
    case .listening:
      if commands.deadline == nil, commands.isEmpty { consider(liveness.nextProbe) }
      if let verdict = liveness.nextVerdict { consider(verdict) }
    default: break
    }
    return next
  }

  /// A connection is being attempted, until then at most. The kernel does nothing else with the controller meanwhile: it
  /// answers no command, and hears no advertisement.
  package mutating func noteConnecting(until instant: Instant) { commands.noteConnecting(until: instant) }

  /// A device is about to be connected to, which the kernel is to call for so long. The kernel does as it is told before
  /// it takes anything else, so that its answer need not be waited for.
  package mutating func setPatience(_ patience: Duration, into outputs: inout [AdapterOutput]) {
    if let command = inUse.setPatience(patience) { outputs.append(.send(command.message(to: adapter))) }
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
    guard liveness.isSilent || (recovery.isDown || recovery.isInDoubt) && phase == .listening else { return }
    liveness.isSilent = false
    recovery.noteHeard(into: &outputs)
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
      list.add(source)
      recovery.noteAdded(isSilent: liveness.isSilent)
      // An adapter that comes back gets a moment for itself: the kernel still sets it up.
      if case .searching = phase { phase = .searching(nextLook: instant) }
      if case .waiting = phase, inUse.isMissing { phase = .searching(nextLook: instant) }
    case .adapterRemoved:
      list.remove(source)
      if source == adapter { lose(at: instant, into: &outputs) }
    case .newSettings(let settings) where source == adapter:
      inUse.note(settings: settings)
      if settings & 1 == 0, phase == .listening { switchOnAgain(at: instant, into: &outputs) }
    case .discovering(let isOn) where source == adapter:
      isDiscovering = isOn
      if !isOn, phase == .listening, commands.deadline == nil, commands.isEmpty {
        commands.replace(with: [.startDiscovery])
      }
    case .newLongTermKey(let key, _): inUse.add(key)
    case .newIdentityKey(let key, _): inUse.add(key)
    default: return
    }
    sendNext(at: instant, into: &outputs)
  }

  /// Lets happen what is due.
  package mutating func advance(to instant: Instant, into outputs: inout [AdapterOutput]) {
    if inUse.isMissing, instant >= list.grace {
      recovery.noteMissing(list.reasonForNone, into: &outputs)
    }
    recovery.advance(to: instant, into: &outputs)
    if let deadline = commands.deadline, deadline <= instant {
      commands.giveUp()
      if case .examining(let search) = phase, search.isUnfinished {
        examineNext(at: instant, into: &outputs)
      } else {
        fail("the Bluetooth adapter does not answer", at: instant, into: &outputs)
      }
    }
    if case .searching = phase { recovery.askAgain(at: instant, into: &outputs) }
    switch phase {
    case .searching(let look) where look <= instant && commands.deadline == nil: lookAround(at: instant)
    case .waiting(let end) where end <= instant:
      inUse.leave()
      lookAround(at: instant)
    case .listening: listen(at: instant, into: &outputs)
    default: break
    }
    sendNext(at: instant, into: &outputs)
  }

  /// What leaves the adapter as others expect it, when the appliance ends.
  package func farewell() -> [[UInt8]] {
    inUse.isMissing
      ? [] : [ManagementCommand.stopDiscovery, .removeAdvertisementMonitors].map { $0.message(to: adapter) }
  }

  private mutating func lookAround(at instant: Instant) {
    phase = .searching(since: instant)
    commands.replace(with: [.readIndexList])
  }

  private mutating func sendNext(at instant: Instant, into outputs: inout [AdapterOutput]) {
    if let message = commands.next(for: adapter, at: instant) { outputs.append(.send(message)) }
  }

  private mutating func finish(
    _ command: ManagementCommand, _ status: ManagementStatus, _ result: [UInt8], at instant: Instant,
    into outputs: inout [AdapterOutput]
  ) {
    let answer = AdapterAnswer(to: command, status, in: situation(at: instant))
    switch answer {
    case .again: return commands.again([command], at: instant)
    case .setUpAgain: return commands.again(inUse.setUpAgain(), at: instant)
    default: commands.noteReady()
    }
    switch answer {
    case .taken, .again, .setUpAgain: break
    case .adapters:
      list.replace(with: result)
      phase = .examining(list.search(avoiding: recovery.avoided))
      examineNext(at: instant, into: &outputs)
    case .information:
      if case .examining(var search) = phase, let information = ControllerInformation(result.span.bytes) {
        search.note(information, of: adapter)
        phase = .examining(search)
      }
      examineNext(at: instant, into: &outputs)
    case .noInformation: examineNext(at: instant, into: &outputs)
    case .settings: if let settings = result.span.bytes.uint32(at: 0) { inUse.note(settings: settings) }
    case .discovering(let isProven): discoveryRuns(isProven: isProven, at: instant, into: &outputs)
    case .note(let text): outputs.append(.note(text))
    case .failed(let reason): fail(reason, at: instant, into: &outputs)
    case .gone: lose(at: instant, into: &outputs)
    }
    sendNext(at: instant, into: &outputs)
  }

  private func situation(at instant: Instant) -> AdapterAnswer.Situation {
    AdapterAnswer.Situation(
      isPatient: commands.isPatient(at: instant), maySetUpAgain: phase == .settingUp && inUse.maySetUpAgain,
      isInUse: phase.isInUse, lacksDiscovery: !isDiscovering && phase == .listening,
      isInTrouble: !recovery.isIdle, isRebound: recovery.isRebinding(adapter))
  }

  private mutating func examineNext(at instant: Instant, into outputs: inout [AdapterOutput]) {
    guard case .examining(var search) = phase else { return }
    switch search.next() {
    case .ask(let next):
      inUse.ask(next)
      phase = .examining(search)
      commands.replace(with: [.readControllerInformation])
    case .take(let best, let information):
      inUse.take(best, information)
      setUp()
    case .nothing:
      inUse.leave()
      phase = .searching(since: instant)
    }
  }

  /// - Parameter isRestart: whether it is switched off and on, whatever it is.
  private mutating func setUp(isRestart: Bool = false) {
    phase = .settingUp
    isDiscovering = false
    commands.replace(with: inUse.setUp(isRestart: isRestart))
  }

  /// - Parameter isProven: whether the controller has answered.
  private mutating func discoveryRuns(isProven: Bool, at instant: Instant, into outputs: inout [AdapterOutput]) {
    isDiscovering = true
    recovery.noteListening()
    let wasListening = phase == .listening
    phase = .listening
    if !wasListening {
      // One that was switched off meanwhile has to show at once that it is alive.
      if !recovery.isInDoubt { liveness.begin(at: instant) }
      outputs.append(.listening(adapter: adapter, address: inUse.address))
      outputs.append(.note("listening with hci\(adapter)"))
    }
    // A hung controller passes as one that listens when it was switched off and on: the kernel starts from its own memory.
    // What was recovered counts once it has heard something, or has restarted its discovery.
    if isProven { liveness.noteAnswer(at: instant) }
    guard isProven, !liveness.isSilent, wasListening || recovery.isIdle else { return }
    recovery.finish(into: &outputs)
  }

  private mutating func listen(at instant: Instant, into outputs: inout [AdapterOutput]) {
    switch liveness.due(at: instant, mayProbe: commands.deadline == nil && commands.isEmpty) {
    case .nothing: break
    case .silence(let reason): fail(reason, at: instant, into: &outputs)
    case .probe:
      commands.replace(with: isDiscovering ? [.stopDiscovery, .startDiscovery] : [.startDiscovery])
      isDiscovering = false
    }
  }

  private mutating func switchOnAgain(at instant: Instant, into outputs: inout [AdapterOutput]) {
    let reason = "the Bluetooth adapter was switched off by somebody else"
    let isRare = recovery.noteSwitchedOff(reason, latestVerdict: liveness.latestVerdict, at: instant, into: &outputs)
    guard isRare else { return fail(reason, at: instant, into: &outputs) }
    // What was sent before ends with the power, in its own words.
    commands.clear()
    setUp()
  }

  /// It was pulled out.
  private mutating func lose(at instant: Instant, into outputs: inout [AdapterOutput]) {
    recovery.noteMissing("the Bluetooth adapter hci\(adapter) is gone", into: &outputs)
    inUse.forget()
    commands.clear()
    isDiscovering = false
    // An adapter that was deaf and whose driver was bound again has to hear something before it counts as good.
    if !recovery.isRebinding {
      liveness.forget()
      recovery.reset()
    }
    phase = .searching(nextLook: instant.advanced(by: .milliseconds(500)))
  }

  /// Something went wrong: says so, and takes the next step of the recovery.
  private mutating func fail(_ reason: String, at instant: Instant, into outputs: inout [AdapterOutput]) {
    commands.replace(with: [])
    isDiscovering = false
    let failure = AdapterRecovery.Failure(
      reason: reason, adapter: adapter, wasInUse: inUse.isPowered && phase == .listening,
      hasOther: list.hasOther, isSilent: liveness.isSilent, latestVerdict: liveness.latestVerdict)
    let step = recovery.next(after: failure, at: instant, into: &outputs)
    switch step {
    case .restartDiscovery: commands.replace(with: [.stopDiscovery, .startDiscovery])
    case .switchOffAndOn: setUp(isRestart: true)
    case .takeAnother:
      inUse.leave()
      phase = .searching(nextLook: instant)
    case .resetSwitch, .bindDriver, .rest: phase = .waiting(until: instant.advanced(by: step.pause))
    }
    liveness.probed = instant
    sendNext(at: instant, into: &outputs)
  }
}
