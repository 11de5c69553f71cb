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

/// The requests of clients, and what follows when the critical loop has carried out an order.
extension ControlServerState {
  private var knownAddresses: [DeviceAddress] { status.sensors.map(\.sensor.address) }

  /// Carries out a request.
  /// - Parameter client: the number of the connection.
  /// - Returns: the answer; `nil` if the loop must answer first.
  mutating func answer(
    _ request: ControlRequest, to user: UInt32, on client: Int
  ) throws(LapwingError) -> String? {
    deadline = request.until
    try refuseOtherRole(request, of: client)
    switch request.verb {
    case .status where request.proved == true: try prove(to: client)
    case .status, .follow: return picture(for: request)
    case .ack:
      guard request.name != nil else {
        try refuseUnseen(heard, request)
        try silence(.silence, heard, user, on: client)
        return nil
      }
      let condition = try request.condition(), alarms = status.alarms.filter { $0.condition == condition }
      try refuseUnseen(alarms, request)
      try silence(.acknowledge(condition), alarms, user, on: client)
    case .pause: try silence(.pause, heard, user, on: client)
    case .phase:
      let phase = try request.phase()
      try ask(PendingOrder(client: client)) { .event(.phase(phase), $0) }
    case .session:
      switch request.name {
      case "start":
        let details = request.details ?? SessionDetails()
        try details.check()
        try ask(PendingOrder(client: client)) {
          .startSession(details, ifUnready: request.unready ?? .told, $0)
        }
      case "end":
        let sequel = status.sessionStartedAt == nil ? PendingOrder.Sequel.nothing : .endsSession
        try ask(PendingOrder(client: client, sequel: sequel)) { .event(.endSession, $0) }
      default: throw LapwingError(.usage, code: "bad-session", "a session can start or end")
      }
    case .check:
      let order = CheckOrder(isPlaced: request.placed == true, givesSignal: request.signal == true)
      try ask(PendingOrder(client: client)) { .check(order, $0) }
    case .drink:
      let drink = try request.drink()
      try ask(PendingOrder(client: client)) { .event(drink, $0) }
    case .caffeine:
      try ask(PendingOrder(client: client)) { .event(request.undo == true ? .undoCaffeine : .caffeine, $0) }
    case .reset:
      var condition: ConditionID?
      if request.name != nil { condition = try request.condition() }
      try refuseUnseen(status.alarms.filter { $0.condition == condition }, request)
      try ask(PendingOrder(client: client)) { .event(.reset(condition), $0) }
    case .standby, .endStandby:
      let person = try request.person(among: configuration.personNames), hours = request.hours ?? Standby.usualHours
      try ask(PendingOrder(client: client)) {
        request.verb == .standby ? .standby(person, hours: hours, $0) : .event(.endStandby(person), $0)
      }
    case .test:
      let condition = try request.condition(), seconds = try request.testSeconds()
      try ask(PendingOrder(client: client)) { .event(.test(condition, seconds: seconds), $0) }
    case .adopt:
      let order = try request.adoption(among: knownAddresses)
      try ask(PendingOrder(client: client, sequel: .storesList)) { .adopt(order, $0) }
    case .forget:
      let address = try request.address(among: knownAddresses)
      try ask(PendingOrder(client: client, sequel: .storesList)) { .forget(address, $0) }
    case .say:
      let minute = minuteOfDay
      let parts = try SpokenTopic(asked: request.name).parts(
        of: picture(at: minute), gaps: status.gaps(in: configuration), persons: configuration.personNames, minute: minute)
      try ask(PendingOrder(client: client)) { .say(parts, $0) }
    case .reload: try reload(PendingOrder(client: client), try setup.reload())
    case .change: return try change(request.change, by: user, on: client)
    case .peer: try hear(request, from: client)
    case .circle: return try hear(request.circle, of: client)
    case .call: try call(request, by: user, from: client)
    case .pair, .passkey, .unpair, .read, .stop: try visit(request, client)
    case .restart:
      setup.settings.next = try configurationOfNextStart()
      try ask(PendingOrder(client: client)) { .restart($0) }
    case .doctor:
      forgetDisconnected(&wantDoctor)
      wantDoctor.append(client)
      setup.doctor.ask()
    case .network: return accepted(OrderReport(note: try NetworkRequest().answer(request.name ?? "")))
    case .update:
      // If nothing happens, the status is old.
      let (status, configuration, now) = (status, configuration, max(self.status.instant, clock.now))
      let note = try UpdateRequest().answer(try UpdateOrder(request.name ?? "")) {
        QuietMoment.reasonToWait(status, in: configuration, at: now)
      }
      return accepted(OrderReport(note: note))
    }
    return nil
  }

  /// Hands an order to the loop, which alone knows what may be done, and which answers it.
  mutating func ask(_ pending: PendingOrder, _ order: (UInt32) -> BoxOrder) throws(LapwingError) {
    let number = orders.nextNumber()
    // The deadline is that of the request of a client.
    guard setup.box.post(order(number), before: pending.client == nil ? nil : deadline) else {
      throw LapwingError(.unavailable, code: "busy", "the box has too much to do; try again")
    }
    orders.add(pending, number: number)
  }

  /// Hands the radio an order about one device.
  private mutating func visit(_ request: ControlRequest, _ client: Int) throws(LapwingError) {
    let order = try request.deviceOrder(among: knownAddresses)
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
    guard let findings = setup.doctor.removeFindings() else { return }
    send(accepted(OrderReport(findings: findings)), to: wantDoctor)
    wantDoctor = []
  }

  /// Sends a line to the clients with these numbers that are still there.
  mutating func send(_ line: String, to numbers: [Int]) {
    for index in clients.indices where numbers.contains(clients[index].number) {
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
    send(picture(for: ControlRequest(.status)), to: wantProof)
    wantProof = []
  }

  mutating func send(_ answer: OrderAnswer, toOrder order: UInt32) {
    guard let asked = orders.remove(order) else { return }
    if case .provesLife = asked.sequel { return tellProof() }
    let line: String
    switch answer {
    case .done(let notices): line = accepted(finish(asked, notices))
    case .checked(let check):
      line = accepted(OrderReport(check: CheckReport(check, status, in: configuration)))
    case .refused(let error): line = refusal(error)
    }
    if let client = asked.client { send(line, to: [client]) }
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

  /// A person answers the alarms that the page has shown. One that began, or sounds again, since then was not seen.
  private func refuseUnseen(_ alarms: [AlarmTransition], _ request: ControlRequest) throws(LapwingError) {
    guard let seen = request.since else { return }
    let isOfThisRun = request.run == recentAlarms.run
    // What another person has answered meanwhile is not new.
    let waiting = alarms.filter { $0.presence == .latched || $0.presence == .on && $0.activation != .paused }
    guard let unseen = waiting.first(where: { !isOfThisRun || $0.sequence > seen }) else { return }
    throw LapwingError(
      .usage, code: "unseen-alarm",
      "\(unseen.condition.name) is new since this was shown, and nothing was acknowledged; look at it and answer again")
  }

  private var heard: [AlarmTransition] { status.heard(by: configuration.conditions) }

  /// Passes on an order for silence of some alarms, unless the user gave the same one a moment ago.
  private mutating func silence(
    _ order: Event, _ alarms: [AlarmTransition], _ user: UInt32, on client: Int
  ) throws(LapwingError) {
    let refusal =
      pauses.refusalOfRepeats(from: user, at: clock.now) ?? pauses.refusal(of: alarms, from: user, at: clock.now)
    if let refusal {
      throw LapwingError(.usage, code: "too-soon", refusal)
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
        .configuration, code: "other-profile",
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
