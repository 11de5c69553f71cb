import Readings

/// Finds an adapter, sets it up, keeps it listening, notices when it becomes silent and starts its recovery. Rules
/// only, without I/O: events of the management socket and times come in, messages and decisions come out.
///
/// The states are those of ``AdapterPhase``; only this type changes them. Its parts are values of their own:
/// ``AdapterList`` and ``AdapterSearch`` choose the adapter, ``AdapterInUse`` holds its setup, ``CommandQueue`` the
/// running command, ``AdapterAnswer`` the meaning of an answer, ``AdapterLiveness`` whether it receives, and
/// ``AdapterRecovery`` what is tried when it fails. `AdapterDriver` in the room Radio calls it, on the thread of its
/// socket.
package struct AdapterControl: Sendable {
  private var phase: AdapterPhase
  private var commands: CommandQueue
  private var inUse: AdapterInUse
  private var list: AdapterList
  private var recovery = AdapterRecovery()
  private var isDiscovering = false
  /// Whether it was said that an adapter has the address of this box.
  private var hasGivenAddress = false
  private var liveness: AdapterLiveness

  /// - Parameters:
  ///   - longTermKeys: the encryption keys of the paired devices.
  ///   - ownAddress: the address that an adapter gets that has none; `nil` to leave such an adapter alone.
  ///   - patience: how long the kernel calls a device, until ``setPatience(_:into:)`` changes it.
  package init(
    choice: AdapterChoice = .best, longTermKeys: [LongTermKey] = [], identityKeys: [IdentityKey] = [],
    ownAddress: DeviceAddress? = nil, patience: Duration = ConnectionDefaults.shortestPatience, at instant: Instant
  ) {
    list = AdapterList(choice, at: instant)
    inUse = AdapterInUse(
      AdapterSetup(ConnectionDefaults(patience: patience), longTermKeys, identityKeys, ownAddress: ownAddress))
    phase = .searching(nextLook: instant)
    liveness = AdapterLiveness(at: instant)
    commands = CommandQueue(at: instant)
  }

  /// The kernel's number of the adapter in use; ``Management/noAdapter`` if there is none.
  package var adapter: UInt16 { inUse.number }

  /// Whether connections can be made.
  package var isListening: Bool { phase == .listening }

  /// When ``advance(to:into:)`` has something to do next.
  package var nextDeadline: Instant? {
    var next: Instant?
    next.lower(to: commands.deadline)
    next.lower(to: commands.nextTry)
    if !recovery.isDown, inUse.isMissing { next.lower(to: list.grace) }
    next.lower(to: recovery.deadline)
    switch phase {
    case .searching(let look):
      if commands.deadline == nil { next.lower(to: look) }
      next.lower(to: recovery.rebindsAt)
    case .waiting(let end): next.lower(to: end)
    case .listening:
      if commands.deadline == nil, commands.isEmpty { next.lower(to: liveness.nextProbe) }
      next.lower(to: liveness.nextVerdict)
    default: break
    }
    return next
  }

  /// Records an attempt to connect that lasts until this time at most. The kernel does nothing else with the controller
  /// meanwhile: it answers no command and receives no advertisement.
  package mutating func noteConnecting(until instant: Instant) { commands.noteConnecting(until: instant) }

  /// Sets how long the kernel calls a device, before a connection is started. The kernel handles messages in order, so
  /// its answer need not be awaited.
  package mutating func setPatience(_ patience: Duration, into outputs: inout [AdapterOutput]) {
    if let command = inUse.setPatience(patience) { outputs.append(.send(command.message(to: adapter))) }
  }

  /// Removes the keys of a device, which the next setup of an adapter would load again.
  package mutating func removeKeys(of device: DeviceAddress) { inUse.removeKeys(of: device) }

  /// Records that data came over a connection.
  package mutating func noteSign(at instant: Instant, into outputs: inout [AdapterOutput]) {
    liveness.note(at: instant)
    markUpIfReceiving(into: &outputs)
  }

  package mutating func noteAdvertisement(
    of device: DeviceAddress, at instant: Instant, into outputs: inout [AdapterOutput]
  ) {
    liveness.note(device, at: instant)
    markUpIfReceiving(into: &outputs)
  }

  private mutating func markUpIfReceiving(into outputs: inout [AdapterOutput]) {
    guard liveness.isSilent || (recovery.isDown || recovery.isInDoubt) && phase == .listening else { return }
    liveness.isSilent = false
    recovery.noteReception(into: &outputs)
  }

  package mutating func handle(
    _ event: ManagementEvent, from source: UInt16, at instant: Instant, into outputs: inout [AdapterOutput]
  ) {
    switch event {
    case .ended(let code, let status, let result):
      guard let command = commands.ended(code, from: source) else { return }
      finish(command, status, result, at: instant, into: &outputs)
    case .adapterAdded:
      list.add(source)
      recovery.noteAdded(isSilent: liveness.isSilent)
      // The kernel still sets up an adapter that has come back, so it gets a moment.
      if case .searching = phase { phase = .searching(nextLook: instant) }
      if case .waiting = phase, inUse.isMissing { phase = .searching(nextLook: instant) }
    case .unconfiguredAdded: if case .searching = phase { phase = .searching(nextLook: instant) }
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

  /// The messages that leave the adapter in the state that other programs expect, at the end of the run.
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
    case .unconfiguredAdapters:
      if let address = inUse.ownAddress { list.replaceUnconfigured(with: result, address: address) }
      configureNext()
    case .configuration: configure(MissingConfiguration(result.span.bytes))
    case .addressed:
      if !hasGivenAddress, let address = inUse.ownAddress {
        outputs.append(.note("hci\(adapter) has no address of its own: it gets \(address), the same at each start"))
        hasGivenAddress = true
      }
      // The kernel adds it as an adapter as any other.
      if case .searching = phase { inUse.leave() }
    case .unusable(let reason):
      list.noteUnusable(adapter, reason)
      configureNext()
    case .information:
      if case .examining(var search) = phase, let information = ControllerInformation(result.span.bytes) {
        search.note(information, of: adapter)
        phase = .examining(search)
      }
      examineNext(at: instant, into: &outputs)
    case .noInformation: examineNext(at: instant, into: &outputs)
    case .settings: if let settings = result.span.bytes.uint32(at: 0) { inUse.note(settings: settings) }
    case .physicalLayers:
      if let selection = PHYConfiguration(result.span.bytes)?.selectionWithLongRange {
        commands.putFirst(.selectPHYs(selection))
      }
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
      inUse.select(best, information)
      setUp()
    case .nothing:
      inUse.leave()
      phase = .searching(since: instant)
      // One without an address is in a list of its own.
      if inUse.ownAddress != nil { commands.replace(with: [.readUnconfiguredIndexList]) }
    }
  }

  /// Looks at the next adapter that cannot be used as it is.
  private mutating func configureNext() {
    guard let next = list.nextUnconfigured() else { return inUse.leave() }
    inUse.ask(next)
    commands.replace(with: [.readConfiguration])
  }

  private mutating func configure(_ missing: MissingConfiguration?) {
    if missing == .address, let address = inUse.ownAddress {
      commands.replace(with: [.setPublicAddress(address)])
    } else {
      list.noteUnusable(adapter, "its driver waits for a program of its maker")
      configureNext()
    }
  }

  /// - Parameter isRestart: whether the adapter is switched off and on in any case.
  private mutating func setUp(isRestart: Bool = false) {
    phase = .settingUp
    isDiscovering = false
    commands.replace(with: inUse.setUp(isRestart: isRestart))
  }

  /// - Parameter isProven: whether the controller itself has answered.
  private mutating func discoveryRuns(isProven: Bool, at instant: Instant, into outputs: inout [AdapterOutput]) {
    isDiscovering = true
    recovery.noteListening()
    let wasListening = phase == .listening
    phase = .listening
    if !wasListening {
      // An adapter that was switched off meanwhile must show at once that it works.
      if !recovery.isInDoubt { liveness.begin(at: instant) }
      outputs.append(.listening(adapter: adapter, address: inUse.address))
      outputs.append(.note("listening with hci\(adapter)"))
    }
    // After being switched off and on, a hung controller seems to listen, because the kernel answers from its own
    // memory. A recovered adapter counts as working after it has received something or has restarted its discovery.
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
    let reason = "the Bluetooth adapter was switched off by another program"
    let isRare = recovery.noteSwitchedOff(reason, latestVerdict: liveness.latestVerdict, at: instant, into: &outputs)
    guard isRare else { return fail(reason, at: instant, into: &outputs) }
    // Commands that were sent before end with the power; their answers must not count.
    commands.clear()
    setUp()
  }

  private mutating func lose(at instant: Instant, into outputs: inout [AdapterOutput]) {
    recovery.noteMissing("the Bluetooth adapter hci\(adapter) is gone", into: &outputs)
    inUse.forget()
    commands.clear()
    isDiscovering = false
    // A deaf adapter whose driver was bound again must receive something before it counts as working.
    if !recovery.isRebinding {
      liveness.forget()
      recovery.reset()
    }
    phase = .searching(nextLook: instant.advanced(by: .milliseconds(500)))
  }

  /// Reports a failure and takes the next step of the recovery.
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
