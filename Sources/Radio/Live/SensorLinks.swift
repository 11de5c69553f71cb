import Bluetooth
import Engine
import Readings
import SensorProtocols
import System

/// The connections to the sensors that need one: made when the sensor is received, served without waiting, and made
/// again after a loss: `ReconnectionSchedule.closed` sets the pause, and the next advertisement after it reconnects.
/// When none of these sensors waits, it also visits one sensor whose history fills a gap in the logbook.
package struct SensorLinks {
  private let ready: ReadySet
  private let connector: DeviceConnector
  package var bonds: Bonds
  private let heartSource: HeartRateSource
  package var guests: ConnectionPermission
  private var links: [Int32: DeviceLink] = [:]
  private var records = HistoryDownload()
  private var recordOrders: [HistoryDownload.Output] = []
  private var schedule = ReconnectionSchedule()
  private var profiles: [LEAddress: GATTProfile] = [:]
  private var orders: [GATTClient.Output] = []
  private var batch: [GATTClient.Output] = []
  private var buffer = [UInt8](repeating: 0, count: 1024)

  /// The time for the kernel to receive a device once more before it calls it, and to end the call. The call ends
  /// sooner if the device is received and does not answer. Waiting longer would gain nothing, because a device that is
  /// received again is tried again. It would delay the other sensors, because only one connection is attempted at a
  /// time, and it would extend the deadline of a command to a hung adapter.
  private static let untilReceivedAgain = Duration.seconds(3)
  private static let messagesPerTurn = 16

  /// - Parameters:
  ///   - bonds: the keys of the paired devices, which encrypt their connections.
  ///   - connector: makes the connections; a test replaces it.
  package init(
    ready: ReadySet, bonds: Bonds, heartSource: HeartRateSource, guests: ConnectionPermission,
    connector: @escaping DeviceConnector = KernelSocket.connector
  ) {
    self.connector = connector
    self.ready = ready
    self.bonds = bonds
    self.heartSource = heartSource
    self.guests = guests
  }

  /// The latest end of the current attempt to connect; `nil` if there is no attempt.
  package var connectingUntil: Instant? { links.values.compactMap(\.connectBy).max() }

  /// When something is due even if no message arrives.
  package var nextDeadline: Instant? {
    var next = records.nextDeadline
    for link in links.values {
      guard let deadline = link.nextDeadline else { continue }
      next = next.map { min($0, deadline) } ?? deadline
    }
    return next
  }

  /// Fills a gap in the logbook from the history of a sensor.
  package mutating func fetch(_ wish: HistoryRequest, at instant: Instant) { records.want(wish, at: instant) }

  package struct Attempt {
    package let device: LEAddress
    /// How long the kernel is to call the device.
    package let patience: Duration
    fileprivate let plan: ConnectionPlan
  }

  /// Records that a device advertises.
  /// - Returns: the connection to make to it, if any.
  package mutating func noticed(
    _ advertisement: Advertisement, _ type: LEAddressType, at instant: Instant, into outputs: inout [RadioOutput]
  ) -> Attempt? {
    let accesses = Catalogue.accesses(forAdvertisement: advertisement.data.span.bytes) { model in
      guests.mayConnect(to: advertisement.address, as: model)
    }
    let device = LEAddress(advertisement.address, type)
    guard !accesses.isEmpty else { return visit(device, at: instant) }
    guard heartSource != .advert || !Catalogue.measuresHeartRate(accesses) else { return nil }
    let isOwn = guests.isOwn(device.address)
    if isOwn, let stranger = schedule.strangerToLeave(for: device, at: instant),
      let link = links.values.first(where: { $0.device == stranger })
    {
      close(link, "an adopted sensor needs the connection", isWanted: false, at: instant, into: &outputs)
    }
    guard schedule.shouldConnect(to: device, isOwn: isOwn, at: instant) else { return nil }
    return Attempt(device: device, patience: schedule.patience(for: device), plan: ConnectionPlan(accesses))
  }

  /// Visits a sensor for its history, if that is due and no other sensor waits for a connection. Never in flight: its
  /// advertisements have what counts now.
  private mutating func visit(_ device: LEAddress, at instant: Instant) -> Attempt? {
    guard !guests.isInFlight, records.isDue(device.address, at: instant), schedule.mayVisit(device, at: instant) else {
      return nil
    }
    records.begin(device.address, at: instant)
    // Aranets advertise every few seconds.
    return Attempt(device: device, patience: ConnectionDefaults.longestPatience, plan: .record)
  }

  package mutating func connect(
    _ attempt: Attempt, from adapter: DeviceAddress, at instant: Instant, into outputs: inout [RadioOutput]
  ) {
    let device = attempt.device
    do {
      let socket = try connector(adapter, device, bonds.security(for: device))
      let link = DeviceLink(
        to: device, over: socket, GATTClient(plan: attempt.plan, profile: profiles[device]),
        by: instant.advanced(by: Self.untilReceivedAgain + attempt.patience))
      try ready.add(link.descriptor, isConnecting: true)
      links[link.descriptor] = link
      tell(.connecting, of: device, into: &outputs)
    } catch {
      tell(.disconnected("\(error)"), of: device, into: &outputs)
      noteEnd(of: device, wasConnected: false, "\(error)", at: instant, into: &outputs)
    }
  }

  /// Serves a ready socket.
  /// - Returns: whether it is one of these sockets and its device has shown that it works.
  package mutating func serve(_ descriptor: Int32, at instant: Instant, into outputs: inout [RadioOutput]) -> Bool {
    guard let link = links[descriptor] else { return false }
    if link.connectBy != nil {
      finishConnecting(link, at: instant, into: &outputs)
      return false
    }
    for taken in 0..<Self.messagesPerTurn {
      switch link.receive(into: &buffer, at: instant, &orders) {
      case .nothing: return taken > 0
      case .ended(let reason):
        close(link, reason, at: instant, into: &outputs)
        return taken > 0
      case .done: carryOut(for: link, at: instant, into: &outputs)
      }
      guard links[descriptor] != nil else { break }
    }
    return true
  }

  package mutating func advance(to instant: Instant, into outputs: inout [RadioOutput]) {
    for link in links.values {
      switch link.advance(to: instant, into: &orders) {
      case .nothing: break
      case .done: carryOut(for: link, at: instant, into: &outputs)
      case .ended(let reason): close(link, reason, at: instant, into: &outputs)
      }
    }
    if let due = records.nextDeadline, due <= instant {
      records.advance(to: instant, into: &recordOrders)
      carryOutRecord(at: instant, into: &outputs)
    }
  }

  package mutating func close(
    _ device: DeviceAddress, _ reason: String, at instant: Instant, into outputs: inout [RadioOutput]
  ) {
    if let link = links.values.first(where: { $0.device.address == device }) {
      close(link, reason, isWanted: false, at: instant, into: &outputs)
    }
  }

  /// Flight mode begins: ends the connections to strangers, and a visit for a history.
  package mutating func leaveForFlight(at instant: Instant, into outputs: inout [RadioOutput]) {
    for link in links.values where !guests.isOwn(link.device.address) || link.device.address == records.visited {
      close(link, "flight mode is on", isWanted: false, at: instant, into: &outputs)
    }
  }

  package mutating func closeAll() {
    for descriptor in links.keys { ready.remove(descriptor) }
    links = [:]
  }

  private mutating func finishConnecting(
    _ link: DeviceLink, at instant: Instant, into outputs: inout [RadioOutput]
  ) {
    if case .ended(let reason) = link.finishConnecting() { return close(link, reason, at: instant, into: &outputs) }
    guard (try? ready.becomeReadable(link.descriptor)) != nil else {
      return close(link, "its socket cannot be watched", at: instant, into: &outputs)
    }
    schedule.connected(link.device)
    outputs.append(.note("\(link.device) connected"))
    tell(.connected, of: link.device, into: &outputs)
    outputs.append(.input(.radio(.connected(link.device.address))))
    link.start(at: instant, into: &orders)
    carryOut(for: link, at: instant, into: &outputs)
  }

  private mutating func carryOut(for link: DeviceLink, at instant: Instant, into outputs: inout [RadioOutput]) {
    swap(&orders, &batch)
    let isVisit = link.device.address == records.visited
    for order in batch {
      guard links[link.descriptor] === link else { break }
      switch order {
      case .send(let message):
        if case .ended(let reason) = link.send(message) { close(link, reason, at: instant, into: &outputs) }
      case .value(let characteristic, let data):
        if isVisit {
          records.receive(characteristic, data, at: instant, into: &recordOrders)
          continue
        }
        if !link.hasGivenValue, link.isSignOfLife(characteristic) {
          link.hasGivenValue = true
          schedule.gaveValue(link.device)
        }
        let value = AttributeValue(address: link.device.address, characteristic: characteristic, data: data)
        outputs.append(.input(.radio(.attributeValue(value))))
      case .ready(let profile):
        profiles[link.device] = profile
        if isVisit { records.start(profile, at: instant, into: &recordOrders) }
      case .written: break
      case .refused(let characteristic, let error):
        if isVisit {
          records.refused(characteristic, error, into: &recordOrders)
        } else {
          outputs.append(.note("\(link.device) refuses \(characteristic): \(error.words)"))
        }
      case .hangUp(let reason):
        profiles[link.device] = nil
        close(link, reason, at: instant, into: &outputs)
      }
    }
    batch.removeAll(keepingCapacity: true)
    if isVisit { carryOutRecord(at: instant, into: &outputs) }
  }

  /// Carries out what the history download asks for. Messages of the client go out immediately.
  private mutating func carryOutRecord(at instant: Instant, into outputs: inout [RadioOutput]) {
    let link = links.values.first { $0.device.address == records.visited }
    let wanted = recordOrders
    recordOrders.removeAll(keepingCapacity: true)
    for order in wanted {
      switch order {
      case .read(let characteristic): link?.read(characteristic, at: instant, into: &orders)
      case .write(let message, let characteristic):
        link?.write(message, to: characteristic, at: instant, into: &orders)
      case .piece(let piece): outputs.append(.record(piece))
      case .note(let text): outputs.append(.note(text))
      case .leave(let reason): if let link { close(link, reason, at: instant, into: &outputs) }
      }
    }
    if let link, !orders.isEmpty { carryOut(for: link, at: instant, into: &outputs) }
  }

  /// - Parameter isWanted: whether the box goes on to want a connection to the device.
  private mutating func close(
    _ link: DeviceLink, _ reason: String, isWanted: Bool = true, at instant: Instant, into outputs: inout [RadioOutput]
  ) {
    guard links.removeValue(forKey: link.descriptor) != nil else { return }
    ready.remove(link.descriptor)
    orders.removeAll(keepingCapacity: true)
    let wasConnected = link.connectBy == nil
    tell(isWanted ? .disconnected(reason) : .unwanted, of: link.device, into: &outputs)
    noteEnd(of: link.device, wasConnected: wasConnected, reason, at: instant, into: &outputs)
    if wasConnected { outputs.append(.input(.radio(.disconnected(link.device.address)))) }
  }

  /// A visit for a history says nothing of how its sensor is read.
  private func tell(_ state: SensorLink.State, of device: LEAddress, into outputs: inout [RadioOutput]) {
    if device.address != records.visited { outputs.append(.link(SensorLink(device.address, state))) }
  }

  private mutating func noteEnd(
    of device: LEAddress, wasConnected: Bool, _ reason: String, at instant: Instant, into outputs: inout [RadioOutput]
  ) {
    let pause = schedule.closed(device, at: instant)
    let what = wasConnected ? "disconnected" : "not connected"
    guard device.address == records.visited else {
      return outputs.append(.note("\(device) \(what): \(reason); again after \(pause.components.seconds) s"))
    }
    outputs.append(.note("\(device) \(what): \(reason)"))
    records.closed(at: instant, into: &recordOrders)
    for case .note(let text) in recordOrders { outputs.append(.note(text)) }
    recordOrders.removeAll(keepingCapacity: true)
  }
}
