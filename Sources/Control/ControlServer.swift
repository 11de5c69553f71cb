import Alarms
import Board
import CLinux
import Engine
import Foundation
import Glibc
import Logbook
import Monitor
import Readings
import Sessions
import Settings
import Status
import System

/// Serves the control socket, on a thread of its own: it keeps a picture of the appliance and passes orders on.
package final class ControlServer: Sendable {
  /// The last line for a client that follows: without it the connection was cut.
  package static let end = #"{"kind":"end"}"#

  /// What the loop tells.
  package let ring: BoundedRing<TimedOutput>
  private let path: String
  private let listener: ControlSocket.Listener
  private let box: any OrderTaker
  private let health: LogbookHealth
  /// The settings at the start.
  private let configuration: Configuration
  /// The settings in force, for the other threads that show the box.
  package let settings: SettingsInForce
  private let reload: @Sendable () throws(LapwingError) -> Configuration
  private let manager: ServiceNotifier?
  private let owners: Set<UInt32>
  private let ended: EventFlag

  /// - Parameter owners: the users for whom places are kept.
  package init(
    path: String, box: any OrderTaker, health: LogbookHealth, configuration: Configuration,
    reload: @escaping @Sendable () throws(LapwingError) -> Configuration,
    manager: ServiceNotifier?, owners: Set<UInt32> = [0, geteuid()]
  ) throws(LapwingError) {
    self.path = path
    self.owners = owners
    self.manager = manager
    self.box = box
    self.health = health
    self.configuration = configuration
    settings = SettingsInForce(configuration)
    self.reload = reload
    ring = try BoundedRing(capacity: 1024, reserved: 256)
    ended = try EventFlag()
    listener = try ControlSocket.listen(at: path)
  }

  package func start() {
    let thread = Thread { [self] in
      var service = Service(server: self)
      service.serve()
      try? ControlSocket.removeLeftover(at: path)
      ended.ring()
    }
    thread.name = "control"
    thread.start()
  }

  package func join(within timeout: Duration) { _ = ended.wait(timeout) }

  /// What the thread keeps to itself.
  private struct Service {
    let server: ControlServer
    /// The settings in force.
    var configuration: Configuration
    var status = ApplianceStatus()
    var events: BoxEvents
    var clients: [Client] = []
    var isEnding = false
    var sentence = ""
    var pauses = PauseLimit()
    let places: ControlPlaces
    let clock = MonotonicClock()
    /// The orders that the loop has not answered, by their numbers.
    var orders: [UInt32: Asked] = [:]
    var lastOrder: UInt32 = 0
    var lastClient = 0

    /// An order that the loop has not answered.
    struct Asked {
      /// The number of the connection that it came by; `nil` for a signal of the process.
      let client: Int?
      /// What is to be done once it is done.
      var sequel = Sequel.nothing
    }

    /// What the server does when the loop has carried out an order.
    enum Sequel {
      case nothing
      /// The list of one's own sensors is stored, by another thread.
      case storesList
      /// It has silenced these alarms for a user.
      case silences([AlarmTransition], UInt32)
      /// It has ended the session that ran.
      case endsSession
      /// These settings are in force, and this is to be known of them.
      case reloads(Configuration, note: String?)
    }

    struct Client {
      /// One connection's own.
      let number: Int
      var connection: ControlConnection
      /// The user at its other end.
      let user: UInt32
      var isFollowing = false
      /// When it last asked for something, or connected.
      var lastHeard: Instant
      /// What it has asked for and not been answered, oldest first.
      var requests: [String] = []
      /// Since when something that was sent has not been read; kept up to date by ``send(_:at:)``.
      var unreadSince: Instant?

      /// Whether its next request can be taken now. Who does not read is not answered any more; who has gone after an order
      /// meant it.
      var hasNext: Bool { !requests.isEmpty && (!connection.wantsToSend || connection.isBroken) }

      /// Whether more requests are taken from it.
      var takesMore: Bool { requests.isEmpty && !connection.wantsToSend }

      /// Takes its next request.
      mutating func nextRequest() -> String? {
        connection.flush()
        if takesMore, !connection.isBroken { requests = connection.receive() }
        return hasNext ? requests.removeFirst() : nil
      }

      /// Sends a line as far as there is room.
      mutating func send(_ line: String, at instant: Instant) {
        if unreadSince == nil || !connection.isUnread { unreadSince = instant }
        connection.send(line)
      }
    }

    init(server: ControlServer) {
      self.server = server
      configuration = server.configuration
      places = ControlPlaces(owners: server.owners)
      events = BoxEvents(persons: configuration.personNames)
    }

    /// So many are let in or turned away in a turn: a crowd before the door must not hold up those inside.
    static let mostArrivals = 32

    mutating func serve() {
      while !isEnding {
        var requests = [server.ring.bell.descriptor.number, server.listener.socket.number].map {
          pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        requests += clients.map { client in
          let events = (client.takesMore ? POLLIN : 0) | (client.connection.wantsToSend ? POLLOUT : 0)
          return pollfd(fd: client.connection.socket.number, events: Int16(events), revents: 0)
        }
        poll(&requests, nfds_t(requests.count), clients.contains(where: \.hasNext) ? 0 : -1)
        takeRecords()
        tellManager()
        // One order of each a turn, and those first for whom places are kept: who asks without end keeps nobody waiting.
        for index in clients.indices where places.owners.contains(clients[index].user) { serve(index) }
        for index in clients.indices where !places.owners.contains(clients[index].user) { serve(index) }
        clients.removeAll { $0.connection.isBroken && !$0.hasNext }
        acceptClients()
      }
      for index in clients.indices where clients[index].isFollowing {
        clients[index].send(ControlServer.end, at: clock.now)
      }
    }

    private mutating func takeRecords() {
      server.ring.bell.clear()
      while let outward = server.ring.pop() {
        status.apply(outward)
        switch outward.record {
        case .finished: isEnding = true
        case .reloadWanted: reloadAfterSignal()
        case .answer(let order, let answer): send(answer, toOrder: order)
        default: break
        }
        guard let line = events.line(for: outward.record, at: outward.instant) else { continue }
        for index in clients.indices where clients[index].isFollowing {
          clients[index].send(line, at: clock.now)
        }
      }
    }

    /// The service manager shows how the appliance is in a sentence, which it gets when that changes.
    private mutating func tellManager() {
      guard let manager = server.manager else { return }
      let fault = server.health.fault.map { "; logbook: \($0.message)" } ?? ""
      let fresh = "\(server.configuration.profile.rawValue): \(status.sentence)\(fault)"
      if fresh == sentence { return }
      sentence = fresh
      manager.status(fresh)
    }

    private mutating func acceptClients() {
      for _ in 0..<Self.mostArrivals {
        guard let socket = try? Descriptor(clinux_accept(server.listener.socket.number), "accept") else { return }
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
        clients.append(Client(number: lastClient, connection: connection, user: user, lastHeard: clock.now))
      }
    }

    /// The clients as who has to make room is judged by.
    private mutating func holders() -> [ControlPlaces.Holder] {
      for index in clients.indices where clients[index].unreadSince != nil && !clients[index].connection.isUnread {
        clients[index].unreadSince = nil
      }
      return clients.map { client in
        ControlPlaces.Holder(
          user: client.user, unreadSince: client.unreadSince, lastHeard: client.lastHeard,
          isWaiting: client.isFollowing || orders.values.contains { $0.client == client.number })
      }
    }

    private mutating func serve(_ index: Int) {
      if let line = clients[index].nextRequest() {
        clients[index].lastHeard = clock.now
        do {
          let request = try JSONDecoder().decode(ControlRequest.self, from: Data(line.utf8))
          if request.verb == .follow { clients[index].isFollowing = true }
          let client = clients[index]
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

    /// - Parameter client: the number of the connection.
    /// - Returns: the answer; `nil` where the loop must be asked first.
    private mutating func answer(
      _ request: ControlRequest, to user: UInt32, on client: Int
    ) throws(LapwingError) -> String? {
      switch request.verb {
      case .status, .follow: return picture()
      case .ack:
        guard let name = request.name else {
          try silence(.silence, heard, user, on: client)
          return nil
        }
        let condition = try self.condition(named: name)
        try silence(.acknowledge(condition), status.alarms.filter { $0.condition == condition }, user, on: client)
      case .pause: try silence(.pause, heard, user, on: client)
      case .phase:
        guard let name = request.name, let phase = Phase(name: name) else {
          let known = Phase.allCases.map(\.rawValue).joined(separator: ", ")
          throw LapwingError(.usage, code: "unknown-phase", "there is no such phase; there are \(known)")
        }
        try ask(Asked(client: client)) { .event(.phase(phase), $0) }
      case .session:
        switch request.name {
        case "start": try ask(Asked(client: client)) { .event(.startSession, $0) }
        case "end":
          let sequel = status.sessionStartedAt == nil ? Sequel.nothing : .endsSession
          try ask(Asked(client: client, sequel: sequel)) { .event(.endSession, $0) }
        default: throw LapwingError(.usage, code: "bad-session", "a session can start or end")
        }
      case .reset:
        var condition: ConditionID?
        if let name = request.name { condition = try self.condition(named: name) }
        try ask(Asked(client: client)) { .event(.reset(condition), $0) }
      case .standby, .endStandby:
        let person = try person(named: request.name), hours = request.hours ?? Standby.usualHours
        try ask(Asked(client: client)) {
          request.verb == .standby ? .standby(person, hours: hours, $0) : .event(.endStandby(person), $0)
        }
      case .test:
        let condition = try self.condition(named: request.name ?? "")
        try ask(Asked(client: client)) { .event(.test(condition), $0) }
      case .adopt:
        let order = AdoptionOrder(
          try address(request.name), name: request.label,
          replacing: try request.replaces.map { (text) throws(LapwingError) in try address(text) })
        try ask(Asked(client: client, sequel: .storesList)) { .adopt(order, $0) }
      case .forget:
        let address = try address(request.name)
        try ask(Asked(client: client, sequel: .storesList)) { .forget(address, $0) }
      case .reload: try reload(Asked(client: client))
      }
      return nil
    }

    /// Hands an order to the loop, which alone knows what may be done. It answers.
    private mutating func ask(_ asked: Asked, _ order: (UInt32) -> BoxOrder) throws(LapwingError) {
      lastOrder &+= 1
      guard server.box.post(order(lastOrder)) else { throw Self.busy }
      orders[lastOrder] = asked
    }

    private static let busy = LapwingError(
      .unavailable, code: "busy", "the box has too much to do; try again")

    private mutating func send(_ answer: OrderAnswer, toOrder order: UInt32) {
      guard let asked = orders.removeValue(forKey: order) else { return }
      let line: String
      switch answer {
      case .done(let note, let unsilenced):
        var report = OrderReport(note: note)
        finish(asked, unsilenced, &report)
        line = accepted(report)
      case .refused(let error): line = refusal(error)
      }
      guard let index = clients.firstIndex(where: { $0.number == asked.client }) else { return }
      clients[index].send(line, at: clock.now)
    }

    /// The loop has carried out an order.
    private mutating func finish(_ asked: Asked, _ unsilenced: [ConditionID], _ report: inout OrderReport) {
      switch asked.sequel {
      case .nothing: break
      case .storesList:
        let fault = AdoptionFile(path: server.configuration.adoptedPath).faultOfStoring()
        let notes = [report.note, fault].compactMap(\.self)
        report.note = notes.isEmpty ? nil : notes.joined(separator: "\n")
      case .silences(let alarms, let user):
        // What cannot be silenced is refused each time, and never too soon.
        pauses.note(alarms.filter { !unsilenced.contains($0.condition) }, from: user, at: clock.now)
      case .endsSession: report.session = status.lastSession.map { SessionReport($0) }
      case .reloads(let fresh, let note):
        configuration = fresh
        server.settings.configuration = fresh
        events.persons = fresh.personNames
        report.note = note
        guard asked.client == nil else { break }
        if let note { say("reloaded, but \(note)") }
        server.manager?.ready()
      }
    }

    /// A whole address, or the beginning or end of that of a sensor that is heard.
    private func address(_ text: String?) throws(LapwingError) -> DeviceAddress {
      let text = text ?? ""
      if let address = DeviceAddress(text) { return address }
      let part = text.uppercased().replacing("-", with: ":")
      let known = status.sensors.map(\.sensor.address)
      let fitting =
        part.isEmpty ? [] : known.filter { $0.description.hasPrefix(part) || $0.description.hasSuffix(part) }
      guard let only = fitting.first else {
        throw LapwingError(
          .usage, code: "not-heard",
          "no sensor is heard whose address begins or ends with \(text); write the whole address (lapwing status)")
      }
      guard fitting.count == 1 else {
        throw LapwingError(
          .usage, code: "ambiguous",
          "\(text) may be \(fitting.map(\.description).joined(separator: " or ")); write the whole address")
      }
      return only
    }

    private func condition(named name: String) throws(LapwingError) -> ConditionID {
      if let condition = ConditionID(name: name) { return condition }
      let known = ConditionID.allCases.map(\.name).joined(separator: ", ")
      throw LapwingError(.usage, code: "unknown-condition", "\(name) is no condition; there are \(known)")
    }

    private func person(named name: String?) throws(LapwingError) -> PersonIndex? {
      guard let name else { return nil }
      let names = configuration.personNames
      if let person = Standby.person(name, among: names) { return person }
      throw LapwingError(.usage, code: "unknown-person", Standby.unknown(name, among: names))
    }

    /// What is heard now.
    private var heard: [AlarmTransition] { status.heard(by: configuration.conditions) }

    /// Passes on an order for silence of some alarms, unless the user gave one for the same a moment ago.
    private mutating func silence(
      _ order: Event, _ alarms: [AlarmTransition], _ user: UInt32, on client: Int
    ) throws(LapwingError) {
      if let refusal = pauses.refusal(of: alarms, from: user, at: clock.now) {
        throw LapwingError(.usage, code: "too-soon", refusal)
      }
      try ask(Asked(client: client, sequel: .silences(alarms, user))) { .event(order, $0) }
    }

    /// Reads the configuration again and hands it to the loop. The client is told which keys have changed and are not taken
    /// over, and what is not watched then.
    private mutating func reload(_ asked: Asked) throws(LapwingError) {
      let fresh = try server.reload().keepingPlaces(of: configuration)
      let running = server.configuration.profile
      guard fresh.profile == running else {
        throw LapwingError(
          .configuration, code: "other-profile",
          "the configuration now has profile \(fresh.profile.rawValue) and the box runs as \(running.rawValue); restart it"
        )
      }
      let keys = fresh.keysThatWait(since: server.configuration)
      let waiting = keys.isEmpty ? nil : "\(keys.joined(separator: ", ")): taken over at the next start only"
      let gaps = fresh.gaps + status.gapsOfPlaces(in: fresh)
      let notes = [waiting].compactMap(\.self) + gaps.map { "not watched: \($0.sentence)" }
      var asked = asked
      asked.sequel = .reloads(fresh, note: notes.isEmpty ? nil : notes.joined(separator: "\n"))
      try ask(asked) {
        .settings(
          fresh.monitor, bindKeys: fresh.bindKeys, roles: fresh.roles, sensors: fresh.sensors, board: fresh.board, $0)
      }
    }

    /// A signal has nobody to answer, so a refusal goes to standard error; the old settings stay in force.
    private mutating func reloadAfterSignal() {
      do throws(LapwingError) { try reload(Asked(client: nil)) } catch {
        say("not reloaded: \(error.message)")
        server.manager?.ready()
      }
    }

    /// A terminal that nobody reads must not hold up the orders.
    private func say(_ sentence: String) {
      if Output.error.hasRoom { try? Output.error.line("lapwing: \(sentence)") }
    }

    private func picture() -> String {
      accepted(
        BoxStatus(
          status, in: configuration, logbookFault: server.health.fault?.message,
          logbookNotice: server.health.notice))
    }

    private func accepted<Content: Codable & Sendable>(_ content: Content) -> String {
      OrderedJSON.text(of: ControlAnswer.accepted(content))
    }

    private func refusal(_ error: LapwingError) -> String {
      OrderedJSON.text(of: ControlAnswer<OrderReport>.refused(Refusal(error)))
    }
  }
}
