import Alarms
import Board
import Engine
import Monitor
import Readings
import Settings
import System

enum BoardReport: Sendable {
  /// A fault of a part or its end, or a gesture at the buttons.
  case input(EngineInput)
  case note(String)
  /// What a lamp or the sounder did.
  case output(LoopOutput)
}

/// Lamps, buttons and sounders, for the critical loop: it carries out signals, continues patterns and sounds, and
/// detects failing parts. Times are those of the clock.
struct BoardControl {
  let board: LoopBoard
  /// The failing parts: the lamps, the sounder.
  private(set) var brokenParts: Set<ConditionID> = []
  let opener: BoardOpener
  let sleeper: Sleeper
  var lamps: Lamps
  var sounder: Sounder
  private var reportedParts: SignalParts?
  private var reportedBoard: BoardParts?
  private var lastNotes: [ConditionID: String] = [:]
  var isBegun = false

  /// Lamps and sounder. If one of them fails, the other reports it, and the box is still useful. If both fail, the box
  /// can signal nothing, and only a restart may help.
  private static let parts = 2
  /// Until this time after the start lines and sound card must be open. After it a missing part counts as failed.
  static let longestBeginning = Duration.seconds(8)
  /// The interval of retries for a failed lamp or sounder. A shorter one would keep the loop busy.
  static let retryInterval = Duration.milliseconds(100)

  /// - Parameters:
  ///   - plan: the hardware of the box.
  ///   - opener: opens the hardware.
  ///   - sleeper: the sleeper of the loop, which buttons and sound card wake.
  ///   - lamps: the driver of the lamps; a test replaces the board.
  init(plan: BoardPlan, opener: BoardOpener, sleeper: Sleeper, lamps driver: (any LampDriver)? = nil) {
    board = LoopBoard(plan: plan)
    self.opener = opener
    self.sleeper = sleeper
    lamps = Lamps(driver: driver ?? board, isOneLamp: plan.lines?.isOneLamp ?? false)
    sounder = Sounder(driver: board)
  }

  /// Whether a signal can reach a person, or hardware is missing that a restart would not bring back.
  var isOfUse: Bool { brokenParts.count < Self.parts || board.isMissing }

  /// Carries out an action for lamps and sounder. Whether a failed part works again is decided in
  /// ``advance(to:into:)``, when all of it has been driven: one lit lamp does not prove the others.
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
        // A card that takes every command but is not audible has failed as well.
        try board.advance(to: instant)
      }
      if isBroken { note(.sounderFailed, true, into: &reports) }
    case .loudness(let loudness): board.setLoudness(loudness)
    default: break
    }
  }

  /// Continues patterns and sounds.
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
      loseLines("the lines of the lamps take no commands", into: &reports)
    }
    board.takeRecords { reports.append(.output($0)) }
    reportParts(into: &reports)
  }

  /// Reports which parts give signals, when that has changed.
  private mutating func reportParts(into reports: inout [BoardReport]) {
    guard isBegun else { return }
    let found = board.parts(
      areLampsBroken: brokenParts.contains(.lampFailed), isSounderBroken: brokenParts.contains(.sounderFailed))
    if found != reportedBoard {
      reportedBoard = found
      reports.append(.output(.parts(found)))
    }
    var parts: SignalParts = []
    if board.hasSounder, !brokenParts.contains(.sounderFailed) { parts.insert(.sounder) }
    if board.hasLamps, !brokenParts.contains(.lampFailed) { parts.insert(.lamps) }
    guard parts != reportedParts else { return }
    reportedParts = parts
    reports.append(.input(.event(.signalParts(parts))))
  }

  /// Ends the run: all lamps are dark and all sounders silent.
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
  mutating func note(_ part: ConditionID, _ isBroken: Bool, into reports: inout [BoardReport]) {
    guard isBroken != brokenParts.contains(part) else { return }
    if isBroken { brokenParts.insert(part) } else { brokenParts.remove(part) }
    reports.append(.input(.event(isBroken ? .fault(part) : .cleared(part))))
  }

  /// Reads the changes of the buttons and reports their meanings.
  /// - Parameter clock: converts the kernel's time of a change to the time of the loop.
  mutating func takeButtons(at instant: Instant, by clock: MonotonicClock, into reports: inout [BoardReport]) {
    do throws(GPIOLines.Failure) {
      try board.takeButtons(at: instant, clock: clock) { report($0, into: &reports) }
    } catch { loseLines(error.message, into: &reports) }
  }

  /// Reports news of the buttons. The alarm says that a button is stuck, and the note says which one.
  private mutating func report(_ news: ButtonNews, into reports: inout [BoardReport]) {
    switch news {
    case .order(let order): reports.append(.input(.button(order)))
    case .isAnyStuck(let isAnyStuck):
      reports.append(.input(.event(isAnyStuck ? .fault(.buttonStuck) : .cleared(.buttonStuck))))
    case .stuck(let button):
      note(
        "button \(button.rawValue) is stuck (held or pressed all the time); it does nothing until it is left alone",
        of: .buttonStuck, into: &reports)
    case .free(let button): note("button \(button.rawValue) counts again", of: .buttonStuck, into: &reports)
    }
  }

  mutating func note(_ message: String, of part: ConditionID, into reports: inout [BoardReport]) {
    guard lastNotes[part] != message else { return }
    lastNotes[part] = message
    reports.append(.note("board    \(message)"))
  }

  /// The time until something is due; `nil` if nothing is due.
  func wait(at now: Instant) -> Duration? {
    var next = lamps.nextEdge
    next.lower(to: sounder.nextEdge)
    next.lower(to: board.nextEdge)
    // What is broken is tried again, and not at once.
    if !brokenParts.isEmpty, let due = next, due <= now { next = now.advanced(by: Self.retryInterval) }
    if !isBegun { next.lower(to: .start.advanced(by: Self.longestBeginning)) }
    return next.map { now.duration(to: $0) }
  }
}
