import Circle
import Control
import Glibc
import Readings
import Status
import Synchronization
import System

/// The thread that joins the circle to the box by the control socket: it says what the circle is about to do, and takes what people
/// at the box and at its page say to it. The box forgets it within 3 s (`CircleTeller`).
struct CircleLink: Sendable {
  let desk: CircleDesk
  let socket: String
  let log: OutsideLog

  private static let pause: UInt32 = 500_000
  private static let patience = Duration.seconds(2)

  func run() {
    var client: ControlClient?, done: [CircleCallAnswer] = [], fault: String?
    while true {
      do throws(LapwingError) {
        if client == nil { client = try ControlClient(path: socket, patience: Self.patience) }
        guard var connection = client else { continue }
        client = nil
        let calls = try connection.order(.circle(CircleTelling(desk.report, done: done.first))).calls ?? []
        if !done.isEmpty { done.removeFirst() }
        (client, fault) = (connection, nil)
        done += calls.map(desk.answer)
      } catch {
        // A call is answered once at most, and by the connection that it came by.
        done = []
        // That the box is away is said by who follows it.
        if fault != error.message, error.code != "not-running" {
          log.say("the box does not receive what the care circle does: \(error.message)")
        }
        fault = error.message
      }
      // The caller waits for the answer.
      if done.isEmpty { usleep(Self.pause) }
    }
  }
}

extension CircleDesk {
  /// What the box shows of the circle: the most urgent thing that it does, in true seconds.
  var report: ShownCircle {
    let (now, speed) = (time.now, Double(time.speed))
    @Sendable func seconds(until due: Instant) -> Double { max(0, now.duration(to: due).inSeconds) / speed }
    let proof = proof.withLock { $0 }
    return look { circle, _ in
      let next = circle.firstToBeTold
      var report =
        circle.incidents.map { incident in
          switch incident.stage {
          case .countdown(let end?): ShownCircle(.countdown, seconds: seconds(until: end), next: next)
          case .countdown: ShownCircle(incident.conditions.isEmpty ? .calm : .standing, next: next)
          case .trying(let person): ShownCircle(.trying, by: person)
          case .accepted(let person): ShownCircle(.accepted, by: person)
          case .unreached: ShownCircle(.unreached)
          case .held(let person, _): ShownCircle(.held, by: person)
          case .okay: ShownCircle(.okay)
          case .well: ShownCircle(.calm)
          }
        }.min { ($0.urgency, $0.seconds ?? 0) < ($1.urgency, $1.seconds ?? 0) } ?? ShownCircle(.calm)
      if report.stage != .unreached, let due = circle.helpDue {
        report = ShownCircle(.help, seconds: seconds(until: due), next: next)
      }
      if let said = circle.incidents.lazy.compactMap(\.latestWord).first {
        report.says = ShownCircle.Says(
          by: said.person, word: said.word?.rawValue, seconds: (said.at.duration(to: now).inSeconds / speed).rounded())
      }
      if report.stage == .calm { (report.next, report.says) = (nil, nil) }
      if circle.incidents.contains(where: \.asksAgain) { report.asksAgain = true }
      report.fault = proof.fault(of: circle)
      let failing = proof.failing.intersection(circle.channels)
      if !failing.isEmpty { report.failing = failing.sorted() }
      return report
    }
  }

  /// Carries a call out. What it changes is on the disk when this returns.
  func answer(_ call: CircleCall) -> CircleCallAnswer {
    do throws(LapwingError) {
      switch call.kind {
      case .okay, .help: return CircleCallAnswer(call.number, try say(call.kind))
      case .look: return try look(call.number, call.link ?? "")
      case .people: return answer(call.number, .done)
      case .invite:
        _ = try invite(call.person ?? "")
        return answer(call.number, .done)
      case .remove:
        try removeInvited(call.person ?? "")
        return answer(call.number, .done)
      case .earlier:
        try moveUp(call.person ?? "")
        return answer(call.number, .done)
      case .drill, .pause, .resume:
        let verb: CircleOrder.Verb = call.kind == .drill ? .drill : call.kind == .pause ? .pause : .resume
        _ = try perform(CircleOrder(verb, person: call.person, seconds: call.seconds))
        return answer(call.number, .done)
      case .end:
        try end()
        return answer(call.number, .done)
      case .haveIt, .onMyWay, .there, .callMe: return try haveIt(call.number, call.link ?? "", call.kind.word)
      }
    } catch {
      log.say("\(call.kind.rawValue) was said by way of the box, but \(error.message)")
      var answer = CircleCallAnswer(call.number, .failed, text: error.message)
      answer.code = error.code
      return answer
    }
  }

  private func answer(_ number: UInt32, _ outcome: CircleCallAnswer.Outcome) -> CircleCallAnswer {
    var answer = CircleCallAnswer(number, outcome)
    (answer.people, answer.log) = (shownPeople, shownPast)
    return answer
  }

  /// Help that is called for twice is one call, which "okay" takes back.
  private func say(_ kind: CircleCall.Kind) throws(LapwingError) -> CircleCallAnswer.Outcome {
    let event = kind == .okay ? CircleOrder(.okay) : CircleOrder(.help)
    let entries = try order(try self.event(of: event))
    let outcome = outcome(kind, entries)
    if outcome == .trying, look({ circle, _ in !circle.hasAnybody }) {
      throw LapwingError(.unavailable, code: "no-circle", Self.noConsent)
    }
    log.say("\(kind.rawValue) was said at the box (\(outcome.rawValue))", isFine: true)
    return outcome
  }

  /// What the circle made of a call. Of several incidents the one counts of which the person must know most.
  func outcome(_ kind: CircleCall.Kind, _ entries: [CircleEntry]) -> CircleCallAnswer.Outcome {
    func has(_ kind: CircleEntry.Kind) -> Bool { entries.contains { $0.kind == kind } }
    if has(.okayAsked) { return .sayAgain }
    if has(.helpTakenBack) { return .takenBack }
    if kind == .help { return .trying }
    let isFor = look { circle, _ in circle.incidents.contains { if case .okay = $0.stage { true } else { false } } }
    return isFor ? .okayForNow : has(.okay) ? .okay : .nothing
  }
}

extension ShownCircle {
  /// 0 for what is shown before anything else. That no one can be reached comes first; a countdown asks something of
  /// the people at the box, so it comes before what goes on without them.
  fileprivate var urgency: Int {
    switch stage {
    case .unreached: 0
    case .countdown: 1
    case .trying: 2
    case .accepted: 3
    case .standing: 4
    case .held: 5
    case .okay: 6
    case .help, .calm, .silent: 7
    }
  }
}
