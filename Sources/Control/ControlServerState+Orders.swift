import Alarms
import Board
import Engine
import Logbook
import Monitor
import Readings
import Sessions
import Settings
import Status
import System
import Words

/// The requests of clients, and what follows when the critical loop has carried out an order.
extension ControlServerState {
  private var names: RequestedNames {
    RequestedNames(persons: configuration.personNames, sensors: status.sensors.map(\.sensor.address))
  }

  /// Carries out a request.
  /// - Parameters:
  ///   - until: see ``ControlRequest/Sent/until``.
  ///   - client: the number of the connection.
  /// - Returns: the answer; `nil` if the loop must answer first.
  mutating func answer(
    _ request: ControlRequest, until: Int64?, to user: UInt32, on client: Int
  ) throws(LapwingError) -> String? {
    deadline = until
    switch request {
    case .status(isProved: true): try prove(to: client)
    case .status: return picture()
    case .follow(let run, let since): return picture(run: run, since: since)
    case .acknowledge(condition: nil): try silence(.silence, heard, user, on: client)
    case .acknowledge(condition: let name?):
      let condition = try names.condition(name)
      try silence(.acknowledge(condition), status.alarms.filter { $0.condition == condition }, user, on: client)
    case .pause: try silence(.pause, heard, user, on: client)
    case .phase(let name): try ask(client, .phase(try names.phase(name)))
    case .startSession(let details, let way):
      try details.check()
      try ask(PendingOrder(client: client)) { .startSession(details, ifUnready: way, $0) }
    case .endSession:
      let sequel = status.sessionStartedAt == nil ? PendingOrder.Sequel.nothing : .endsSession
      try ask(PendingOrder(client: client, sequel: sequel)) { .event(.endSession, $0) }
    case .check(let order): try ask(PendingOrder(client: client)) { .check(order, $0) }
    case .drink(millilitres: nil): try ask(client, .drink(Refreshments.usual))
    case .drink(millilitres: let millilitres?): try ask(client, .drink(try Refreshments.amount("\(millilitres)")))
    case .undoDrink: try ask(client, .undoDrink)
    case .caffeine: try ask(client, .caffeine)
    case .undoCaffeine: try ask(client, .undoCaffeine)
    case .reset(condition: nil): try ask(client, .reset(nil))
    case .reset(condition: let name?): try ask(client, .reset(try names.condition(name)))
    case .standby(let name, let hours):
      let person = try names.person(name)
      try ask(PendingOrder(client: client)) { .standby(person, hours: hours ?? Standby.usualHours, $0) }
    case .endStandby(let name): try ask(client, .endStandby(try names.person(name)))
    case .test(let name, let seconds):
      try ask(client, .test(try names.condition(name), seconds: try names.testSeconds(seconds)))
    case .adopt(let adoptee):
      let order = try names.adoption(adoptee)
      try ask(PendingOrder(client: client, sequel: .storesList)) { .adopt(order, $0) }
    case .forget(let name):
      let address = try names.sensor(name)
      try ask(PendingOrder(client: client, sequel: .storesList)) { .forget(address, $0) }
    case .reload: try reload(PendingOrder(client: client), try setup.reload())
    case .change(let change): return try self.change(change, by: user, on: client)
    case .peer(let report): try receive(report, from: client)
    case .circle(let telling): return try receive(telling, of: client)
    case .call(let kind, let link): try circle.add(kind, link: link, from: client, at: clock.now)
    case .pair(let name, let typed):
      let passkey = try typed.map { (typed) throws(LapwingError) in try names.passkey(typed) }
      try visit(.pair(try names.sensor(name), passkey: passkey), client)
    case .passkey(let typed): try visit(.passkey(try names.passkey(typed)), client)
    case .unpair(let name): try visit(.unpair(try names.sensor(name)), client)
    case .read(let name): try visit(.read(try names.sensor(name)), client)
    case .stop: try visit(.stop, client)
    case .restart:
      setup.settings.next = try configurationOfNextStart()
      try ask(PendingOrder(client: client)) { .restart($0) }
    case .doctor:
      forgetDisconnected(&wantDoctor)
      wantDoctor.append(client)
      setup.doctor.ask()
    case .network(let order): return accepted(OrderReport(note: try NetworkRequest().answer(order)))
    case .update(let order):
      // Where nothing happens, the status is of long ago.
      let (status, configuration, now) = (status, configuration, max(self.status.instant, clock.now))
      let note = try UpdateRequest().answer(order) {
        QuietMoment.reasonToWait(status, in: configuration, at: now)
      }
      return accepted(OrderReport(note: note))
    }
    return nil
  }

  private mutating func ask(_ client: Int, _ event: Event) throws(LapwingError) {
    try ask(PendingOrder(client: client)) { .event(event, $0) }
  }

  /// Hands an order to the loop, which alone knows what may be done, and which answers it.
  mutating func ask(_ pending: PendingOrder, _ order: (UInt32) -> BoxOrder) throws(LapwingError) {
    let number = orders.nextNumber()
    // The deadline is that of the request of a client.
    guard setup.box.post(order(number), before: pending.client == nil ? nil : deadline) else {
      throw LapwingError(.unavailable, code: .busy, "the box has too much to do; try again")
    }
    orders.add(pending, number: number)
  }

  /// Hands the radio an order about one device.
  private mutating func visit(_ order: DeviceOrder, _ client: Int) throws(LapwingError) {
    switch order {
    // Keys that cannot be stored are lost at the next start, and the device would have to be paired again.
    case .pair, .unpair: if let fault = BondFile(path: setup.configuration.bondsPath).faultOfStoring() { throw fault }
    case .passkey, .read, .stop: break
    }
    try ask(PendingOrder(client: client)) { .device(order, $0) }
  }

  private func forgetDisconnected(_ waiting: inout [Int]) {
    let connected = Set(clients.map(\.number))
    waiting.removeAll { !connected.contains($0) }
  }

  /// Sends what the doctor has found to the clients that have asked.
  mutating func tellFindings() {
    guard let findings = setup.doctor.take() else { return }
    let asking = Set(wantDoctor), line = accepted(OrderReport(findings: findings))
    wantDoctor = []
    for index in clients.indices where asking.contains(clients[index].number) {
      clients[index].send(line, at: clock.now)
    }
  }

  /// Asks the loop whether it lives. While it has not answered, others who ask wait for the same answer.
  private mutating func prove(to client: Int) throws(LapwingError) {
    forgetDisconnected(&wantProof)
    if !orders.hasProof {
      try ask(PendingOrder(client: nil, sequel: .provesLife)) { .proof($0) }
    }
    wantProof.append(client)
  }

  /// The loop has answered, so the status is of now.
  private mutating func tellProof() {
    let asking = Set(wantProof), line = picture()
    wantProof = []
    for index in clients.indices where asking.contains(clients[index].number) {
      clients[index].send(line, at: clock.now)
    }
  }

  /// Sends a client the loop's answer to its order.
  mutating func send(_ answer: OrderAnswer, toOrder order: UInt32) {
    guard let asked = orders.take(order) else { return }
    if case .provesLife = asked.sequel { return tellProof() }
    let line: String
    switch answer {
    case .done(let notices): line = accepted(finish(asked, notices))
    case .checked(let check):
      line = accepted(OrderReport(check: CheckReport(check, status, in: configuration)))
    case .refused(let error): line = refusal(error)
    }
    guard let index = clients.firstIndex(where: { $0.number == asked.client }) else { return }
    clients[index].send(line, at: clock.now)
  }

  /// The loop has carried out an order.
  private mutating func finish(_ asked: PendingOrder, _ notices: [OrderNotice]) -> OrderReport {
    switch asked.sequel {
    case .nothing, .provesLife: break
    case .storesList:
      let fault = AdoptionFile(path: setup.configuration.adoptedPath).faultOfStoring()
      return OrderReport(notices: notices + (fault.map { [$0] } ?? []))
    case .silences(let alarms, let user): pauses.note(alarms, from: user, at: clock.now)
    case .endsSession:
      var report = OrderReport(notices: notices)
      report.session = status.lastSession.map { SessionReport($0) }
      return report
    case .reloads(let fresh, let found, let change):
      configuration = fresh
      events.adopt(fresh)
      if var change {
        change.notices = found.map(ReportedNotice.init)
        return OrderReport(change: .done(change))
      }
      let report = OrderReport(notices: notices + found)
      guard asked.client == nil else { return report }
      if let note = report.note { say("reloaded, but \(note)") }
      setup.manager?.ready()
      return report
    }
    return OrderReport(notices: notices)
  }

  /// The alarms that sound now.
  private var heard: [AlarmTransition] { status.heard(by: configuration.conditions) }

  /// Passes on an order for silence of some alarms, unless the user gave the same one a moment ago.
  private mutating func silence(
    _ order: Event, _ alarms: [AlarmTransition], _ user: UInt32, on client: Int
  ) throws(LapwingError) {
    let refusal =
      pauses.refusalOfRepeats(from: user, at: clock.now) ?? pauses.refusal(of: alarms, from: user, at: clock.now)
    if let refusal {
      throw LapwingError(.usage, code: .tooSoon, refusal)
    }
    try ask(PendingOrder(client: client, sequel: .silences(alarms, user))) { .event(order, $0) }
  }

  /// Hands a configuration that was read again to the loop. The client gets the keys that have changed and wait for
  /// the next start, and what is not watched.
  /// - Parameter change: that was made before.
  mutating func reload(
    _ asked: PendingOrder, _ read: Configuration, after change: SettingsReport? = nil
  ) throws(LapwingError) {
    // The other threads have the new names before the loop answers, so it must refuse none.
    deadline = nil
    let fresh = read.keepingPlaces(of: configuration)
    let running = setup.configuration.profile
    guard fresh.profile == running else {
      throw LapwingError(
        .configuration, code: .otherProfile,
        "the configuration now has profile \(fresh.profile.rawValue) and the box runs as \(running.rawValue); restart it"
      )
    }
    let keys = fresh.keysThatWait(since: setup.configuration)
    let waiting: [OrderNotice] = keys.isEmpty ? [] : [.atNextStart(keys: keys)]
    let gaps = fresh.gaps + status.gapsOfPlaces(in: fresh)
    let notices = waiting + fresh.shadowed.map(\.notice) + gaps.map { OrderNotice.notWatched($0) }
    var asked = asked
    asked.sequel = .reloads(fresh, notices, after: change)
    // Screen and journal must have the names before the loop's first output with the new settings. The loop refuses none.
    let before = setup.settings.configuration
    setup.settings.configuration = fresh
    do throws(LapwingError) {
      try ask(asked) {
        .settings(
          fresh.monitor, bindKeys: fresh.bindKeys, roles: fresh.roles, sensors: fresh.sensors,
          pressure: fresh.pressureCorrection, board: fresh.board, $0)
      }
    } catch {
      setup.settings.configuration = before
      throw error
    }
  }

  /// What the next start will read must be good, or the box would not come back.
  private func configurationOfNextStart() throws(LapwingError) -> Configuration {
    do { return try setup.reload() } catch {
      throw LapwingError(
        error.status, code: error.code, "the box would not start again with its configuration of now: \(error.message)")
    }
  }

  /// A signal has no client, so a refusal goes to standard error. The old settings stay in force.
  mutating func reloadAfterSignal() {
    do throws(LapwingError) { try reload(PendingOrder(client: nil), try setup.reload()) } catch {
      say("not reloaded: \(error.message)")
      setup.manager?.ready()
    }
  }

  /// Writes to standard error, unless it is not read: that must not delay the orders.
  func say(_ sentence: String) {
    if Output.error.hasRoom { try? Output.error.line("lapwing: \(sentence)") }
  }
}
