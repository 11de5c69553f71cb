import Alarms
import Board
import Readings
import Settings
import System

/// What happens when lamps, buttons or sound card are pulled out, and when they are there again: the loop gives up the
/// part, the opener looks for it, and the alarm on a failing part is raised and ended.
extension BoardControl {
  /// Takes over lines or sound card that were opened, or records that they are missing.
  mutating func adopt(_ part: OpenedPart, at instant: Instant, into reports: inout [BoardReport]) {
    switch part {
    case .lines(let lines):
      board.adopt(lines, at: instant)
      lamps.renew()
      if let descriptor = lines.buttonDescriptor { try? sleeper.add(descriptor) }
      note("the lines are there", of: .lampFailed, into: &reports)
    case .card(let card, let isHeard):
      board.adopt(card, isHeard: isHeard)
      sounder.renew(at: instant)
      if let poll = card.poll { try? sleeper.add(poll.descriptor, events: poll.events) }
      note("the sound card is there\(isHeard ? "" : ", but gives no sound")", of: .sounderFailed, into: &reports)
    case .noLines(let message):
      board.loseLines()
      note(message, of: .lampFailed, into: &reports)
    case .noCard(let message):
      board.loseCard()
      note(message, of: .sounderFailed, into: &reports)
    }
  }

  /// Puts another plan in force: changed parts are opened again, and everything else continues.
  mutating func adopt(_ plan: BoardPlan) {
    let hasOtherLines = plan.lines != board.plan.lines, hasOtherCard = plan.isOtherCard(than: board.plan)
    opener.follow(plan)
    if hasOtherLines { giveUpLines() }
    if hasOtherCard { giveUpCard() }
    board.adopt(plan)
    lamps.isOneLamp = plan.lines?.isOneLamp ?? false
    if hasOtherLines { lamps.renew() }
  }

  /// - Returns: whether the hardware is open, or known to be missing. Returns `true` once.
  mutating func hasBegun(by instant: Instant) -> Bool {
    guard !isBegun else { return false }
    let isLate = instant >= .start.advanced(by: Self.longestBeginning)
    guard board.isComplete || isLate else { return false }
    isBegun = true
    if !board.isComplete {
      if board.lines == nil { board.loseLines() }
      if board.card == nil { board.loseCard() }
    }
    return true
  }

  mutating func loseLines(_ message: String, into reports: inout [BoardReport]) {
    giveUpLines()
    board.loseLines()
    note(message, of: .lampFailed, into: &reports)
  }

  mutating func loseCard(_ message: String, into reports: inout [BoardReport]) {
    giveUpCard()
    board.loseCard()
    note(message, of: .sounderFailed, into: &reports)
  }

  private func giveUpLines() {
    if let descriptor = board.lines?.buttonDescriptor { sleeper.remove(descriptor) }
    opener.wantLines(insteadOf: board.lines)
  }

  private func giveUpCard() {
    if let poll = board.card?.poll { sleeper.remove(poll.descriptor) }
    opener.wantCard(insteadOf: board.card)
  }
}
