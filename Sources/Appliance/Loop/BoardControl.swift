import Alarms
import Board
import Engine
import Monitor
import Readings
import Settings
import System

/// What the board has to say to the critical loop.
enum BoardReport: Sendable {
  /// A part fails or works again, or a button was pressed.
  case input(EngineInput)
  /// A person should know of this.
  case note(String)
  /// A lamp or the sounder did something.
  case output(LoopOutput)
}

/// What the critical loop does with lamps, buttons and sounders: it carries out the signals, keeps patterns and sounds
/// going, and finds out which part fails. Times are the clock's.
struct BoardControl {
  let board: LoopBoard
  /// The parts that fail: the lamps, the sounder.
  private(set) var brokenParts: Set<ConditionID> = []
  private let opener: BoardOpener
  private let sleeper: Sleeper
  private var lamps: Lamps
  private var sounder: Sounder
  private var lastNotes: [ConditionID: String] = [:]
  private var isBegun = false

  /// Lamps and sounder. Where one of them fails, the other signals that, and the appliance is of use. Where both do, it
  /// reaches nobody, and only a restart may help.
  private static let parts = 2
  /// By then lines and sound card must be there, from the start of the clock; what is not counts as failed.
  private static let longestBeginning = Duration.seconds(8)
  /// How often a lamp or sounder that has failed is tried again; sooner would keep the loop spinning.
  static let retryInterval = Duration.milliseconds(100)

  /// - Parameters:
  ///   - plan: what hangs on the box.
  ///   - opener: opens it.
  ///   - sleeper: what the loop sleeps on, where buttons and the sound card wake it.
  ///   - lamps: what takes the commands to the lamps; the board, but in a test.
  init(plan: BoardPlan, opener: BoardOpener, sleeper: Sleeper, lamps driver: (any LampDriver)? = nil) {
    board = LoopBoard(plan: plan)
    self.opener = opener
    self.sleeper = sleeper
    lamps = Lamps(driver: driver ?? board, isOneLamp: plan.lines?.isOneLamp ?? false)
    sounder = Sounder(driver: board)
  }

  /// Whether a signal can reach somebody, or only the box itself is to blame that none does.
  var isOfUse: Bool { brokenParts.count < Self.parts || board.isMissing }

  // MARK: Signals

  /// Carries out what a decision means for lamps and sounder. Whether a part that failed works again shows when everything
  /// of it has been driven, in ``advance(to:into:)``: one lamp that is lit says nothing of the others.
  mutating func carryOut(_ action: Action, at instant: Instant, into reports: inout [BoardReport]) {
    switch action {
    case .lamp(let lamp, let pattern):
      let isBroken = Self.fails { () throws(BoardFault) in
        try lamps.show(pattern, on: lamp, at: instant)
        try board.checkLines()
      }
      if isBroken { note(.lampFailed, true, into: &reports) }
    case .sound(let signal):
      opener.isAlarming = (signal?.priority ?? .low) > .low
      let isBroken = Self.fails { () throws(BoardFault) in
        board.follow(signal, at: instant)
        try sounder.play(signal, at: instant)
        // A card that takes every command and is not heard has failed all the same.
        try board.advance(to: instant)
      }
      if isBroken { note(.sounderFailed, true, into: &reports) }
    case .loudness(let loudness): board.setLoudness(loudness)
    default: break
    }
  }

  /// Keeps patterns and sounds going.
  mutating func advance(to instant: Instant, into reports: inout [BoardReport]) {
    if let card = board.card {
      do throws(PCMSounder.Failure) {
        try card.fill()
        try card.check(at: instant)
      } catch { loseCard(error.message, into: &reports) }
      if let underruns = board.takeUnderruns() { note(underruns, of: .sounderFailed, into: &reports) }
    }
    let isDark = Self.fails { () throws(BoardFault) in
      try lamps.advance(to: instant)
      try board.checkLines()
    }
    note(.lampFailed, isDark, into: &reports)
    let isSilent = Self.fails { () throws(BoardFault) in
      try sounder.advance(to: instant)
      try board.advance(to: instant)
    }
    note(.sounderFailed, isSilent, into: &reports)
    if brokenParts.contains(.lampFailed), board.lines != nil {
      loseLines("the lamps' lines take no command", into: &reports)
    }
    board.takeRecords { reports.append(.output($0)) }
  }

  /// The run ends: all is dark and silent.
  mutating func darken(at instant: Instant, into reports: inout [BoardReport]) {
    opener.end()
    for lamp in Lamp.allCases { carryOut(.lamp(lamp, .off), at: instant, into: &reports) }
    carryOut(.sound(nil), at: instant, into: &reports)
    board.takeRecords { reports.append(.output($0)) }
  }

  private static func fails(_ command: () throws(BoardFault) -> Void) -> Bool {
    do throws(BoardFault) {
      try command()
      return false
    } catch {
      return true
    }
  }

  /// Reports once that a part fails, or that it works again.
  private mutating func note(_ part: ConditionID, _ isBroken: Bool, into reports: inout [BoardReport]) {
    guard isBroken != brokenParts.contains(part) else { return }
    if isBroken { brokenParts.insert(part) } else { brokenParts.remove(part) }
    reports.append(.input(.event(isBroken ? .fault(part) : .cleared(part))))
  }

  // MARK: Buttons

  /// Takes the changes of the buttons, and what they come to mean by now.
  /// - Parameter clock: turns the kernel's time of a change into the loop's.
  mutating func takeButtons(at instant: Instant, by clock: MonotonicClock, into reports: inout [BoardReport]) {
    do throws(GPIOLines.Failure) {
      try board.takeButtons(at: instant, clock: clock) { report($0, into: &reports) }
    } catch { loseLines(error.message, into: &reports) }
  }

  /// The alarm says that a button is stuck; the note says which.
  private mutating func report(_ news: ButtonNews, into reports: inout [BoardReport]) {
    switch news {
    case .order(let order): reports.append(.input(.button(order)))
    case .isAnyStuck(let isAnyStuck):
      reports.append(.input(.event(isAnyStuck ? .fault(.buttonStuck) : .cleared(.buttonStuck))))
    case .stuck(let button):
      note(
        "button \(button.rawValue) is held or pressed without end: it does nothing until it rests", of: .buttonStuck,
        into: &reports)
    case .free(let button): note("button \(button.rawValue) counts again", of: .buttonStuck, into: &reports)
    }
  }

  // MARK: What comes and goes

  /// Lines or sound card are there, or cannot be had.
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
      note("the sound card is there\(isHeard ? "" : " and not heard")", of: .sounderFailed, into: &reports)
    case .noLines(let message):
      board.loseLines()
      note(message, of: .lampFailed, into: &reports)
    case .noCard(let message):
      board.loseCard()
      note(message, of: .sounderFailed, into: &reports)
    }
  }

  /// Another description of the board is in force: what it changes is opened again, all else goes on.
  mutating func adopt(_ plan: BoardPlan) {
    let hasOtherLines = plan.lines != board.plan.lines, hasOtherCard = plan.isOtherCard(than: board.plan)
    opener.follow(plan)
    if hasOtherLines { giveUpLines() }
    if hasOtherCard { giveUpCard() }
    board.adopt(plan)
    lamps.isOneLamp = plan.lines?.isOneLamp ?? false
    if hasOtherLines { lamps.renew() }
  }

  /// - Returns: whether the board is there, or known to be missing. Said once.
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

  private mutating func loseLines(_ message: String, into reports: inout [BoardReport]) {
    giveUpLines()
    board.loseLines()
    note(message, of: .lampFailed, into: &reports)
  }

  private mutating func loseCard(_ message: String, into reports: inout [BoardReport]) {
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

  /// Tells a person of a part of the board, once.
  private mutating func note(_ message: String, of part: ConditionID, into reports: inout [BoardReport]) {
    guard lastNotes[part] != message else { return }
    lastNotes[part] = message
    reports.append(.note("board    \(message)"))
  }

  // MARK: Time

  /// How long nothing has to be done; `nil` where nothing is due.
  func wait(at now: Instant) -> Duration? {
    var wait: Duration?
    func consider(_ edge: Instant?) {
      if let edge { wait = min(wait ?? now.duration(to: edge), now.duration(to: edge)) }
    }
    consider(lamps.nextEdge)
    consider(sounder.nextEdge)
    consider(board.nextEdge)
    if !brokenParts.isEmpty, let due = wait, due <= .zero { wait = Self.retryInterval }
    if !isBegun { consider(.start.advanced(by: Self.longestBeginning)) }
    return wait
  }
}
