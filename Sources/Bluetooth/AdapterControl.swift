import Readings

/// Finds an adapter, sets it up, keeps it listening, notices when it goes quiet and climbs the ladder of recovery: the
/// rules of all this and no I/O. Messages and the time come in, messages and decisions come out.
public struct AdapterControl: Sendable {
  /// What is to be done.
  public enum Output: Sendable, Equatable {
    /// Send this to the management socket.
    case send([UInt8])
    /// The adapter listens: which, and its address. Connections may be made.
    case listening(adapter: UInt16, address: DeviceAddress)
    /// The adapter is not there or of no use; the sentence says why. Connections are lost.
    case down(String)
    /// It is of use again.
    case up
    /// What a person should know.
    case note(String)
    /// A step of the recovery that needs root.
    case rescue(RescueRequest)
  }

  private enum Phase: Equatable {
    /// Waits for an adapter to be there; looks by itself now and then.
    case searching(nextLook: Instant)
    /// Asks one adapter after the other what it is.
    case examining(next: [UInt16], best: Candidate?)
    case settingUp
    case listening
    /// Gives what was tried some time before the next rung.
    case waiting(until: Instant)
  }

  private struct Candidate: Equatable {
    var adapter: UInt16
    var information: ControllerInformation
  }

  private struct Running: Equatable {
    var command: ManagementCommand
    var adapter: UInt16
    var deadline: Instant
  }

  private let choice: AdapterChoice
  private var phase: Phase
  private var queue: [ManagementCommand] = []
  private var running: Running?
  /// The kernel's number of the adapter in use; ``Management/noAdapter`` for none.
  public private(set) var adapter = Management.noAdapter
  private var information: ControllerInformation?
  private var connectionDefaults: ConnectionDefaults
  private var longTermKeys: [LongTermKey]
  private var identityKeys: [IdentityKey]
  private var isDown = false
  /// Until when a missing adapter is no fault yet.
  private var grace: Instant
  /// How far up the ladder; 0 on the ground.
  private var rung = 0
  private var isDiscovering = false
  /// The adapters that the kernel has.
  private var known: Set<UInt16> = []
  /// The adapter that another one was taken instead of.
  private var avoided: UInt16?
  /// The adapter whose driver is being bound anew, until one listens; and when to ask for it once more.
  private var rebinding: (adapter: UInt16, askAgain: Instant)?
  /// The latest sign of life: an advertisement or data on a connection.
  private var lastSign: Instant
  private var lastProbe: Instant
  private var connectingUntil: Instant
  private var latestDevice: (address: DeviceAddress, at: Instant)?
  private var otherDevice: (address: DeviceAddress, at: Instant)?
  private var isSilent = false

  // MARK: Times

  /// After so long without any sign of life the controller is asked to restart its discovery, which it must answer: the
  /// kernel gives it 2 s, so that a dead one is known within 10 s.
  static let quietBeforeProbe = Duration.seconds(4)
  /// So long a silence of several devices at once is the adapter's fault.
  static let longestSilence = Duration.seconds(9)
  /// Devices that were heard so recently count as several.
  private static let companyWindow = Duration.seconds(60)
  /// A dongle takes some seconds to appear when the machine starts.
  private static let startGrace = Duration.seconds(5)
  /// The kernel ends a command to the controller after 2 s by itself; whoever takes longer is stuck.
  private static let commandTimeout = Duration.seconds(4)
  /// What the kernel gets to end an attempt to connect and to come to the command behind it. With the time of an attempt,
  /// which only a device that was just heard gives rise to, it is less than ten seconds.
  private static let afterConnecting = Duration.seconds(3)
  /// Powering a controller may load its firmware.
  private static let powerTimeout = Duration.seconds(8)
  /// Events tell of an added adapter; this is for the case that one was missed.
  private static let searchInterval = Duration.seconds(2)
  /// What one rung gets before the next: a driver that is bound again needs some seconds.
  private static let rungPause = Duration.seconds(4)
  /// A controller that does not answer while its driver sets it up stays unknown to the management; the kernel gives it
  /// 10 s for that. Then only the driver can be bound once more.
  private static let rebindInterval = Duration.seconds(20)
  /// From the top of the ladder it starts again after so long: a controller that comes to itself, or is reset from
  /// outside, is used again soon.
  private static let ladderPause = Duration.seconds(10)

  /// - Parameters:
  ///   - choice: which adapter.
  ///   - longTermKeys: of the paired devices.
  ///   - identityKeys: of the paired devices.
  ///   - patience: how long the kernel calls a device, until ``setPatience(_:into:)`` says otherwise.
  ///   - instant: when it begins.
  public init(
    choice: AdapterChoice = .best, longTermKeys: [LongTermKey] = [], identityKeys: [IdentityKey] = [],
    patience: Duration = ConnectionDefaults.shortestPatience, at instant: Instant
  ) {
    self.choice = choice
    connectionDefaults = ConnectionDefaults(patience: patience)
    self.longTermKeys = longTermKeys
    self.identityKeys = identityKeys
    phase = .searching(nextLook: instant)
    grace = instant.advanced(by: Self.startGrace)
    lastSign = instant
    lastProbe = instant
    connectingUntil = instant
  }

  /// Whether connections can be made.
  public var isListening: Bool { phase == .listening }

  /// When ``advance(to:into:)`` has something to do next.
  public var nextDeadline: Instant? {
    var next: Instant?
    func consider(_ instant: Instant) { next = next.map { min($0, instant) } ?? instant }
    if let running { consider(running.deadline) }
    if !isDown, adapter == Management.noAdapter { consider(grace) }
    switch phase {
    case .searching(let look):
      if running == nil { consider(look) }
      if let rebinding { consider(rebinding.askAgain) }
    case .waiting(let end): consider(end)
    case .listening where running == nil:
      consider(max(lastSign, lastProbe).advanced(by: Self.quietBeforeProbe))
      if !isSilent, heardCompany { consider(lastSign.advanced(by: Self.longestSilence)) }
    default: break
    }
    return next
  }

  // MARK: What happens

  /// A connection is being attempted, until then at most. The kernel does nothing else with the controller meanwhile: it
  /// answers no command, and hears no advertisement.
  public mutating func noteConnecting(until instant: Instant) {
    connectingUntil = max(connectingUntil, instant)
    guard var running else { return }
    running.deadline = max(running.deadline, connectingUntil.advanced(by: Self.afterConnecting))
    self.running = running
  }

  /// A device is about to be connected to, which the kernel is to call for so long. The kernel does as it is told before
  /// it takes anything else, so that its answer need not be waited for.
  public mutating func setPatience(_ patience: Duration, into outputs: inout [Output]) {
    guard patience != connectionDefaults.patience else { return }
    connectionDefaults.patience = patience
    outputs.append(.send(ManagementCommand.setConnectionDefaults(connectionDefaults).message(to: adapter)))
  }

  /// Data came on a connection.
  public mutating func noteSign(at instant: Instant, into outputs: inout [Output]) {
    lastSign = instant
    if isSilent || isDown && phase == .listening {
      isSilent = false
      rung = 0
      rise(into: &outputs)
    }
  }

  /// A device advertised.
  public mutating func noteAdvertisement(of device: DeviceAddress, at instant: Instant, into outputs: inout [Output]) {
    if let latest = latestDevice, latest.address != device { otherDevice = latest }
    latestDevice = (device, instant)
    noteSign(at: instant, into: &outputs)
  }

  /// Takes in an event of the management socket.
  public mutating func take(
    _ event: ManagementEvent, from source: UInt16, at instant: Instant, into outputs: inout [Output]
  ) {
    switch event {
    case .ended(let code, let status, let result):
      guard let running, running.command.code == code, source == running.adapter else { return }
      self.running = nil
      finish(running.command, status, result, at: instant, into: &outputs)
    case .adapterAdded:
      known.insert(source)
      // The driver has set it up anew, to which the controller had to answer.
      if rebinding != nil, !isSilent { rung = 0 }
      // An adapter that comes back gets a moment for itself: the kernel still sets it up.
      if case .searching = phase { phase = .searching(nextLook: instant) }
      if case .waiting = phase, adapter == Management.noAdapter { phase = .searching(nextLook: instant) }
    case .adapterRemoved where source != adapter: known.remove(source)
    case .adapterRemoved:
      known.remove(source)
      lose("the Bluetooth adapter hci\(source) is gone", at: instant, into: &outputs)
    case .newSettings(let settings) where source == adapter:
      information?.current = settings
      if settings & 1 == 0, phase == .listening {
        fail("the Bluetooth adapter was switched off by somebody else", at: instant, into: &outputs)
      }
    case .discovering(let isOn) where source == adapter:
      isDiscovering = isOn
      if !isOn, phase == .listening, running == nil, queue.isEmpty { queue = [.startDiscovery] }
    case .newLongTermKey(let key, _):
      longTermKeys.removeAll { $0.device == key.device && $0.rest.prefix(2) == key.rest.prefix(2) }
      longTermKeys.append(key)
    case .newIdentityKey(let key, _):
      identityKeys.removeAll { $0.device == key.device }
      identityKeys.append(key)
    default: return
    }
    sendNext(at: instant, into: &outputs)
  }

  /// Lets happen what is due.
  public mutating func advance(to instant: Instant, into outputs: inout [Output]) {
    if adapter == Management.noAdapter, instant >= grace {
      let wanted = choice == .best ? "no Bluetooth adapter" : "no Bluetooth adapter \(choice)"
      sink("\(wanted): plug one in, or see whether its driver is loaded", into: &outputs)
    }
    if let running, running.deadline <= instant {
      self.running = nil
      if case .examining(let next, let best) = phase, !next.isEmpty || best != nil {
        examineNext(at: instant, into: &outputs)
      } else {
        fail("the Bluetooth adapter does not answer", at: instant, into: &outputs)
      }
    }
    if case .searching = phase, let rebinding, rebinding.askAgain <= instant {
      askForRebinding(of: rebinding.adapter, at: instant, into: &outputs)
    }
    switch phase {
    case .searching(let look) where look <= instant && running == nil:
      phase = .searching(nextLook: instant.advanced(by: Self.searchInterval))
      queue = [.readIndexList]
    case .waiting(let end) where end <= instant:
      adapter = Management.noAdapter
      phase = .searching(nextLook: instant.advanced(by: Self.searchInterval))
      queue = [.readIndexList]
    case .listening where running == nil: listen(at: instant, into: &outputs)
    default: break
    }
    sendNext(at: instant, into: &outputs)
  }

  /// What leaves the adapter as others expect it, when the appliance ends.
  public mutating func farewell() -> [[UInt8]] {
    guard adapter != Management.noAdapter else { return [] }
    return [ManagementCommand.stopDiscovery, .removeAdvertisementMonitors].map { $0.message(to: adapter) }
  }

  // MARK: Commands

  private mutating func sendNext(at instant: Instant, into outputs: inout [Output]) {
    guard running == nil, !queue.isEmpty else { return }
    let command = queue.removeFirst()
    let timeout: Duration
    switch command {
    case .setPowered: timeout = Self.powerTimeout
    default: timeout = Self.commandTimeout
    }
    // The kernel queues it behind an attempt to connect.
    let deadline = max(instant.advanced(by: timeout), connectingUntil.advanced(by: Self.afterConnecting))
    let addressee = command == .readIndexList ? Management.noAdapter : adapter
    running = Running(command: command, adapter: addressee, deadline: deadline)
    outputs.append(.send(command.message(to: addressee)))
  }

  private mutating func finish(
    _ command: ManagementCommand, _ status: ManagementStatus, _ result: [UInt8], at instant: Instant,
    into outputs: inout [Output]
  ) {
    if status == .permissionDenied {
      fail("this process may not use the Bluetooth adapter: it needs CAP_NET_ADMIN", at: instant, into: &outputs)
      return
    }
    switch command {
    case .readIndexList:
      phase = .examining(next: indexes(in: result), best: nil)
      examineNext(at: instant, into: &outputs)
    case .readControllerInformation:
      examine(status == .success ? result : [], at: instant, into: &outputs)
    case .setPowered, .setLowEnergy:
      if status != .success, command != .setPowered(false) {
        fail("the Bluetooth adapter cannot be switched on: \(status.words)", at: instant, into: &outputs)
      }
    case .setConnectionDefaults where status != .success:
      outputs.append(.note("the kernel keeps its own values for connections: \(status.words)"))
    case .stopDiscovery where status != .success && status != .rejected:
      // The kernel gave the controller 2 s. Rejected: no discovery ran.
      fail("the Bluetooth adapter does not answer", at: instant, into: &outputs)
    case .startDiscovery:
      // Busy: somebody else's discovery runs, and tells us as much. Of an adapter that was stopped before it is no answer
      // of the controller, but the kernel's, which still waits for one.
      if status == .success || status == .busy && phase != .listening {
        discoveryRuns(at: instant, into: &outputs)
      } else {
        fail("the Bluetooth adapter does not listen: \(status.words)", at: instant, into: &outputs)
      }
    default: break  // Whatever else the setup asks for, it can do without.
    }
    sendNext(at: instant, into: &outputs)
  }

  private mutating func indexes(in result: [UInt8]) -> [UInt16] {
    let bytes = result.span.bytes
    let count = Int(bytes.uint16(at: 0) ?? 0)
    let all = (0..<count).compactMap { bytes.uint16(at: 2 + 2 * $0) }.sorted()
    known = Set(all)
    if case .index(let wanted) = choice { return all.filter { $0 == wanted } }
    return all.filter { $0 != avoided } + all.filter { $0 == avoided }
  }

  private mutating func examineNext(at instant: Instant, into outputs: inout [Output]) {
    guard case .examining(var next, let best) = phase else { return }
    // One that did not come to itself is asked only where there is no other: it might not answer.
    guard next.isEmpty || best != nil && next.allSatisfy({ $0 == avoided }) else {
      adapter = next.removeFirst()
      phase = .examining(next: next, best: best)
      queue = [.readControllerInformation]
      return
    }
    guard let best else {
      adapter = Management.noAdapter
      phase = .searching(nextLook: instant.advanced(by: Self.searchInterval))
      return
    }
    adapter = best.adapter
    information = best.information
    setUp()
  }

  private mutating func examine(_ result: [UInt8], at instant: Instant, into outputs: inout [Output]) {
    if case .examining(let next, let best) = phase, let information = ControllerInformation(result.span.bytes) {
      let found = Candidate(adapter: adapter, information: information)
      phase = .examining(next: next, best: isBetter(found, than: best) ? found : best)
    }
    examineNext(at: instant, into: &outputs)
  }

  /// Newer versions of Bluetooth hear what older ones cannot, such as long advertisements. Of equals the first is taken.
  private func isBetter(_ found: Candidate, than best: Candidate?) -> Bool {
    guard found.information.supportsLowEnergy else { return false }
    if case .address(let wanted) = choice, wanted != found.information.address { return false }
    return best.map { $0.information.version < found.information.version } ?? true
  }

  private mutating func setUp() {
    phase = .settingUp
    isDiscovering = false
    queue = [
      .setLowEnergy(true), .setBondable(true), .setKeyboard(true), .setConnectionDefaults(connectionDefaults),
      .loadIdentityKeys(identityKeys), .loadLongTermKeys(longTermKeys),
    ]
    if information?.supportsSecureConnections == true { queue.insert(.setSecureConnections(true), at: 1) }
    if information?.isPowered != true { queue.append(.setPowered(true)) }
    queue += [.removeAdvertisementMonitors, .addAdvertisementMonitor, .startDiscovery]
  }

  private mutating func discoveryRuns(at instant: Instant, into outputs: inout [Output]) {
    isDiscovering = true
    rebinding = nil
    let wasListening = phase == .listening
    phase = .listening
    if !wasListening {
      lastSign = instant
      lastProbe = instant
      outputs.append(.listening(adapter: adapter, address: information?.address ?? DeviceAddress(value: 0)))
      outputs.append(.note("listening with hci\(adapter)"))
    }
    // A hung controller passes as one that listens when it was switched off and on: the kernel starts from its own memory.
    // What was recovered counts once it has heard something, or has restarted its discovery.
    guard !isSilent, wasListening || rung == 0 else { return }
    rung = 0
    avoided = nil
    rise(into: &outputs)
  }

  // MARK: Silence and recovery

  /// Whether two devices or more were heard lately: when all of them fall silent at once, it is not they.
  private var heardCompany: Bool {
    guard let otherDevice else { return false }
    return otherDevice.at.duration(to: lastSign) < Self.companyWindow
  }

  private mutating func listen(at instant: Instant, into outputs: inout [Output]) {
    if !isSilent, heardCompany, lastSign.duration(to: instant) >= Self.longestSilence {
      isSilent = true
      fail(
        "the Bluetooth adapter has heard nothing for \(Self.longestSilence.components.seconds) s", at: instant,
        into: &outputs)
      return
    }
    guard max(lastSign, lastProbe).duration(to: instant) >= Self.quietBeforeProbe, queue.isEmpty else { return }
    lastProbe = instant
    if isSilent, lastSign.duration(to: instant) > Self.longestSilence + Self.rungPause {
      // What was tried has not made it hear: on to the next rung.
      fail("the Bluetooth adapter still hears nothing", at: instant, into: &outputs)
      return
    }
    queue = isDiscovering ? [.stopDiscovery, .startDiscovery] : [.startDiscovery]
  }

  private mutating func lose(_ reason: String, at instant: Instant, into outputs: inout [Output]) {
    adapter = Management.noAdapter
    information = nil
    queue = []
    running = nil
    isDiscovering = false
    // An adapter that was deaf and whose driver was bound anew has to hear something before it counts as good.
    if rebinding == nil {
      isSilent = false
      rung = 0
      latestDevice = nil
      otherDevice = nil
    }
    phase = .searching(nextLook: instant.advanced(by: .milliseconds(500)))
    sink(reason, into: &outputs)
  }

  /// Something went wrong: says so, and tries the next rung of the ladder.
  private mutating func fail(_ reason: String, at instant: Instant, into outputs: inout [Output]) {
    sink(reason, into: &outputs)
    queue = []
    isDiscovering = false
    rung += 1
    switch rung {
    case 1 where information?.isPowered == true && phase == .listening:
      outputs.append(.note("recovery: discovery is started anew"))
      queue = [.stopDiscovery, .startDiscovery]
    case 1, 2:
      rung = 2
      outputs.append(.note("recovery: the adapter is switched off and on"))
      setUp()
      information?.current = 0
      queue.removeAll { $0 == .setPowered(true) }
      queue.insert(contentsOf: [.setPowered(false), .setPowered(true)], at: 0)
    case 3 where avoided == nil && choice == .best && known.count > 1:
      outputs.append(.note("recovery: another adapter is taken instead of hci\(adapter)"))
      avoided = adapter
      rung = 0
      adapter = Management.noAdapter
      phase = .searching(nextLook: instant)
    case 3:
      outputs.append(.note("recovery: the adapter's switch (rfkill) is reset"))
      outputs.append(.rescue(RescueRequest(step: .unblock, adapter: adapter)))
      phase = .waiting(until: instant.advanced(by: Self.rungPause))
    case 4:
      outputs.append(.note("recovery: the adapter's driver is bound anew"))
      askForRebinding(of: adapter, at: instant, into: &outputs)
      phase = .waiting(until: instant.advanced(by: Self.rungPause))
    default:
      rung = 1
      avoided = nil
      outputs.append(.note("recovery: that has not helped; again in \(Self.ladderPause.components.seconds) s"))
      phase = .waiting(until: instant.advanced(by: Self.ladderPause))
    }
    lastProbe = instant
    sendNext(at: instant, into: &outputs)
  }

  private mutating func askForRebinding(of adapter: UInt16, at instant: Instant, into outputs: inout [Output]) {
    rebinding = (adapter, instant.advanced(by: Self.rebindInterval))
    outputs.append(.rescue(RescueRequest(step: .rebind, adapter: adapter)))
  }

  private mutating func sink(_ reason: String, into outputs: inout [Output]) {
    guard !isDown else { return }
    isDown = true
    outputs.append(.down(reason))
  }

  private mutating func rise(into outputs: inout [Output]) {
    guard isDown else { return }
    isDown = false
    outputs.append(.up)
  }
}
