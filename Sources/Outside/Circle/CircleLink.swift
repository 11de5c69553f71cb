import Circle
import Control
import Glibc
import Readings
import Status
import System

/// The thread that joins the circle to the box by the control socket: it says what the circle is about to do, and takes what people
/// at the box and at its page say to it. The box forgets it within 3 s (`CircleTeller`).
struct CircleLink: Sendable {
  let desk: CircleDesk
  /// The control socket of the box.
  let socket: String
  let log: OutsideLog

  private static let pause: UInt32 = 500_000
  private static let patience = Duration.seconds(2)

  /// Tells for as long as the process runs.
  func run() {
    var client: ControlClient?, done: [CircleCallAnswer] = [], fault: String?
    while true {
      do throws(LapwingError) {
        if client == nil { client = try ControlClient(path: socket, patience: Self.patience) }
        guard var connection = client else { continue }
        client = nil
        var request = ControlRequest(.circle)
        request.circle = CircleTelling(desk.report, done: done.first)
        let calls = try connection.order(request).calls ?? []
        if !done.isEmpty { done.removeFirst() }
        (client, fault) = (connection, nil)
        done += calls.map(desk.answer)
      } catch {
        // A call is answered once at most, and by the connection that it came by.
        done = []
        // That the box is away is said by who follows it.
        if fault != error.message, error.code != "not-running" {
          log.say("the box is not told what the care circle does: \(error.message)")
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
    return look { circle, _ in
      let incidents = circle.incidents, next = circle.firstToBeTold
      if let due = circle.helpDue { return ShownCircle(.help, seconds: seconds(until: due), next: next) }
      // A countdown asks something of the people at the box, so it comes before what goes on without them.
      let ends = incidents.compactMap { if case .countdown(let end) = $0.stage { end } else { nil } }
      if let end = ends.min() { return ShownCircle(.countdown, seconds: seconds(until: end), next: next) }
      if incidents.contains(where: { $0.stage == .telling }) {
        return circle.hasAnybody ? ShownCircle(.telling) : ShownCircle(.standing)
      }
      if incidents.contains(where: { $0.stage == .countdown(until: nil) && !$0.conditions.isEmpty }) {
        return ShownCircle(.standing, next: next)
      }
      for incident in incidents {
        if case .held(let person, _) = incident.stage { return ShownCircle(.held, by: person) }
      }
      let isOkay = incidents.contains { if case .okay = $0.stage { true } else { false } }
      return ShownCircle(isOkay ? .okay : .calm)
    }
  }

  /// Carries a call out. What it changes is on the disk when this returns.
  func answer(_ call: CircleCall) -> CircleCallAnswer {
    do throws(LapwingError) {
      switch call.kind {
      case .okay, .help: return CircleCallAnswer(call.number, try say(call.kind))
      case .look: return try look(call.number, call.link ?? "")
      case .haveIt: return try haveIt(call.number, call.link ?? "")
      }
    } catch {
      log.say("\(call.kind.rawValue) was said by way of the box, but \(error.message)")
      return CircleCallAnswer(call.number, .failed, text: error.message)
    }
  }

  /// Help that is called for twice is one call, which "okay" takes back.
  private func say(_ kind: CircleCall.Kind) throws(LapwingError) -> CircleCallAnswer.Outcome {
    let event = kind == .okay ? CircleOrder(.okay) : CircleOrder(.help)
    let entries = try order(try self.event(of: event))
    let outcome: CircleCallAnswer.Outcome =
      if entries.contains(where: { $0.kind == .helpTakenBack }) {
        .takenBack
      } else if kind == .help || entries.contains(where: { $0.kind == .okay }) {
        .told
      } else {
        .nothing
      }
    if kind == .help, outcome == .told, look({ circle, _ in !circle.hasAnybody }) {
      throw LapwingError(.unavailable, code: "no-circle", Self.noConsent)
    }
    log.say("\(kind.rawValue) was said at the box (\(outcome.rawValue))", isFine: true)
    return outcome
  }
}
