import Alarms
import Board
import Control
import Engine
import Glibc
import Monitor
import Radio
import Readings
import Sessions
import Settings
import System

/// The one thread that alarms depend on. It takes what happens to the engine, drives lamps and sounder, and hands
/// everything else on through rings. It sleeps on one epoll and waits for nothing else.
///
/// A turn: the radio, signals, the recording, buttons, orders and reports, what is due by time; after each of them the
/// signals that follow are carried out. Then everybody else is told, the logbook first. Then the board's patterns go on.
final class CriticalLoop {
  private let clock: MonotonicClock
  private let inward: BoundedRing<LoopInput>
  private let signals: SignalQueue?
  private let sleeper: Sleeper
  /// What is listened to; `nil` in a replay.
  private let radio: (any Radio)?
  private var heard: [RadioOutput] = []
  private var playback: Playback
  private(set) var engine: Engine
  private(set) var board: BoardControl
  private var reports: [BoardReport] = []
  /// Those that are being followed.
  private var batch: [BoardReport] = []
  private var outboxes: Outboxes
  private var logbook = LogbookWatch()
  private var heartbeat: Heartbeat
  private(set) var isStopping = false
  private let wasOnTerminal = isatty(STDOUT_FILENO) == 1
  private var summaries: [SessionSummary] = []
  /// What a person should know of the rules in force, in a line each; told at the beginning.
  private let opening: [String]
  /// The revision of the list of one's own sensors that the radio knows.
  private var followedRevision: UInt32?

  /// At most so many commands and reports are taken in one turn: a flooded ring delays no lamp.
  static let inwardPerTurn = 16
  private static let longestEnd = Duration.seconds(5)
  /// So often the board may report what follows from its own reports, in one turn: two parts fail, and one of them works
  /// again.
  private static let mostRounds = 4

  /// - Parameters:
  ///   - feed: a recording, or what the radio hears.
  ///   - radio: what is listened to; `nil` in a replay.
  ///   - signals: those of the process that end it; `nil` in a test.
  ///   - inward: the ring of what others tell the loop.
  ///   - outboxes: the rings of what the loop tells.
  ///   - board: lamps, buttons and sounder.
  ///   - heartbeat: the watchdogs that wait for a sign of life.
  ///   - opening: what a person should know of the rules in force, in a line each.
  init(
    feed: Feed, radio: (any Radio)?, engine: Engine, clock: MonotonicClock, signals: SignalQueue?, sleeper: Sleeper,
    inward: BoundedRing<LoopInput>, outboxes: Outboxes, board: BoardControl, heartbeat: Heartbeat = .none,
    opening: [String] = []
  ) throws(LapwingError) {
    playback = Playback(feed)
    self.radio = radio
    self.engine = engine
    self.clock = clock
    self.signals = signals
    self.sleeper = sleeper
    self.inward = inward
    self.outboxes = outboxes
    self.board = board
    self.heartbeat = heartbeat
    self.opening = opening
    heard.reserveCapacity(256)
    reports.reserveCapacity(64)
    batch.reserveCapacity(64)
    if let signals { try sleeper.add(signals.descriptor.number) }
    try sleeper.add(inward.bell.descriptor.number)
    for descriptor in radio?.descriptors ?? [] { try sleeper.add(descriptor) }
  }

  /// Runs until the recording ends or a signal asks for the end, and closes the session.
  /// - Returns: the summaries of the sessions that ended, why the recording could not be played to its end, and what else
  ///   a person should know of it.
  func run() -> (summaries: [SessionSummary], fault: LapwingError?, remark: String?) {
    begin()
    while !isStopping {
      turn()
      if !isStopping { sleeper.sleep(for: timeToNextTurn) }
    }
    end()
    return (summaries, playback.fault, playback.remark)
  }

  /// The run begins: the first session starts, and one's own sensors have their places.
  func begin() {
    playback.begin()
    if playback.isFinished { isStopping = true }
    let origin = playback.origin
    for line in opening { outboxes.append(.note(line), at: origin) }
    take(.event(.startSession), at: origin)
    if engine.registry.adoption.scope == .adopted {
      follow { $0.begin(at: origin, isAwaiting: radio != nil, into: &$1) }
    }
  }

  private func end() {
    heartbeat.end()
    radio?.end()
    take(.event(.endSession), at: engine.instant)
    board.darken(at: clock.now, into: &reports)
    takeReports()
    outboxes.append(.runEnded(isFinished: playback.isFinished), at: engine.instant)
    outboxes.append(.finished, at: engine.instant)
    waitForRoom()
  }

  /// At the end nothing is delayed by waiting, for a while, until all that was told has found room.
  private func waitForRoom() {
    let end = clock.now.advanced(by: Self.longestEnd)
    outboxes.deliver()
    outboxes.ring()
    while outboxes.isBehind, clock.now < end {
      sleeper.sleep(for: .milliseconds(10))
      outboxes.ring()
    }
  }

  // MARK: One turn

  /// Takes all that has come, and lets happen what is due.
  func turn() {
    playback.beginTurn(at: clock.now, after: engine.instant)
    // What the radio has waits for nothing else.
    listen()
    takeSignals()
    play()
    board.takeButtons(at: clock.now, by: clock, into: &reports)
    takeReports()
    takeInward()
    letTimePass()
    followAdoption()
    watchLogbook()
    // The logbook has an alarm before a line or card can hold the loop up.
    outboxes.deliver()
    board.advance(to: clock.now, into: &reports)
    takeReports()
    outboxes.deliver()
    outboxes.ring()
    if board.hasBegun(by: clock.now) { heartbeat.manager?.ready() }
    heartbeat.beat(at: clock.now, isHealthy: board.isOfUse)
  }

  /// Takes what the radio has.
  private func listen() {
    guard let radio else { return }
    let present = playback.present
    radio.serve(at: present, into: &heard)
    for output in heard {
      switch output {
      case .input(let input): take(input, at: present)
      case .note(let text): outboxes.append(.note("radio    \(text)"), at: present)
      case .record(let piece): outboxes.append(.record(piece), at: present)
      }
    }
    heard.removeAll(keepingCapacity: true)
  }

  private func takeSignals() {
    while let number = signals?.next() {
      if number == SIGHUP, !hasLostItsTerminal {
        heartbeat.manager?.reloading(atMicroseconds: MonotonicClock.kernelMicroseconds())
        outboxes.append(.reloadWanted, at: engine.instant)
      } else {
        isStopping = true
      }
    }
  }

  /// Whether the terminal that it was started on has been closed; then nobody is there to end it by hand.
  private var hasLostItsTerminal: Bool { wasOnTerminal && isatty(STDOUT_FILENO) == 0 }

  private func play() {
    guard !playback.isLive else { return }
    for _ in 0..<Playback.packetsPerTurn {
      guard !isStopping, let due = playback.next, playback.isDue(due.instant, hasRoom: outboxes.hasRoom) else { return }
      take(due.input, at: due.instant)
      takeReports()
      // Whether the next packet must wait is seen by how much room there is.
      outboxes.deliver()
      playback.fetch()
      if playback.isFinished { isStopping = true }
    }
  }

  private func takeInward() {
    inward.bell.clear()
    for taken in 1...Self.inwardPerTurn {
      guard let record = inward.pop() else { return }
      take(record)
      takeReports()
      if taken == Self.inwardPerTurn { inward.bell.ring() }  // Come back for the rest.
    }
  }

  private func take(_ record: LoopInput) {
    let now = outsideInstant, origin = playback.origin
    switch record {
    case .event(let event):
      logbook.note(event)
      take(.event(event), at: now)
    case .order(let order): carryOut(order)
    case .earlierRun(let item):
      let late = item.takenUp(after: origin.duration(to: now), axisFrom: Instant.start.duration(to: origin))
      follow { $0.goOn(with: late, at: now, into: &$1) }
    case .recalled(let isFromLog): outboxes.append(.recalled(isFromLog: isFromLog), at: engine.instant)
    case .fetch(let wish): radio?.fetch(wish, at: playback.present)
    case .committed(let sequence): noteCommit(sequence)
    case .opened(let part): board.adopt(part, at: clock.now, into: &reports)
    case .note(let text): outboxes.append(.note("board    \(text)"), at: engine.instant)
    }
  }

  /// Carries out an order of the control socket.
  private func carryOut(_ order: BoxOrder) {
    let now = outsideInstant
    switch order {
    case .event(let event, let number):
      answer(follow { $0.carryOut(event, at: now, into: &$1) }, toOrder: number)
    case .settings(let settings, let bindKeys, let roles, let sensors, let plan, let number):
      engine.adopt(bindKeys)
      board.adopt(plan)
      follow { $0.adopt(settings, roles: roles, sensors: sensors, into: &$1) }
      answer(.done(note: nil), toOrder: number)
    case .adopt(let order, let number):
      answer(follow { $0.adopt(order, at: now, into: &$1) }, toOrder: number)
    case .standby(let person, let hours, let number):
      answer(follow { $0.standBy(person, hours: hours, at: now, into: &$1) }, toOrder: number)
    case .forget(let address, let number):
      answer(follow { $0.forget(address, at: now, into: &$1) }, toOrder: number)
    }
  }

  private func answer(_ answer: OrderAnswer, toOrder number: UInt32) {
    outboxes.append(.answer(number, answer), at: engine.instant)
  }

  /// Tells the radio whom it may connect to, when that has changed.
  private func followAdoption() {
    let revision = engine.registry.adoption.revision
    guard let radio, revision != followedRevision else { return }
    followedRevision = revision
    radio.follow(RadioGuests(engine.registry))
  }

  /// Lets happen what is due by now, unless packets of before now still wait: they come first.
  private func letTimePass() {
    guard playback.mayLetTimePass, !isStopping else { return }
    let present = playback.present
    follow { $0.advance(to: present, into: &$1) }
    takeReports()
  }

  /// A logbook that neither commits nor complains is failing too.
  private func watchLogbook() {
    if logbook.hasFallenSilent(by: clock.now) { take(.event(.fault(.diskFull)), at: outsideInstant) }
  }

  private func noteCommit(_ sequence: UInt64) {
    let (isNews, isBack) = logbook.heard(sequence, at: clock.now)
    if isBack { take(.event(.cleared(.diskFull)), at: outsideInstant) }
    if isNews { outboxes.append(.committed(sequence), at: engine.instant) }
  }

  // MARK: What follows

  private func take(_ input: EngineInput, at instant: Instant) {
    follow { $0.take(input, at: instant, into: &$1) }
  }

  /// Lets the engine do something, and carries out the signals that follow: lamps and sounder come first, and everybody
  /// else is told at the end of the turn.
  @discardableResult private func follow<Answer>(_ change: (inout Engine, inout [TimedOutput]) -> Answer) -> Answer {
    let first = outboxes.untold.count
    let answer = change(&engine, &outboxes.untold)
    for index in first..<outboxes.untold.count {
      guard case .action(let action) = outboxes.untold[index].record else { continue }
      if action.isSignal { board.carryOut(action, at: clock.now, into: &reports) }
      if case .sessionEnded(let summary) = action { summaries.append(summary) }
    }
    return answer
  }

  /// What the board says is taken at once: a part that fails is an alarm, which the other part signals.
  private func takeReports() {
    for _ in 0..<Self.mostRounds {
      guard !reports.isEmpty else { return }
      swap(&reports, &batch)
      for report in batch {
        switch report {
        case .input(let input): take(input, at: outsideInstant)
        case .note(let text): outboxes.append(.note(text), at: engine.instant)
        case .output(let record): outboxes.append(record, at: engine.instant)
        }
      }
      batch.removeAll(keepingCapacity: true)
    }
  }

  // MARK: Time

  /// The time of what comes from outside the recording.
  private var outsideInstant: Instant { playback.isBehind ? engine.instant : playback.present }

  /// Written out, since a list of candidates would be taken from the heap in every turn.
  private var timeToNextTurn: Duration? {
    let now = clock.now
    var wait = board.wait(at: now)
    func consider(_ duration: Duration?) { if let duration { wait = min(wait ?? duration, duration) } }
    if playback.pace == .max {
      if playback.next != nil { consider(outboxes.hasRoom ? .zero : .milliseconds(1)) }
    } else {
      let latest = engine.instant
      consider(playback.wait(until: playback.next?.instant, at: now, after: latest))
      consider(playback.wait(until: engine.nextDeadline, at: now, after: latest))
      consider(playback.wait(until: radio?.nextDeadline, at: now, after: latest))
    }
    if outboxes.isBehind || !reports.isEmpty { consider(BoardControl.retryInterval) }
    consider(heartbeat.wait(at: now))
    consider(logbook.deadline.map { now.duration(to: $0) })
    return wait.map { max(.zero, $0) }
  }
}
