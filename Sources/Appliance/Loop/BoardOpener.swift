import Alarms
import Board
import Foundation
import Glibc
import Readings
import Settings
import Synchronization
import System

/// Opens lines and sound card on a thread of its own, since that may wait for the kernel, and hands them to the critical
/// loop; again and again where they are missing, so that a card that is plugged in is used within a second.
final class BoardOpener: Sendable {
  private let firstPlan: BoardPlan
  private let inward: BoundedRing<LoopInput>
  private let wishes: BoundedRing<Wish>
  private let alarming = Atomic<Bool>(false)

  /// Whether an alarm of more than low priority sounds, as after a crash: it comes first, and the self-test is a brief
  /// one. Written by the critical loop.
  var isAlarming: Bool {
    get { alarming.load(ordering: .relaxed) }
    set { alarming.store(newValue, ordering: .relaxed) }
  }

  private enum Wish: Sendable {
    /// Others, and these are to be closed.
    case lines(GPIOLines?)
    case card(PCMSounder?)
    /// From now on by this plan.
    case plan(BoardPlan)
    case end
  }

  /// How often what is missing is tried again.
  private static let interval = Duration.milliseconds(250)
  /// For so many milliseconds the critical loop may hold what it has given up: many turns.
  private static let mostReleasePolls = 200

  init(plan: BoardPlan, inward: BoundedRing<LoopInput>) throws(LapwingError) {
    firstPlan = plan
    self.inward = inward
    wishes = try BoundedRing(capacity: 8)
  }

  func start() {
    let thread = Thread { [self] in serve() }
    thread.name = "board"
    thread.start()
  }

  /// The lines are lost: give others. Called by the critical loop.
  func wantLines(insteadOf lost: GPIOLines?) { wish(.lines(lost)) }

  /// The sound card is lost: give another. Called by the critical loop.
  func wantCard(insteadOf lost: PCMSounder?) { wish(.card(lost)) }

  /// What hangs on the box has another description. Called by the critical loop.
  func follow(_ plan: BoardPlan) { wish(.plan(plan)) }

  func end() { wish(.end) }

  private func wish(_ wish: Wish) {
    _ = wishes.push(wish)
    wishes.bell.ring()
  }

  private func serve() {
    var plan = firstPlan
    var needsLines = plan.lines != nil
    var needsSound = plan.sound != nil
    // Once, before the loop has them: afterwards a test would disturb an alarm.
    var isTested = true
    while true {
      if needsLines { needsLines = !openLines(of: plan, isTested: isTested) }
      if needsSound { needsSound = !openSound(of: plan, isTested: isTested) }
      isTested = false
      _ = wishes.bell.wait(needsLines || needsSound ? Self.interval : nil)
      while let wish = wishes.pop() {
        switch wish {
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

  /// Closes what is lost, before it is opened again: as long as the loop still holds it the kernel gives it to nobody.
  private static func release<Part: AnyObject>(_ lost: inout Part?) {
    for _ in 0..<mostReleasePolls where lost != nil && !isKnownUniquelyReferenced(&lost) { usleep(1000) }
    lost = nil
  }

  private func openLines(of plan: BoardPlan, isTested: Bool) -> Bool {
    guard let wanted = plan.lines else { return true }
    do throws(GPIOLines.Failure) {
      let lines = try GPIOLines(wanted)
      if isTested { report(SelfTest.lines(lines, isBrief: { self.isAlarming })) }
      return tell(.opened(.lines(lines)))
    } catch {
      tell(.opened(.noLines(error.message)))
      return false
    }
  }

  private func openSound(of plan: BoardPlan, isTested: Bool) -> Bool {
    guard let wanted = plan.sound else { return true }
    do throws(PCMSounder.Failure) {
      let card = try PCMSounder(wanted, level: plan.level)
      var isHeard = true
      // A card that was silent is heard again before it counts.
      if isTested || plan.ear != nil {
        let findings = SelfTest.card(card, heardBy: plan.ear, isBrief: { self.isAlarming })
        report(findings)
        isHeard = findings.allSatisfy { $0.part != SelfTest.ear || $0.isGood }
      }
      return tell(.opened(.card(card, isHeard: isHeard)))
    } catch {
      tell(.opened(.noCard(error.message)))
      return false
    }
  }

  private func report(_ findings: [SelfTest.Finding]) {
    for finding in findings { tell(.note("selftest \(finding.sentence)")) }
  }

  @discardableResult private func tell(_ record: LoopInput) -> Bool {
    let isTold = inward.push(record)
    inward.bell.ring()
    return isTold
  }
}
