import Alarms
import Engine
import Monitor
import Readings
import Status
import System

/// The role *circle*: the process that runs the care circle says what that does, and takes what people say to it
/// (docs/outside.md).
extension ControlServerState {
  /// Receives what the circle does and what came of a call, and answers with the calls that wait.
  mutating func hear(_ telling: CircleTelling, of client: Int) throws(LapwingError) -> String {
    let now = clock.now
    guard let index = clients.firstIndex(where: { $0.number == client }) else { throw CircleTeller.noAnswer }
    if let other = circle.client, other != client {
      guard !circle.isHeard(at: now) else {
        throw LapwingError(
          .usage, code: "other-teller", "another process reports on the care circle already; stop one of them")
      }
      loseCircle()
    }
    let beeps = try circle.receive(telling.state, from: client, at: now)
    clients[index].isCircle = true
    if let beeps { beep(beeps) }
    if let done = telling.done { finish(done) }
    let calls = circle.handOver()
    return accepted(OrderReport(calls: calls.isEmpty ? nil : calls))
  }

  /// Passes a call from the socket on. It is answered when the circle has answered.
  mutating func call(
    _ kind: CircleCall.Kind, link: String?, person: String?, seconds: Int?, by user: UInt32, from client: Int
  ) throws(LapwingError) {
    guard !kind.isOfOwner || setup.changers.contain(user) else {
      throw LapwingError(
        .noPermission, code: "no-changer",
        "only root, the user of this box and the user \(SettingsChangers.page) may manage the people; use sudo")
    }
    try circle.add(
      kind, link: link, person: person, seconds: seconds.map(Double.init), from: client, at: clock.now)
  }

  /// Passes a call from the buttons on. Beeps say what comes of it: two for an "okay" that counts, four for what
  /// does not. A call for help has two when a provider has the message. That nothing was open is no news.
  mutating func call(_ call: PersonCall) {
    do throws(LapwingError) {
      try circle.add(call == .help ? .help : .okay, from: nil, at: clock.now)
    } catch {
      refuseAtButtons(call == .help ? .help : .okay, error)
    }
  }

  /// Answers calls that the circle does not, and forgets a circle that is gone.
  mutating func watchCircle() {
    if let client = circle.client, !clients.contains(where: { $0.number == client }) { loseCircle() }
    for waiting in circle.takeLate(at: clock.now) { refuse(waiting) }
    let now = clock.now
    guard let reach = circle.reach(at: now) else { return }
    let isTaken = (try? ask(PendingOrder(client: nil)) { .event(.reach(reach), $0) }) != nil
    circle.noteReported(reach, isTaken: isTaken, at: now)
  }

  private mutating func loseCircle() { for waiting in circle.lose() { refuse(waiting) } }

  private mutating func finish(_ answer: CircleCallAnswer) {
    guard let waiting = circle.takeAnswered(answer.number) else { return }
    let kind = waiting.call.kind
    // A call for help that failed must not be taken for one that was sent.
    if answer.outcome == .failed, !kind.isByLink {
      let reason = answer.text ?? "the care circle has failed"
      let own = kind.isOfOwner ? LapwingError(.usage, code: answer.code ?? "failed", reason) : nil
      return refuse(waiting, own ?? CircleTeller.nobodyIsTold(reason))
    }
    if let client = waiting.client { return send(accepted(OrderReport(call: answer)), to: [client]) }
    switch answer.outcome {
    case .nothing: break
    case .trying: beep(BeepCount.reminder)
    case .sayAgain: beep(BeepCount.refused)
    default: beep(BeepCount.done)
    }
  }

  private mutating func refuse(_ waiting: CircleTeller.Waiting, _ error: LapwingError = CircleTeller.noAnswer) {
    guard let client = waiting.client else { return refuseAtButtons(waiting.call.kind, error) }
    send(refusal(error), to: [client])
  }

  /// A box without a circle has no one to whom "okay" would be news.
  private mutating func refuseAtButtons(_ kind: CircleCall.Kind, _ error: LapwingError) {
    guard kind == .help else { return }
    beep(BeepCount.refused)
    say("help: \(error.message)")
  }

  /// Beeps, if no alarm sounds: the signals of alarms come first. A loop that has too much to do gives none.
  private mutating func beep(_ count: UInt8) {
    try? ask(PendingOrder(client: nil)) { .event(.beeps(count), $0) }
  }
}
