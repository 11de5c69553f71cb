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
    switch request {
    case .status(isProved: true): try prove(to: client)
    case .status: return picture()
    case .follow(let seen): return picture(after: seen)
    case .acknowledge(nil, let seen):
      try refuseUnseen(heard, seen)
      try silence(.silence, heard, user, on: client)
    case .acknowledge(let name?, let seen):
      let condition = try TypedNames.condition(name), alarms = status.alarms.filter { $0.condition == condition }
      try refuseUnseen(alarms, seen)
      try silence(.acknowledge(condition), alarms, user, on: client)
    case .pause: try silence(.pause, heard, user, on: client)
    case .phase(let name):
      let phase = try TypedNames.phase(name)
      try ask(PendingOrder(client: client)) { .event(.phase(phase), $0) }
    case .startSession(let details, let unready):
      try details.check()
      try ask(PendingOrder(client: client)) { .startSession(details, ifUnready: unready, $0) }
    case .endSession:
      let sequel = status.sessionStartedAt == nil ? PendingOrder.Sequel.nothing : .endsSession
      try ask(PendingOrder(client: client, sequel: sequel)) { .event(.endSession, $0) }
    case .check(let isPlaced, let givesSignal):
      try ask(PendingOrder(client: client)) { .check(CheckOrder(isPlaced: isPlaced, givesSignal: givesSignal), $0) }
    case .drink(let amount):
      let amount = try amount.map { (amount) throws(LapwingError) in try Refreshments.amount("\(amount)") }
      try ask(PendingOrder(client: client)) { .event(.drink(amount ?? Refreshments.usual), $0) }
    case .undoDrink: try ask(PendingOrder(client: client)) { .event(.undoDrink, $0) }
    case .caffeine: try ask(PendingOrder(client: client)) { .event(.caffeine, $0) }
    case .undoCaffeine: try ask(PendingOrder(client: client)) { .event(.undoCaffeine, $0) }
    case .reset(let name, let seen):
      let condition = try name.map(TypedNames.condition)
      try refuseUnseen(status.alarms.filter { $0.condition == condition }, seen)
      try ask(PendingOrder(client: client)) { .event(.reset(condition), $0) }
    case .standby(let name, let hours):
      let person = try TypedNames.person(name, among: configuration.personNames)
      try ask(PendingOrder(client: client)) { .standby(person, hours: hours ?? Standby.usualHours, $0) }
    case .endStandby(let name):
      let person = try TypedNames.person(name, among: configuration.personNames)
      try ask(PendingOrder(client: client)) { .event(.endStandby(person), $0) }
    case .test(let name, let seconds):
      let condition = try TypedNames.condition(name), seconds = try TypedNames.testSeconds(seconds)
      try ask(PendingOrder(client: client)) { .event(.test(condition, seconds: seconds), $0) }
    case .adopt(let address, let label, let replaces, let wearer):
      let order = try TypedNames.adoption(
        address, label: label, replaces: replaces, wearer: wearer, among: knownAddresses)
      try ask(PendingOrder(client: client, sequel: .storesList)) { .adopt(order, $0) }
    case .forget(let text):
      let address = try TypedNames.address(text, among: knownAddresses)
      try ask(PendingOrder(client: client, sequel: .storesList)) { .forget(address, $0) }
    case .say(let topic):
      // If nothing happens, the status is old.
      let asked = try SpokenTopic(asked: topic), minute = minuteOfDay
      let delay = max(0, status.instant.duration(to: clock.now).inSeconds)
      let parts = asked.parts(
        of: picture(at: minute), gaps: status.gaps(in: configuration), persons: configuration.personNames,
        minute: minute,
        delay: delay)
      guard !parts.isEmpty else {
        throw LapwingError(
          .unavailable, code: "nothing-to-say",
          "the box knows nothing of this now (\(asked.rawValue)); see lapwing status")
      }
      try ask(PendingOrder(client: client)) { .say(parts, $0) }
    case .reload: try reload(PendingOrder(client: client), try setup.reload())
    case .change(let change): return try self.change(change, by: user, on: client)
    case .peer(let report): try hear(report, from: client)
    case .circle(let telling): return try hear(telling, of: client)
    case .call(let kind, let link, let person, let seconds):
      try call(kind, link: link, person: person, seconds: seconds, by: user, from: client)
    case .pair(let address, let number):
      let number = try number.map(TypedNames.passkey)
      try visit(.pair(try TypedNames.address(address, among: knownAddresses), passkey: number), client)
    case .passkey(let number): try visit(.passkey(try TypedNames.passkey(number)), client)
    case .unpair(let address): try visit(.unpair(try TypedNames.address(address, among: knownAddresses)), client)
    case .read(let address): try visit(.read(try TypedNames.address(address, among: knownAddresses)), client)
    case .stop: try visit(.stop, client)
    case .restart:
      setup.settings.next = try configurationOfNextStart()
      try ask(PendingOrder(client: client)) { .restart($0) }
    case .doctor:
      forgetDisconnected(&wantDoctor)
      wantDoctor.append(client)
      setup.doctor.ask()
    case .network(let name): return accepted(OrderReport(note: try NetworkRequest().answer(name)))
    case .update(let order):
      // If nothing happens, the status is old.
      let (status, configuration, now) = (status, configuration, max(self.status.instant, clock.now))
      let note = try UpdateRequest().answer(order) {
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
    send(picture(), to: wantProof)
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
  private func refuseUnseen(_ alarms: [AlarmTransition], _ seen: SeenAlarms?) throws(LapwingError) {
    guard let seen else { return }
    let isOfThisRun = seen.run == recentAlarms.run
    // What another person has answered meanwhile is not new.
    let waiting = alarms.filter { $0.presence == .latched || $0.presence == .on && $0.activation != .paused }
    guard let unseen = waiting.first(where: { !isOfThisRun || $0.sequence > seen.last }) else { return }
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
