import Alarms
import Board
import Foundation
import Glibc
import Readings
import Settings
import Synchronization
import System

/// Opens lines and sound card on its own thread, because that may wait for the kernel, and passes them to the critical
/// loop. It tries missing parts again and again, so that a card that is plugged in is used within a second. If Lapwing
/// chooses the card, it looks for a better one too: by USB cards come some seconds after the jack.
final class BoardOpener: Sendable {
  private let firstPlan: BoardPlan
  private let inward: BoundedRing<LoopInput>
  private let requests: BoundedRing<Request>
  private let alarming = Atomic<Bool>(false)

  /// Whether an alarm of more than low priority sounds, as after a crash. The alarm has precedence, so the self-test is
  /// brief. Written by the critical loop.
  var isAlarming: Bool {
    get { alarming.load(ordering: .relaxed) }
    set { alarming.store(newValue, ordering: .relaxed) }
  }

  /// An order of the critical loop to this thread.
  private enum Request: Sendable {
    /// Open the lines again, and close these first.
    case lines(GPIOLines?)
    case card(PCMSounder?)
    /// Use this plan from now on.
    case plan(BoardPlan)
    case end
  }

  /// The interval of retries for missing parts.
  private static let interval = Duration.milliseconds(250)
  /// The interval of looks for a better card.
  private static let choice = Duration.seconds(2)
  /// In milliseconds: how long the critical loop may still hold a part that it has given up. That is many turns.
  private static let mostReleasePolls = 200

  init(plan: BoardPlan, inward: BoundedRing<LoopInput>) throws(LapwingError) {
    firstPlan = plan
    self.inward = inward
    requests = try BoundedRing(capacity: 8)
  }

  func start() {
    Thread.start(named: "board") { [self] in serve() }
  }

  /// Asks for new lines, because these are lost. Called by the critical loop.
  func wantLines(insteadOf lost: GPIOLines?) { request(.lines(lost)) }

  /// Asks for a new sound card, because this one is lost. Called by the critical loop.
  func wantCard(insteadOf lost: PCMSounder?) { request(.card(lost)) }

  /// Changes the plan. Called by the critical loop.
  func follow(_ plan: BoardPlan) { request(.plan(plan)) }

  func end() { request(.end) }

  private func request(_ request: Request) {
    _ = requests.push(request)
    requests.bell.ring()
  }

  private func serve() {
    var plan = firstPlan
    var needsLines = plan.lines != nil
    var needsSound = plan.sound != nil
    // Tested once, before the loop uses the parts. Later a test would disturb an alarm.
    var isTested = true
    var chosen: String?
    while true {
      if needsLines { needsLines = !openLines(of: plan, isTested: isTested) }
      let best = plan.sound?.isChosen == true ? plan.sound?.card : nil
      if needsSound {
        needsSound = !openSound(of: plan, isTested: isTested)
        chosen = needsSound ? nil : best
      } else if let best, best != chosen, openSound(of: plan, isTested: false, isInsteadOfOne: true) {
        chosen = best
      }
      isTested = false
      let pause = plan.sound?.isChosen == true ? Self.choice : nil
      _ = requests.bell.wait(needsLines || needsSound ? Self.interval : pause)
      while let request = requests.pop() {
        switch request {
        case .lines(var lost):
          Self.release(&lost)
          needsLines = true
        case .card(var lost):
          Self.release(&lost)
          needsSound = true
        case .plan(let fresh): plan = fresh
        case .end: return
        }
      }
    }
  }

  /// Closes a lost part before it is opened again. While the loop still holds it, the kernel refuses that.
  private static func release<Part: AnyObject>(_ lost: inout Part?) {
    for _ in 0..<mostReleasePolls where lost != nil && !isKnownUniquelyReferenced(&lost) { usleep(1000) }
    lost = nil
  }

  private func openLines(of plan: BoardPlan, isTested: Bool) -> Bool {
    guard let wanted = plan.lines else { return true }
    do throws(GPIOLines.Failure) {
      let lines = try GPIOLines(wanted)
      if isTested { report(SelfTest.lines(lines, isBrief: { self.isAlarming })) }
      return report(.opened(.lines(lines)))
    } catch {
      report(.opened(.noLines(error.message)))
      return false
    }
  }

  /// - Parameter isInsteadOfOne: whether the loop has a card that works: then a failure is none.
  private func openSound(of plan: BoardPlan, isTested: Bool, isInsteadOfOne: Bool = false) -> Bool {
    guard let wanted = plan.sound else { return true }
    do throws(PCMSounder.Failure) {
      let card = try PCMSounder(wanted, level: plan.level)
      if !card.damagedClips.isEmpty {
        let names = card.damagedClips.prefix(5).joined(separator: ", ")
        report(
          .note(
            "speech: these clips are damaged and are not spoken: \(names); alarms sound as always; install Lapwing again"
          ))
      }
      var isHeard = true
      // A card whose tone was missing is tested again before it counts.
      if isTested || plan.ear != nil {
        let findings = SelfTest.card(card, heardBy: plan.ear, isBrief: { self.isAlarming })
        report(findings)
        isHeard = findings.allSatisfy { $0.part != SelfTest.ear || $0.isGood }
      }
      return report(.opened(.card(card, isHeard: isHeard)))
    } catch {
      if !isInsteadOfOne { report(.opened(.noCard(error.message))) }
      return false
    }
  }

  private func report(_ findings: [SelfTest.Finding]) {
    for finding in findings { report(.note("selftest \(finding.sentence)")) }
  }

  @discardableResult private func report(_ record: LoopInput) -> Bool {
    let isTaken = inward.push(record)
    inward.bell.ring()
    return isTaken
  }
}
