import Bluetooth
import Engine
import Readings
import SensorProtocols
import System

/// The connections to the sensors that must be connected to: made on sight, served without waiting, made again. Beside
/// them, when none of them waits, one to a sensor whose own record fills a hole in the logbook.
package struct SensorLinks {
  private let ready: ReadySet
  private let connector: DeviceConnector
  private let bonds: Bonds
  private let heartSource: HeartRateSource
  /// To whom a connection may be made.
  package var guests: RadioGuests
  private var links: [Int32: DeviceLink] = [:]
  private var records = HistoryDownload()
  private var recordOrders: [HistoryDownload.Output] = []
  private var schedule = ConnectionSchedule()
  private var profiles: [LEAddress: GATTProfile] = [:]
  private var orders: [GATTClient.Output] = []
  /// Those that are being carried out.
  private var batch: [GATTClient.Output] = []
  private var buffer = [UInt8](repeating: 0, count: 1024)

  /// What the kernel gets to hear a device once more, whereupon it calls it, and to end the call. It ends sooner by itself
  /// where the device is heard and does not answer. Waiting longer would gain nothing, since a device that is heard again
  /// is tried again; but one that has gone would keep the others waiting, as one is connected to at a time, and a command
  /// that a hung adapter does not answer would have to be excused for as long.
  private static let hearingAgain = Duration.seconds(3)
  private static let messagesPerTurn = 16

  /// - Parameters:
  ///   - ready: where the sockets are waited for.
  ///   - bonds: the keys of the paired devices, with which their connections are encrypted.
  ///   - heartSource: whether straps are connected to.
  ///   - guests: to whom a connection may be made.
  ///   - connector: makes the connections; the kernel, but in a test.
  package init(
    ready: ReadySet, bonds: Bonds, heartSource: HeartRateSource, guests: RadioGuests,
    connector: @escaping DeviceConnector = KernelSocket.connector
  ) {
    self.connector = connector
    self.ready = ready
    self.bonds = bonds
    self.heartSource = heartSource
    self.guests = guests
  }

  /// Until when the attempt to connect that is under way lasts at most; `nil` for none.
  package var connectingUntil: Instant? { links.values.compactMap(\.connectBy).max() }

  /// When something is due even if nothing comes.
  package var nextDeadline: Instant? {
    var next = records.nextDeadline
    for link in links.values {
      guard let deadline = link.nextDeadline else { continue }
      next = next.map { min($0, deadline) } ?? deadline
    }
    return next
  }

  /// A hole in the logbook is to be filled from a sensor's own record.
  package mutating func fetch(_ wish: HistoryRequest, at instant: Instant) { records.want(wish, at: instant) }

  /// A connection that is to be made.
  package struct Attempt {
    package let device: LEAddress
    /// For so long the kernel is to call it.
    package let patience: Duration
    fileprivate let plan: ConnectionPlan
  }

  /// A device advertises.
  /// - Returns: the connection that is to be made to it, if any.
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
      close(link, "one's own sensor needs the connection", at: instant, into: &outputs)
    }
    guard schedule.shouldConnect(to: device, isOwn: isOwn, at: instant) else { return nil }
    return Attempt(device: device, patience: schedule.patience(for: device), plan: ConnectionPlan(accesses))
  }

  /// Connects to a sensor for its record, where that is due and no other sensor waits to be connected to.
  private mutating func visit(_ device: LEAddress, at instant: Instant) -> Attempt? {
    guard records.isDue(device.address, at: instant), schedule.mayVisit(device, at: instant) else { return nil }
    records.begin(device.address, at: instant)
    // Aranets advertise every few seconds.
    return Attempt(device: device, patience: ConnectionDefaults.longestPatience, plan: .record)
  }

  /// Begins to connect.
  package mutating func connect(
    _ attempt: Attempt, from adapter: DeviceAddress, at instant: Instant, into outputs: inout [RadioOutput]
  ) {
    let device = attempt.device
    do {
      let socket = try connector(adapter, device, bonds.security(for: device))
      let link = DeviceLink(
        to: device, over: socket, GATTClient(plan: attempt.plan, profile: profiles[device]),
        by: instant.advanced(by: Self.hearingAgain + attempt.patience))
      try ready.add(link.descriptor, isConnecting: true)
      links[link.descriptor] = link
    } catch {
      noteEnd(of: device, wasConnected: false, "\(error)", at: instant, into: &outputs)
    }
  }

  /// A socket has something.
  /// - Returns: whether it was one of these, and its device is alive.
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

  /// Lets happen what is due.
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

  /// Ends all connections.
  package mutating func closeAll() {
    for descriptor in links.keys { ready.remove(descriptor) }
    links = [:]
  }

  private mutating func finishConnecting(
    _ link: DeviceLink, at instant: Instant, into outputs: inout [RadioOutput]
  ) {
    if case .ended(let reason) = link.finishConnecting() { return close(link, reason, at: instant, into: &outputs) }
    guard (try? ready.becomeReadable(link.descriptor)) != nil else {
      return close(link, "it cannot be waited for", at: instant, into: &outputs)
    }
    schedule.connected(link.device)
    outputs.append(.note("\(link.device) connected"))
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
          records.take(characteristic, data, at: instant, into: &recordOrders)
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

  /// Does what the fetching of a record wants done; what the client wants sent for that goes out at once.
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

  private mutating func close(
    _ link: DeviceLink, _ reason: String, at instant: Instant, into outputs: inout [RadioOutput]
  ) {
    guard links.removeValue(forKey: link.descriptor) != nil else { return }
    ready.remove(link.descriptor)
    orders.removeAll(keepingCapacity: true)
    let wasConnected = link.connectBy == nil
    noteEnd(of: link.device, wasConnected: wasConnected, reason, at: instant, into: &outputs)
    if wasConnected { outputs.append(.input(.radio(.disconnected(link.device.address)))) }
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
