import Alarms
import Bluetooth
import Engine
import Glibc
import Monitor
import Readings
import Settings
import System

/// The radio of a running box, through the kernel's Bluetooth: one adapter that listens, and the sockets of the
/// connected sensors. The critical loop serves it.
package final class LiveRadio: Radio {
  private let ready: ReadySet
  private var adapter: AdapterDriver
  private var links: SensorLinks
  private var bonds: Bonds
  private var pairing: PairingVisit?
  private var pairingOrders: [PairingVisit.Output] = []
  /// Whether flight mode has just begun, and connections to others are to end.
  private var mustLeaveOthers = false
  /// Until when a device is read that the box would leave alone.
  private var guestUntil: Instant?
  /// Outputs of the adapter. Each is first reported to the loop, and in the next part followed by what the radio does
  /// about it: a lamp does not wait for that.
  private var news: [AdapterDriver.Output] = []
  /// How many of them are reported.
  private var reported = 0
  private var part = Part.messages(taken: 0)

  private enum Part {
    /// The next message of the kernel, after so many in this turn.
    case messages(taken: Int)
    /// What the connected sensors have sent.
    case connections
    case deadlines
  }

  /// The largest number of messages in one turn, so that a crowded place delays no lamp.
  private static let messagesPerTurn = 64

  /// Opens the management socket of the kernel.
  /// - Parameters:
  ///   - bonds: the keys of the paired devices. The kernel gets them with every adapter.
  ///   - ownAddress: the address that an adapter gets that has none; `nil` for the one that a box has kept.
  ///   - configuration: names the adapter, and says which sensors are used and may be connected to.
  /// - Throws: an error that says in one sentence what is missing.
  package init(
    _ configuration: Configuration, bonds: Bonds, ownAddress: DeviceAddress? = nil, at instant: Instant
  ) throws(LapwingError) {
    self.bonds = bonds
    ready = try ReadySet()
    adapter = try AdapterDriver(
      AdapterControl(
        choice: configuration.adapter, longTermKeys: bonds.longTermKeys, identityKeys: bonds.identityKeys,
        ownAddress: ownAddress ?? AdapterAddressFile(beside: configuration.bondsPath).read(), at: instant))
    links = SensorLinks(
      ready: ready, bonds: bonds, heartSource: configuration.heartSource,
      guests: ConnectionPermission(configuration.sensors))
  }

  /// The descriptor of the adapter is not in the set, because a set within the set of the loop costs the kernel time.
  package var descriptors: [Int32] { [adapter.descriptor, ready.descriptor].compactMap(\.self) }

  package var nextDeadline: Instant? {
    var next = adapter.nextDeadline
    next.lower(to: links.nextDeadline)
    next.lower(to: pairing?.nextDeadline)
    next.lower(to: guestUntil)
    if mustLeaveOthers { next.lower(to: .start) }
    return next
  }

  package func serve(at instant: Instant, into outputs: inout [RadioOutput]) -> Bool {
    switch part {
    // Advertisements come without a request, so they are read first, each by itself.
    case .messages(let taken):
      followNews(at: instant, into: &outputs)
      let mayHaveMore = adapter.takeMessage(at: instant, into: &news)
      reportNews(into: &outputs)
      part = mayHaveMore && taken + 1 < Self.messagesPerTurn ? .messages(taken: taken + 1) : .connections
    case .connections:
      followNews(at: instant, into: &outputs)
      ready.forEachReady { descriptor in
        if links.serve(descriptor, at: instant, into: &outputs) { adapter.noteSign(at: instant) }
      }
      part = .deadlines
    case .deadlines:
      advance(to: instant, into: &outputs)
      part = .messages(taken: 0)
      return false
    }
    return true
  }

  private func advance(to instant: Instant, into outputs: inout [RadioOutput]) {
    if mustLeaveOthers { leaveForFlight(at: instant, into: &outputs) }
    links.advance(to: instant, into: &outputs)
    advancePairing(to: instant, into: &outputs)
    if let end = guestUntil, end <= instant { leaveGuest(at: instant, into: &outputs) }
    if let end = links.connectingUntil { adapter.noteConnecting(until: end) }
    adapter.advance(to: instant, into: &news)
    followNews(at: instant, into: &outputs)
  }

  package func fetch(_ wish: HistoryRequest, at instant: Instant) { links.fetch(wish, at: instant) }

  package func follow(_ guests: ConnectionPermission) {
    if guests.isInFlight, !links.guests.isInFlight { mustLeaveOthers = true }
    let guest = links.guests.guest
    links.guests = guests
    links.guests.guest = guest
  }

  private func leaveForFlight(at instant: Instant, into outputs: inout [RadioOutput]) {
    mustLeaveOthers = false
    if let pairing, !links.guests.isOwn(pairing.visit.address) {
      withPairing(at: instant, into: &outputs) { $0.stop(NetworkMode.noStranger, into: &$1) }
    }
    if let guest = links.guests.guest, !links.guests.isOwn(guest) { leaveGuest(at: instant, into: &outputs) }
    links.leaveForFlight(at: instant, into: &outputs)
  }

  package func end() {
    endPairing()
    links.closeAll()
    adapter.end()
  }

  private func reportNews(into outputs: inout [RadioOutput]) {
    while reported < news.count {
      switch news[reported] {
      case .found(let advertisement, _, _): outputs.append(.input(.radio(.advertisement(advertisement))))
      case .event: break
      case .down(let reason):
        outputs.append(.note(reason))
        outputs.append(.input(.event(.fault(.adapterGone))))
      case .up:
        outputs.append(.note("the Bluetooth adapter works"))
        outputs.append(.input(.event(.cleared(.adapterGone))))
      case .note(let text): outputs.append(.note(text))
      case .rescue(let request):
        do throws(LapwingError) { try RequestFile("rescue").ask(request.line, code: "no-rescue") } catch {
          outputs.append(.note("recovery: this step cannot be requested: \(error.message)"))
        }
      case .closed(let reason):
        outputs.append(.note("the kernel has closed its Bluetooth management (\(LapwingError.reason(reason)))"))
        outputs.append(.input(.event(.fault(.adapterGone))))
      }
      reported += 1
    }
  }

  /// Connects to the devices that advertise, if that is wanted.
  private func followNews(at instant: Instant, into outputs: inout [RadioOutput]) {
    guard !news.isEmpty else { return }
    // Connecting may add more outputs.
    var index = 0
    while index < news.count {
      reportNews(into: &outputs)
      switch news[index] {
      case .found(let advertisement, let type, let isConnectable):
        if pairing != nil { pair(with: LEAddress(advertisement.address, type), isConnectable, at: instant, &outputs) }
        if isConnectable { connect(advertisement, type, at: instant, into: &outputs) }
      case .event(let event, let source):
        withPairing(at: instant, into: &outputs) { $0.handle(event, from: source, at: instant, into: &$1) }
      case .down(let reason):
        let fault = LapwingError(.unavailable, code: "no-adapter", reason)
        withPairing(at: instant, into: &outputs) { $0.stop(fault, into: &$1) }
      default: break
      }
      index += 1
    }
    reportNews(into: &outputs)
    news.removeAll(keepingCapacity: true)
    reported = 0
  }

  private func connect(
    _ advertisement: Advertisement, _ type: LEAddressType, at instant: Instant, into outputs: inout [RadioOutput]
  ) {
    guard let address = adapter.address, adapter.isListening,
      !(pairing?.keepsOff(advertisement.address, at: instant) ?? false),
      let attempt = links.noticed(advertisement, type, at: instant, into: &outputs)
    else { return }
    // The kernel must know how long to call the device before it is asked to connect.
    adapter.setPatience(attempt.patience, into: &news)
    links.connect(attempt, from: address, at: instant, into: &outputs)
  }

  // MARK: Orders about one device

  package func carryOut(
    _ order: DeviceOrder, at instant: Instant, into outputs: inout [RadioOutput]
  ) throws(LapwingError) {
    try links.guests.check(order)
    switch order {
    case .pair(let address, let passkey):
      if let pairing {
        throw LapwingError(
          .unavailable, code: "busy", "\(pairing.visit.address) is being paired; wait, or stop that first")
      }
      guard adapter.isListening else {
        throw LapwingError(.unavailable, code: "no-adapter", "the Bluetooth adapter does not work; see lapwing doctor")
      }
      let begun = PairingVisit(with: address, passkey: passkey, at: instant)
      pairing = begun
      outputs.append(.visit(begun.visit))
    case .passkey(let number):
      var isTaken = false
      withPairing(at: instant, into: &outputs) { isTaken = $0.answer(number, into: &$1) }
      guard isTaken else {
        throw LapwingError(.usage, code: "no-passkey-wanted", "no device waits for a number now; pair with it again")
      }
    case .unpair(let address):
      let known = bonds.devices.filter { $0.address == address }
      guard !known.isEmpty else {
        throw LapwingError(
          .noInput, code: "not-paired", "\(address) is not paired, so there are no keys to delete")
      }
      for device in known { adapter.send(ManagementCommand.unpair(device).message(to: adapter.adapter)) }
      adapter.removeKeys(of: address)
      bonds.remove(address)
      adopt(bonds, into: &outputs)
    case .read(let address):
      leaveGuest(at: instant, into: &outputs)
      links.guests.guest = address
      let visit = DeviceVisit(.read, of: address, at: instant)
      guestUntil = visit.end
      outputs.append(.visit(visit))
    case .stop:
      let stopped = LapwingError(.unavailable, code: "stopped", "a person has stopped this")
      withPairing(at: instant, into: &outputs) { $0.stop(stopped, into: &$1) }
      leaveGuest(at: instant, into: &outputs)
    }
  }

  private func adopt(_ bonds: Bonds, into outputs: inout [RadioOutput]) {
    links.bonds = bonds
    outputs.append(.bonds(bonds))
  }

  /// A device that was only to be read is left alone again.
  private func leaveGuest(at instant: Instant, into outputs: inout [RadioOutput]) {
    guard let guest = links.guests.guest else { return }
    (links.guests.guest, guestUntil) = (nil, nil)
    outputs.append(.note("\(guest) need not be read any more"))
    if !links.guests.isOwn(guest) { links.close(guest, "it was read", at: instant, into: &outputs) }
  }

  private func pair(with device: LEAddress, _ isConnectable: Bool, at instant: Instant, _ outputs: inout [RadioOutput])
  {
    let isFree = adapter.isListening && links.connectingUntil == nil, number = adapter.adapter
    let hadBegun = pairing?.callsUntil != nil
    withPairing(at: instant, into: &outputs) {
      $0.received(device, isConnectable: isConnectable, by: number, isFree: isFree, at: instant, into: &$1)
    }
    guard !hadBegun, let end = pairing?.callsUntil else { return }
    adapter.removeKeys(of: device.address)
    links.close(device.address, "it is being paired", at: instant, into: &outputs)
    // The command to pair follows when the kernel has forgotten the old keys.
    adapter.setPatience(ConnectionDefaults.longestPatience, into: &news)
    adapter.noteConnecting(until: end)
  }

  private func advancePairing(to instant: Instant, into outputs: inout [RadioOutput]) {
    guard let due = pairing?.nextDeadline, due <= instant else { return }
    withPairing(at: instant, into: &outputs) { $0.advance(to: instant, into: &$1) }
  }

  private func withPairing(
    at instant: Instant, into outputs: inout [RadioOutput],
    _ body: (inout PairingVisit, inout [PairingVisit.Output]) -> Void
  ) {
    guard var running = pairing else { return }
    body(&running, &pairingOrders)
    for order in pairingOrders {
      switch order {
      case .send(let message): adapter.send(message)
      case .step(let step):
        var visit = running.visit
        visit.step = step
        outputs.append(.visit(visit))
      case .paired(let keys, let identities):
        bonds.remove(running.visit.address)
        bonds.add(keys, identities)
        adopt(bonds, into: &outputs)
      }
    }
    pairingOrders.removeAll(keepingCapacity: true)
    pairing = running.isOver ? nil : running
  }

  private func endPairing() {
    var outputs: [RadioOutput] = []
    let ended = LapwingError(.unavailable, code: "stopped", "the box is ending")
    withPairing(at: .start, into: &outputs) { $0.stop(ended, into: &$1) }
  }
}

extension LapwingError {
  /// The kernel's error number in words.
  package static func reason(_ number: Int32) -> String {
    number == 0 ? "no reason" : String(cString: strerror(number))
  }

  /// What is missing for Bluetooth, and what to do.
  package init(_ error: KernelSocketError) {
    let message =
      switch error {
      case .noBluetooth:
        "this kernel offers no Bluetooth sockets (AF_BLUETOOTH): load the module bluetooth, or allow that address "
          + "family to this service; a recording plays without it (--replay FILE)"
      case .noPermission:
        "the Bluetooth adapter needs the capability CAP_NET_ADMIN: start Lapwing as its service, or give it to the "
          + "binary with setcap cap_net_admin+ep"
      case .system(let number): "the kernel's Bluetooth management: \(Self.reason(number))"
      }
    let code =
      switch error {
      case .noBluetooth: "no-bluetooth"
      case .noPermission: "no-permission"
      case .system: "no-adapter"
      }
    self.init(.unavailable, code: code, message)
  }
}
