import Alarms
import Board
import Engine
import Glibc
import Monitor
import Readings
import Settings
import System

/// What the critical loop does with lamps, buttons and sounders.
extension CriticalLoop {
  func driveBoard() {
    let now = clock.now
    if let card = board.card {
      do throws(PCMSounder.Failure) {
        try card.fill()
        try card.check(at: now)
      } catch { loseCard(error.message) }
      if let underruns = board.takeUnderruns() { note(underruns, of: .sounderFailed) }
    }
    command(.lampFailed) { () throws(BoardFault) in
      try lamps.advance(to: now)
      try board.checkLines()
    }
    command(.sounderFailed) { () throws(BoardFault) in
      try sounder.advance(to: now)
      try board.advance(to: now)
    }
    if brokenParts.contains(.lampFailed), board.lines != nil { loseLines("the lamps' lines take no command") }
    board.takeRecords { tell($0, at: engine.instant) }
  }

  func darken() {
    opener.end()
    for lamp in Lamp.allCases {
      command(.lampFailed) { () throws(BoardFault) in try lamps.show(.off, on: lamp, at: clock.now) }
    }
    command(.sounderFailed) { () throws(BoardFault) in
      board.follow(nil, at: clock.now)
      try sounder.play(nil, at: clock.now)
      try board.advance(to: clock.now)
    }
    board.takeRecords { tell($0, at: engine.instant) }
  }

  /// Gives a part of the board a command, and reports once that it fails or that it works again.
  func command(_ condition: ConditionID, _ drive: () throws(BoardFault) -> Void) {
    let isBroken: Bool
    do throws(BoardFault) {
      try drive()
      isBroken = false
    } catch {
      isBroken = true
    }
    guard isBroken != brokenParts.contains(condition) else { return }
    // Taken in at the next turn: the engine may be at work right now. Where there is no room, the next try reports it.
    guard inward.push(.event(isBroken ? .fault(condition) : .cleared(condition))) else { return }
    if isBroken { brokenParts.insert(condition) } else { brokenParts.remove(condition) }
    inward.bell.ring()
  }

  /// Tells the service manager that the appliance does its work, once the board is there or known to be missing.
  func beginIfComplete() {
    guard !isReady else { return }
    let isLate = clock.now >= .start.advanced(by: Self.longestBeginning)
    guard board.isComplete || isLate else { return }
    isReady = true
    if !board.isComplete {
      if board.lines == nil { board.loseLines() }
      if board.card == nil { board.loseCard() }
    }
    heartbeat.manager?.ready()
  }

  func takeButtons() {
    do throws(GPIOLines.Failure) {
      try board.takeButtons(at: clock.now, clock: clock) { input in
        if case .event(let event) = input { note(event) }
        take(input, at: outsideInstant)
      }
    } catch { loseLines(error.message) }
  }

  /// The alarm says that a button is stuck; this says which.
  private func note(_ event: Event) {
    switch event {
    case .buttonStuck(let button):
      note("button \(button.rawValue) is held or pressed without end: it does nothing until it rests", of: .buttonStuck)
    case .buttonFree(let button): note("button \(button.rawValue) counts again", of: .buttonStuck)
    default: break
    }
  }

  func adopt(_ part: OpenedPart) {
    switch part {
    case .lines(let lines):
      board.adopt(lines, at: clock.now)
      lamps.renew()
      if let descriptor = lines.buttonDescriptor { try? sleeper.add(descriptor) }
      note("the lines are there", of: .lampFailed)
    case .card(let card, let isHeard):
      board.adopt(card, isHeard: isHeard)
      sounder.renew(at: clock.now)
      if let poll = card.poll { try? sleeper.add(poll.descriptor, events: poll.events) }
      note("the sound card is there\(isHeard ? "" : " and not heard")", of: .sounderFailed)
    case .noLines(let message):
      board.loseLines()
      note(message, of: .lampFailed)
    case .noCard(let message):
      board.loseCard()
      note(message, of: .sounderFailed)
    }
  }

  /// Another description of the board is in force: what it changes is opened anew, all else goes on.
  func adopt(_ plan: BoardPlan) {
    let hasOtherLines = plan.lines != board.plan.lines, hasOtherCard = plan.isOtherCard(than: board.plan)
    opener.follow(plan)
    if hasOtherLines { giveUpLines() }
    if hasOtherCard { giveUpCard() }
    board.adopt(plan)
    lamps.isOneLamp = plan.lines?.isOneLamp ?? false
    if hasOtherLines { lamps.renew() }
  }

  private func loseLines(_ message: String) {
    giveUpLines()
    board.loseLines()
    note(message, of: .lampFailed)
  }

  private func loseCard(_ message: String) {
    giveUpCard()
    board.loseCard()
    note(message, of: .sounderFailed)
  }

  private func giveUpLines() {
    if let descriptor = board.lines?.buttonDescriptor { sleeper.remove(descriptor) }
    opener.wantLines(insteadOf: board.lines)
  }

  private func giveUpCard() {
    if let poll = board.card?.poll { sleeper.remove(poll.descriptor) }
    opener.wantCard(insteadOf: board.card)
  }

  /// Tells a person of a part of the board, once.
  private func note(_ message: String, of part: ConditionID) {
    guard lastNotes[part] != message else { return }
    lastNotes[part] = message
    tell(.note("board    \(message)"), at: engine.instant)
  }
}
