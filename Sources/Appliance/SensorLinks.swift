import Bluetooth
import Readings
import SensorProtocols

/// The connections to the sensors that must be connected to: made on sight, served without waiting, made again.
struct SensorLinks {
  /// A class, so that a beat that comes is taken in where the link lies: a dictionary would take memory to change it.
  private final class Link {
    let device: LEAddress
    let socket: KernelSocket
    var client: GATTClient
    /// Until when the connection must stand; `nil` once it does.
    var connectBy: Instant?
    var hasGivenValue = false

    init(_ device: LEAddress, _ socket: KernelSocket, _ client: GATTClient, connectBy: Instant) {
      self.device = device
      self.socket = socket
      self.client = client
      self.connectBy = connectBy
    }
  }

  private let ready: ReadySet
  private let bonds: Bonds
  private let heartSource: HeartSource
  private let sensors: SensorSelection
  private var links: [Int32: Link] = [:]
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
  ///   - sensors: which sensors may be connected to.
  init(ready: ReadySet, bonds: Bonds, heartSource: HeartSource, sensors: SensorSelection) {
    self.ready = ready
    self.bonds = bonds
    self.heartSource = heartSource
    self.sensors = sensors
  }

  /// Until when the attempt to connect that is under way lasts at most; `nil` for none.
  var connectingUntil: Instant? { links.values.compactMap(\.connectBy).max() }

  /// When something is due even if nothing comes.
  var nextDeadline: Instant? {
    var next: Instant?
    for link in links.values {
      guard let deadline = link.connectBy ?? link.client.nextDeadline else { continue }
      next = next.map { min($0, deadline) } ?? deadline
    }
    return next
  }

  /// A device advertises; it is connected to where there is something to connect for.
  /// - Parameter allow: has the kernel call it for so long.
  mutating func noticed(
    _ advertisement: Advertisement, _ type: LEAddressType, from adapter: DeviceAddress, at instant: Instant,
    to sink: (RadioOutput) -> Void, allow: (Duration) -> Void
  ) {
    let accesses = Catalogue.accesses(forAdvertisement: advertisement.data.span.bytes) { model in
      sensors.way(of: advertisement.address, as: model) == .automatic
    }
    guard !accesses.isEmpty, heartSource != .advert || !Catalogue.measuresHeartRate(accesses) else { return }
    let device = LEAddress(advertisement.address, type)
    guard schedule.shouldConnect(to: device, at: instant) else { return }
    let patience = schedule.patience(for: device)
    allow(patience)
    do {
      let socket = try KernelSocket.connection(from: adapter, to: device, security: bonds.security(for: device))
      let plan = ConnectionPlan(accesses)
      let client = GATTClient(plan: plan, profile: profiles[device])
      try ready.add(socket.descriptor, isConnecting: true)
      links[socket.descriptor] = Link(
        device, socket, client, connectBy: instant.advanced(by: Self.hearingAgain + patience))
    } catch {
      let pause = schedule.closed(device, at: instant)
      sink(.note("\(device) cannot be connected to: \(error); again in \(pause.components.seconds) s"))
    }
  }

  /// A socket has something.
  /// - Returns: whether it was one of these, and its device is alive.
  mutating func serve(_ descriptor: Int32, at instant: Instant, to sink: (RadioOutput) -> Void) -> Bool {
    guard let link = links[descriptor] else { return false }
    if link.connectBy != nil {
      finishConnecting(descriptor, link, at: instant, to: sink)
      return false
    }
    var isAlive = false
    for _ in 0..<Self.messagesPerTurn {
      switch link.socket.receive(into: &buffer) {
      case .nothing: return isAlive
      case .closed(let reason):
        close(descriptor, ApplianceError.reason(reason), at: instant, to: sink)
        return isAlive
      case .bytes(let count):
        isAlive = true
        link.client.receive(buffer, count: count, at: instant, into: &orders)
        carryOut(for: descriptor, at: instant, to: sink)
        guard links[descriptor] != nil else { return isAlive }
      }
    }
    return isAlive
  }

  /// Lets happen what is due.
  mutating func advance(to instant: Instant, to sink: (RadioOutput) -> Void) {
    for (descriptor, link) in links {
      if let end = link.connectBy {
        if end <= instant { close(descriptor, "it does not answer", at: instant, to: sink) }
      } else if let due = link.client.nextDeadline, due <= instant {
        link.client.advance(to: instant, into: &orders)
        carryOut(for: descriptor, at: instant, to: sink)
      }
    }
  }

  /// Ends all connections.
  mutating func closeAll() {
    for descriptor in links.keys { ready.remove(descriptor) }
    links = [:]
  }

  private mutating func finishConnecting(
    _ descriptor: Int32, _ link: Link, at instant: Instant, to sink: (RadioOutput) -> Void
  ) {
    let error = link.socket.connectionError
    guard error == 0, (try? ready.becomeReadable(descriptor)) != nil else {
      close(descriptor, ApplianceError.reason(error), at: instant, to: sink)
      return
    }
    schedule.connected(link.device)
    link.connectBy = nil
    sink(.note("\(link.device) connected"))
    sink(.input(.radio(.connected(link.device.address))))
    link.client.start(at: instant, into: &orders)
    carryOut(for: descriptor, at: instant, to: sink)
  }

  private mutating func carryOut(for descriptor: Int32, at instant: Instant, to sink: (RadioOutput) -> Void) {
    swap(&orders, &batch)
    defer { batch.removeAll(keepingCapacity: true) }
    for order in batch {
      guard let link = links[descriptor] else { return }
      switch order {
      case .send(let message):
        if !link.socket.send(message) { close(descriptor, "nothing can be sent to it", at: instant, to: sink) }
      case .value(let characteristic, let data):
        if !link.hasGivenValue {
          link.hasGivenValue = true
          schedule.gaveValue(link.device)
        }
        let value = AttributeValue(address: link.device.address, characteristic: characteristic, data: data)
        sink(.input(.radio(.attributeValue(value))))
      case .ready(let profile): profiles[link.device] = profile
      case .written: break
      case .refused(let characteristic, let error):
        sink(.note("\(link.device) refuses \(characteristic): \(error.words)"))
      case .hangUp(let reason):
        profiles[link.device] = nil
        close(descriptor, reason, at: instant, to: sink)
      }
    }
  }

  private mutating func close(
    _ descriptor: Int32, _ reason: String, at instant: Instant, to sink: (RadioOutput) -> Void
  ) {
    guard let link = links.removeValue(forKey: descriptor) else { return }
    ready.remove(descriptor)
    let pause = schedule.closed(link.device, at: instant)
    let what = link.connectBy == nil ? "disconnected" : "not connected"
    sink(.note("\(link.device) \(what): \(reason); again after \(pause.components.seconds) s"))
    if link.connectBy == nil { sink(.input(.radio(.disconnected(link.device.address)))) }
  }
}
