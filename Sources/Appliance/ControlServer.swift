import Alarms
import Board
import CLinux
import Flight
import Foundation
import Glibc
import Logbook
import Monitor
import Readings

/// Serves the control socket, on a thread of its own: it keeps a picture of the appliance and passes orders on.
final class ControlServer: Sendable {
  /// The last line for whoever follows: without it the connection was cut.
  static let end = #"{"kind":"end"}"#

  /// What the loop tells.
  let ring: BoundedRing<Outward>
  private let path: String
  private let listener: ControlSocket.Listener
  private let inward: BoundedRing<InwardRecord>
  private let health: LogbookHealth
  private let configuration: Configuration
  private let reload: @Sendable () throws(ApplianceError) -> Configuration
  private let manager: ServiceNotifier?
  private let ended: EventFlag

  init(
    path: String, inward: BoundedRing<InwardRecord>, health: LogbookHealth, configuration: Configuration,
    reload: @escaping @Sendable () throws(ApplianceError) -> Configuration,
    manager: ServiceNotifier?
  ) throws(ApplianceError) {
    self.path = path
    self.manager = manager
    self.inward = inward
    self.health = health
    self.configuration = configuration
    self.reload = reload
    ring = try BoundedRing(capacity: 1024, reserved: 256)
    ended = try EventFlag()
    listener = try ControlSocket.listen(at: path)
  }

  func start() {
    let thread = Thread { [self] in
      var service = Service(server: self)
      service.serve()
      try? ControlSocket.removeLeftover(at: path)
      ended.ring()
    }
    thread.name = "control"
    thread.start()
  }

  func join(within timeout: Duration) { _ = ended.wait(timeout) }

  /// What the thread keeps to itself.
  private struct Service {
    let server: ControlServer
    var status = ApplianceStatus()
    var format = ReplayJSON()
    var clients: [Client] = []
    var isEnding = false
    var sentence = ""

    struct Client {
      var connection: ControlConnection
      var isFollowing = false
    }

    /// More at once are nobody's command line.
    static let mostClients = 16

    mutating func serve() {
      while !isEnding {
        var requests = [server.ring.bell.descriptor.number, server.listener.socket.number].map {
          pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        requests += clients.map {
          pollfd(
            fd: $0.connection.socket.number,
            events: Int16(POLLIN) | ($0.connection.wantsToSend ? Int16(POLLOUT) : 0), revents: 0)
        }
        poll(&requests, nfds_t(requests.count), -1)
        takeRecords()
        tellManager()
        acceptClients()
        for index in clients.indices { serve(index) }
        clients.removeAll(where: \.connection.isBroken)
      }
      for index in clients.indices where clients[index].isFollowing {
        clients[index].connection.send(ControlServer.end)
      }
    }

    private mutating func takeRecords() {
      server.ring.bell.clear()
      while let outward = server.ring.pop() {
        status.apply(outward)
        switch outward.record {
        case .finished: isEnding = true
        case .reloadWanted: adoptConfigurationAfterSignal()
        default: break
        }
        guard let line = format.line(for: outward.record, at: outward.instant) else { continue }
        for index in clients.indices where clients[index].isFollowing { clients[index].connection.send(line) }
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
      while let socket = try? Descriptor(clinux_accept(server.listener.socket.number), "accept") {
        var connection = ControlConnection(socket: socket)
        guard ControlSocket.isPeerTrusted(socket.number) else {
          connection.send(refusal("refused", "you may not give orders to this box; join the group that it runs as"))
          continue
        }
        // Whoever has been silent for longest makes room.
        if clients.count >= Self.mostClients { clients.removeFirst() }
        clients.append(Client(connection: connection))
      }
    }

    private mutating func serve(_ index: Int) {
      clients[index].connection.flush()
      for line in clients[index].connection.receive() {
        do {
          let request = try JSONDecoder().decode(ControlRequest.self, from: Data(line.utf8))
          if request.verb == .follow { clients[index].isFollowing = true }
          clients[index].connection.send(try answer(request))
        } catch let error as ApplianceError {
          clients[index].connection.send(refusal(error.code, error.message))
        } catch {
          clients[index].connection.send(refusal("bad-request", "not a request that this box knows"))
        }
      }
    }

    private mutating func answer(_ request: ControlRequest) throws(ApplianceError) -> String {
      switch request.verb {
      case .status, .follow: return picture()
      case .ack:
        guard let name = request.name else {
          guard status.sound != nil else {
            throw ApplianceError(.usage, code: "not-sounding", "nothing sounds; name the condition to acknowledge")
          }
          return try pass(.silence, noting: refusals())
        }
        let condition = try self.condition(named: name)
        guard status.alarms.contains(where: { $0.condition == condition }) else {
          throw ApplianceError(.usage, code: "not-present", "\(name) is not present")
        }
        if let refusal = refusal(of: condition) {
          throw ApplianceError(.usage, code: "not-pausable", refusal)
        }
        return try pass(.acknowledge(condition))
      case .pause:
        guard status.sound != nil else { throw ApplianceError(.usage, code: "not-sounding", "nothing sounds") }
        return try pass(.pause, noting: refusals())
      case .phase:
        guard let name = request.name, let phase = Phase(name: name) else {
          let known = Phase.allCases.map(\.rawValue).joined(separator: ", ")
          throw ApplianceError(.usage, code: "unknown-phase", "there is no such phase; there are \(known)")
        }
        return try pass(.phase(phase))
      case .session:
        switch request.name {
        case "start": return try pass(.startSession)
        case "end": return try pass(.endSession)
        default: throw ApplianceError(.usage, code: "bad-session", "a session can start or end")
        }
      case .reset:
        var condition: ConditionID?
        if let name = request.name { condition = try self.condition(named: name) }
        let isLatched = status.alarms.contains {
          $0.presence == .latched && (condition == nil || $0.condition == condition)
        }
        guard isLatched else {
          throw ApplianceError(.usage, code: "not-latched", "no sound of \(request.name ?? "any alarm") is latched")
        }
        return try pass(.reset(condition))
      case .test: return try pass(.test(try self.condition(named: request.name ?? "")))
      case .reload:
        var answer = accepted()
        if let note = Self.note(ofWaiting: try adoptConfiguration()) { answer.add("note", note) }
        return answer.text
      }
    }

    private func condition(named name: String) throws(ApplianceError) -> ConditionID {
      if let condition = ConditionID(rawValue: name) { return condition }
      let known = ConditionID.allCases.map(\.rawValue).joined(separator: ", ")
      throw ApplianceError(.usage, code: "unknown-condition", "\(name) is no condition; there are \(known)")
    }

    /// Why a condition can not be silenced in this profile; `nil` where it can.
    private func refusal(of id: ConditionID) -> String? {
      let condition = server.configuration.monitor.conditions[id]
      return condition.unpausableIn.contains(server.configuration.profile) ? condition.refusal : nil
    }

    /// What of all that sounds can not be silenced, in a sentence each.
    private func refusals() -> String? {
      let refusals = status.alarms.filter { $0.activation == .on }.compactMap { refusal(of: $0.condition) }
      return refusals.isEmpty ? nil : refusals.joined(separator: " ")
    }

    /// - Parameter note: what whoever asks should know besides.
    private func pass(_ event: Event, noting note: String? = nil) throws(ApplianceError) -> String {
      guard server.inward.push(.event(event)) else {
        throw ApplianceError(.unavailable, code: "busy", "the box has too much to do; try again")
      }
      server.inward.bell.ring()
      var answer = accepted()
      if let note { answer.add("note", note) }
      return answer.text
    }

    /// - Returns: the keys that have changed and are not taken over.
    private func adoptConfiguration() throws(ApplianceError) -> [String] {
      let fresh = try server.reload()
      let running = server.configuration.profile
      guard fresh.profile == running else {
        throw ApplianceError(
          .configuration, code: "other-profile",
          "the configuration now has profile \(fresh.profile.rawValue) and the box runs as \(running.rawValue); restart it"
        )
      }
      guard server.inward.push(.settings(fresh.monitor, bindKeys: fresh.bindKeys, board: fresh.board)) else {
        throw ApplianceError(.unavailable, code: "busy", "the box has too much to do; try again")
      }
      server.inward.bell.ring()
      return fresh.keysThatWait(since: server.configuration)
    }

    private static func note(ofWaiting keys: [String]) -> String? {
      keys.isEmpty ? nil : "\(keys.joined(separator: ", ")): taken over at the next start only"
    }

    /// A signal has nobody to answer, so a refusal goes to standard error; the old settings stay in force.
    private mutating func adoptConfigurationAfterSignal() {
      do throws(ApplianceError) {
        if let note = Self.note(ofWaiting: try adoptConfiguration()) { say("reloaded, but \(note)") }
      } catch { say("not reloaded: \(error.message)") }
      server.manager?.ready()
    }

    /// A terminal that nobody reads must not hold up the orders.
    private func say(_ sentence: String) {
      if Output.error.hasRoom { try? Output.error.line("lapwing: \(sentence)") }
    }

    private func accepted() -> JSONLine {
      var line = JSONLine()
      line.add("ok", true)
      return line
    }

    private func picture() -> String {
      var line = accepted()
      line.add("profile", server.configuration.profile.rawValue)
      line.add(status)
      if let fault = server.health.fault { line.add("logbook_fault", fault.message) }
      return line.text
    }

    private func refusal(_ code: String, _ message: String) -> String {
      var error = JSONLine()
      error.add("code", code)
      error.add("message", message)
      var line = JSONLine()
      line.add("ok", false)
      line.add("error", error)
      return line.text
    }
  }
}
