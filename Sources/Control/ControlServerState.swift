import Alarms
import Board
import CLinux
import Engine
import Foundation
import Glibc
import Logbook
import Monitor
import Readings
import Settings
import Status
import System

/// What the thread of the control socket keeps, and its loop: it takes the outputs of the box, accepts clients, and
/// answers their requests.
///
/// An order is answered when the critical loop has answered it (``PendingOrders``); everything else at once, from the
/// copy of the status. The requests themselves are in `ControlServerState+Orders`.
struct ControlServerState {
  struct Setup: Sendable {
    let ring: BoundedRing<TimedOutput>
    let listener: ControlSocket.Listener
    let box: any OrderTaker
    let health: LogbookHealth
    /// The settings at the start. Some keys count for the whole run.
    let configuration: Configuration
    /// The settings in force. A reload replaces them.
    let settings: SettingsInForce
    let reload: @Sendable () throws(LapwingError) -> Configuration
    /// Writes settings; `nil` if the box writes none.
    let changes: SettingsQueue?
    let changers: SettingsChangers
    let doctor: DoctorWorker
    let manager: ServiceNotifier?
    /// The users for whom places are kept, and who alone may have the roles *peer* and *circle*.
    let owners: Set<UInt32>
  }

  /// The last line for a client that follows: without it the connection was cut.
  static let end = #"{"kind":"end"}"#

  let setup: Setup
  var listener: ControlSocket.Listener
  /// When the file of the socket is looked at next, and why it could not be made again.
  var socketLookAt: Instant
  var socketFault: String?
  var configuration: Configuration
  var status = ApplianceStatus()
  var events: BoxEvents
  var clients: [ConnectedClient] = []
  var pauses = PauseLimit()
  var orders = PendingOrders()
  /// The numbers of the clients who wait for a status that the loop has proved. One order serves them all.
  var wantProof: [Int] = []
  var wantDoctor: [Int] = []
  var deadline: Int64?
  var recentAlarms = RecentAlarms()
  /// How long a report of the other box counts; `nil` for a box without one.
  var peerLease: PeerLease?
  var circle = CircleTeller()
  let clock = MonotonicClock()
  private let places: ConnectionGate
  private var isEnding = false
  private var sentence = ""
  private var lastClient = 0

  init(_ setup: Setup) {
    self.setup = setup
    (listener, socketLookAt) = (setup.listener, clock.now)
    configuration = setup.configuration
    places = ConnectionGate(owners: setup.owners)
    events = BoxEvents(configuration)
    if configuration.hasCircle { circle = CircleTeller(start: clock.now) }
    if configuration[Keys.peerName] != nil { peerLease = PeerLease(start: clock.now) }
  }

  /// At most this many are accepted or refused in a turn, so that a crowd of new clients does not delay the others.
  private static let mostArrivals = 32

  mutating func serve() {
    while !isEnding {
      var requests = [setup.ring.bell.descriptor.number, listener.socket.number].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      requests += clients.map { client in
        let events = (client.takesMore ? POLLIN : 0) | (client.connection.wantsToSend ? POLLOUT : 0)
        return pollfd(fd: client.connection.socket.number, events: Int16(events), revents: 0)
      }
      poll(&requests, nfds_t(requests.count), clients.contains(where: \.hasNext) ? 0 : longestSleep)
      takeRecords()
      tellFindings()
      takeChanges()
      reportToManager()
      // One order of each client a turn, and first those for whom places are kept: a client that asks without end
      // delays no other.
      for index in clients.indices where places.owners.contains(clients[index].user) { serve(index) }
      for index in clients.indices where !places.owners.contains(clients[index].user) { serve(index) }
      watchPeer()
      clients.removeAll { $0.connection.isBroken && !$0.hasNext }
      watchCircle()
      acceptClients()
      watchSocket()
    }
    for index in clients.indices where clients[index].isFollowing {
      clients[index].send(Self.end, at: clock.now)
    }
  }

  /// How long nothing is due by time alone, ms.
  private var longestSleep: Int32 {
    let now = clock.now
    return [peerLease?.wait(at: now) ?? -1, circle.wait(at: now), waitForLook(at: now)].filter { $0 >= 0 }.min() ?? 0
  }

  private mutating func takeRecords() {
    setup.ring.bell.clear()
    while let outward = setup.ring.pop() {
      status.apply(outward)
      switch outward.record {
      case .finished: isEnding = true
      case .reloadWanted: reloadAfterSignal()
      case .answer(let order, let answer): send(answer, toOrder: order)
      case .call(let call): self.call(call)
      default: break
      }
      guard let event = events.event(for: outward.record, at: outward.instant), event.isJSONLine else { continue }
      recentAlarms.note(event)
      guard clients.contains(where: \.isFollowing) else { continue }
      let line = OrderedJSON.text(of: event)
      for index in clients.indices where clients[index].isFollowing {
        clients[index].send(line, at: clock.now)
      }
    }
  }

  /// Sends the service manager a sentence about the appliance when it changes.
  private mutating func reportToManager() {
    guard let manager = setup.manager else { return }
    let fault = setup.health.fault.map { "; logbook: \($0.message)" } ?? ""
    let fresh = "\(setup.configuration.profile.rawValue): \(status.sentence)\(fault)"
    if fresh == sentence { return }
    sentence = fresh
    manager.status(fresh)
  }

  mutating func acceptClients() {
    for _ in 0..<Self.mostArrivals {
      guard let socket = try? Descriptor(clinux_accept(listener.socket.number), "accept") else { return }
      var connection = ControlConnection(socket: socket)
      guard let user = ControlSocket.trustedPeer(of: socket.number) else {
        let error = ControlSocket.notAllowed(group: getegid())
        connection.send(refusal(error))
        continue
      }
      switch places.decision(for: user, among: holders()) {
      case .room: break
      case .cut(let index): clients.remove(at: index)
      }
      lastClient += 1
      clients.append(
        ConnectedClient(
          number: lastClient, connection: connection, user: user,
          longestRequest: setup.changers.contain(user) ? ConnectedClient.longestChange : ConnectedClient.longestOrder,
          at: clock.now))
    }
  }

  /// The clients as ``ConnectionGate`` judges them.
  private mutating func holders() -> [ConnectionGate.Holder] {
    for index in clients.indices { clients[index].updateUnread() }
    return clients.map { client in
      ConnectionGate.Holder(
        user: client.user, unreadSince: client.unreadSince, lastReceived: client.lastReceived,
        isWaiting: client.isFollowing || client.isPeer || client.isCircle || orders.hasOrder(of: client.number)
          || wantProof.contains(client.number)
          || wantDoctor.contains(client.number) || setup.changes?.isWaiting(client.number) == true
          || circle.waiting.contains { $0.client == client.number })
    }
  }

  private mutating func serve(_ index: Int) {
    if let line = clients[index].nextRequest() {
      clients[index].lastReceived = clock.now
      do {
        let line = try JSONDecoder().decode(ControlLine.self, from: Data(line.utf8))
        guard !LateOrder.isLate(line.until, at: MonotonicClock.kernelMicroseconds() / 1000) else {
          throw LateOrder.refusal
        }
        let client = clients[index]
        try refuseOtherRole(line.verb, of: client)
        let request = try line.request()
        deadline = line.until
        if case .follow = request { clients[index].isFollowing = true }
        if let answer = try answer(request, to: client.user, on: client.number) {
          clients[index].send(answer, at: clock.now)
        }
      } catch let error as LapwingError {
        clients[index].send(refusal(error), at: clock.now)
      } catch {
        let unknown = LapwingError(.usage, code: "bad-request", "not a request that this box knows")
        clients[index].send(refusal(unknown), at: clock.now)
      }
    }
  }

  /// The status of the box, as an answer.
  /// - Parameter seen: what a client that follows knows of an earlier connection.
  func picture(after seen: SeenAlarms? = nil) -> String {
    var picture = picture(at: minuteOfDay)
    picture.run = recentAlarms.run
    picture.circle = circle.shown(at: clock.now)
    if let seen { picture.missed = recentAlarms.after(seen.last, of: seen.run) }
    return accepted(picture)
  }

  /// - Parameter minute: of the local day, for limits that differ by night.
  func picture(at minute: Int16?) -> BoxStatus {
    BoxStatus(
      status, in: configuration, logbookFault: setup.health.fault?.message, logbookNotice: setup.health.notice,
      limitsAt: minute.map { .minute(Int($0)) } ?? .unknown)
  }

  var minuteOfDay: Int16? { LocalTime.minuteOfDay(atUnixMilliseconds: MonotonicClock.unixMilliseconds()) }

  func accepted<Content: Codable & Sendable>(_ content: Content) -> String {
    OrderedJSON.text(of: ControlAnswer.accepted(content))
  }

  func refusal(_ error: LapwingError) -> String {
    OrderedJSON.text(of: ControlAnswer<OrderReport>.refused(Refusal(error)))
  }
}
