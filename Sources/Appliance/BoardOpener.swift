import Alarms
import Board
import Foundation
import Readings

/// What has become of the opening of a part of the board.
public enum OpenedPart: Sendable {
  /// The lines are there.
  case lines(GPIOLines)
  /// The sound card is there.
  case card(PCMSounder)
  /// The lines can not be had for now, in words.
  case noLines(String)
  /// The sound card can not be had for now, in words.
  case noCard(String)
}

/// Opens lines and sound card on a thread of its own, since that may wait for the kernel, and hands them to the critical
/// loop; again and again where they are missing, so that a card that is plugged in is used within a second or two.
final class BoardOpener: Sendable {
  private let plan: BoardPlan
  private let inward: BoundedRing<InwardRecord>
  private let wishes: BoundedRing<Wish>

  private enum Wish: Sendable {
    /// Others, and these are to be closed.
    case lines(GPIOLines?)
    case card(PCMSounder?)
    case end
  }

  /// How often what is missing is tried again.
  private static let interval = Duration.seconds(1)

  init(plan: BoardPlan, inward: BoundedRing<InwardRecord>) throws(ApplianceError) {
    self.plan = plan
    self.inward = inward
    wishes = try BoundedRing(capacity: 8)
  }

  func start() {
    if plan.lines == nil, plan.sound == nil { return }
    let thread = Thread { [self] in serve() }
    thread.name = "board"
    thread.start()
  }

  /// The lines are lost: give others. Called by the critical loop.
  func wantLines(insteadOf lost: GPIOLines?) { wish(.lines(lost)) }

  /// The sound card is lost: give another. Called by the critical loop.
  func wantCard(insteadOf lost: PCMSounder?) { wish(.card(lost)) }

  func end() { wish(.end) }

  private func wish(_ wish: Wish) {
    _ = wishes.push(wish)
    wishes.bell.ring()
  }

  private func serve() {
    var needsLines = plan.lines != nil
    var needsSound = plan.sound != nil
    // Once, before the loop has them: afterwards a test would disturb an alarm.
    var isTested = true
    while true {
      if needsLines { needsLines = !openLines(isTested: isTested) }
      if needsSound { needsSound = !openSound(isTested: isTested) }
      isTested = false
      _ = wishes.bell.wait(needsLines || needsSound ? Self.interval : nil)
      while let wish = wishes.pop() {
        switch wish {
        case .lines: needsLines = true
        case .card: needsSound = true
        case .end: return
        }
      }
    }
  }

  private func openLines(isTested: Bool) -> Bool {
    guard let wanted = plan.lines else { return true }
    do throws(GPIOLines.Failure) {
      let lines = try GPIOLines(wanted)
      if isTested { report(SelfTest.lines(lines)) }
      return tell(.opened(.lines(lines)))
    } catch {
      tell(.opened(.noLines(error.message)))
      return false
    }
  }

  private func openSound(isTested: Bool) -> Bool {
    guard let wanted = plan.sound else { return true }
    do throws(PCMSounder.Failure) {
      let card = try PCMSounder(wanted, level: plan.level)
      if isTested { report([SelfTest.card(card)]) }
      return tell(.opened(.card(card)))
    } catch {
      tell(.opened(.noCard(error.message)))
      return false
    }
  }

  private func report(_ findings: [SelfTest.Finding]) {
    for finding in findings { tell(.note("selftest \(finding.sentence)")) }
  }

  @discardableResult private func tell(_ record: InwardRecord) -> Bool {
    let isTold = inward.push(record)
    inward.bell.ring()
    return isTold
  }
}
