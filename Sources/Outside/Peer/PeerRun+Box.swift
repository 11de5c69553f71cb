import Control
import FoundationEssentials
import Glibc
import Peer
import Readings
import Settings
import Status
import Synchronization
import System

/// The threads of ``PeerRun`` that look at this box. Each waits for the box alone, so that a box that hangs keeps none of the others.
extension PeerRun {
  /// How long the critical loop may take to answer. With the pause between two questions and the limit of the link, a box that
  /// hangs is missed within 10 s.
  private static let patience = Duration.seconds(2)
  private static let pause: UInt32 = 1

  func followBox() {
    while true {
      do throws(LapwingError) {
        try followUntilEnd()
        // It has said that it ends, so nothing sounds here any more.
        change { $0.end(at: clock.now) }
        setHealth(.stopped)
      } catch {
        // Its alarms may still be on: until it answers again, or counts as lost, the other box goes on with what is
        // known. The thread that asks whether it lives says why it does not answer.
      }
      sleep(Self.pause)
    }
  }

  private func followUntilEnd() throws(LapwingError) {
    var client = try ControlClient(path: control)
    let status = try client.startFollowing(after: nil)
    change { $0.begin(status, at: clock.now) }
    while let line = try client.next() {
      guard line.contains(#""kind":"alarm""#) else { continue }
      guard let event = try? JSONDecoder().decode(BoxEvent.self, from: Data(line.utf8)),
        case .alarm(let alarm) = event.content
      else {
        // It is followed from the beginning: its whole state has every alarm.
        throw LapwingError(.badData, code: "bad-line", "a line about an alarm cannot be read")
      }
      change { $0.apply(alarm, at: clock.now) }
    }
  }

  private static let reportedEvery = Duration.seconds(60)

  /// How the link was when it was last kept for `lapwing outside status`.
  private struct KeptLink {
    var link: String?
    var at: Instant
  }

  /// Asks the critical loop whether it lives, and keeps how the link is for `lapwing outside status`: a disk may be slow, so
  /// that is nothing for the threads that carry alarms.
  func askBox() {
    var kept = KeptLink(at: clock.now)
    while true {
      keepLink(&kept)
      askOnce()
      sleep(Self.pause)
    }
  }

  // In one function with the loop around it, the optimizer of Swift 6.3 never ends (LoopInvariantCodeMotion).
  @inline(never)
  private func keepLink(_ kept: inout KeptLink) {
    let now = clock.now
    let report = state.withLock { PeerReport(settings.name, $0.link, at: now) }
    guard report.link != kept.link || kept.at.duration(to: now) >= Self.reportedEvery else { return }
    if report.link != kept.link { log.say(report.text, isFine: report.sentence == nil) }
    kept = KeptLink(link: report.link, at: now)
    try? queue.keep(OrderedJSON.text(of: report), as: PeerReport.key)
  }

  @inline(never)
  private func askOnce() {
    let wasStopped = state.withLock { $0.health == .stopped }
    switch answer() {
    case .missing: if !wasStopped { setHealth(.missing) }
    case let health: setHealth(health)
    }
  }

  private func answer() -> PeerFrame.Health {
    do throws(LapwingError) {
      var client = try ControlClient(path: control, patience: Self.patience)
      _ = try client.status(isProved: true)
      return .works
    } catch {
      return ["not-running", "refused", "cut-off"].contains(error.code) ? .missing : .hangs
    }
  }
}

/// How the link to the other box is, for `lapwing outside status`. It is kept when that changes, and each minute.
package struct PeerReport: Codable, Sendable, Equatable {
  package let name: String
  /// `heard`, `waiting`, or why it is lost.
  package let link: String
  package var sentence: String?
  /// Datagrams since the process began: those that counted, and by the reason those that did not.
  package let taken: Int
  package let refused: [String: Int]

  static let key = "peer"

  init(_ name: String, _ link: PeerLink, at instant: Instant) {
    self.name = name
    let loss = link.loss(at: instant)
    self.link = loss?.rawValue ?? (link.isSettled(at: instant) ? "heard" : "waiting")
    sentence = loss?.sentence(name)
    taken = link.taken
    refused = Dictionary(uniqueKeysWithValues: link.refused.map { ($0.key.rawValue, $0.value) })
  }

  var text: String {
    // Others come with every restart of a side, and by multicast.
    let forged = refused[PeerFrame.Refusal.forged.rawValue, default: 0]
    let odd = forged == 0 ? "" : ", \(forged) forged datagrams refused"
    return sentence ?? "\(name): \(link)\(odd)"
  }
}
