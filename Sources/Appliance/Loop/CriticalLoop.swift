import Alarms
import Board
import Engine
import Glibc
import Monitor
import Radio
import Readings
import Sessions
import System

/// The one thread that alarms depend on. It passes everything that happens to the engine, drives lamps and sounder, and
/// passes the rest on through rings. It sleeps on one epoll and waits for nothing else.
///
/// One turn handles, in this order: the radio, signals, the recording, buttons, orders and reports, and what is due by
/// time. After each of them the resulting signals are carried out. Then all consumers get their outputs, the logbook
/// first, and the patterns of the board continue.
final class CriticalLoop {
  let clock: MonotonicClock
  let inward: BoundedRing<LoopInput>
  private let signals: SignalQueue?
  private let sleeper: Sleeper
  /// The radio; `nil` in a replay.
  let radio: (any Radio)?
  private var received: [RadioOutput] = []
  var playback: Playback
  var engine: Engine
  var board: BoardControl
  var reports: [BoardReport] = []
  private var batch: [BoardReport] = []
  var outboxes: Outboxes
  var logbook = LogbookWatch()
  private var heartbeat: WatchdogFeeder
  private(set) var isStopping = false
  private let wasOnTerminal = isatty(STDOUT_FILENO) == 1
  private var summaries: [SessionSummary] = []
  /// Lines about the rules in force, for people. Logged at the start.
  private let opening: [String]
  /// What the radio received last: the revision of the adoption list, and whether flight mode is on.
  private var followed: (revision: UInt32, isInFlight: Bool)?
  /// What the system does with its network; `nil` if this is not Lapwing's card.
  var network: NetworkMode?

  /// The largest number of inputs from the ring in one turn, so that a flooded ring delays no lamp.
  static let inwardPerTurn = 16
  private static let longestEnd = Duration.seconds(5)
  /// The largest number of rounds in one turn in which reports of the board cause new ones: two parts fail, and one of
  /// them works again.
  private static let mostRounds = 4

  /// - Parameters:
  ///   - feed: a recording, or the radio.
  ///   - radio: the radio; `nil` in a replay.
  ///   - signals: the signals that end the process; `nil` in a test.
  ///   - board: lamps, buttons and sounder.
  ///   - opening: lines about the rules in force, for people.
  init(
    feed: Feed, radio: (any Radio)?, engine: Engine, clock: MonotonicClock, signals: SignalQueue?, sleeper: Sleeper,
    inward: BoundedRing<LoopInput>, outboxes: Outboxes, board: BoardControl, heartbeat: WatchdogFeeder = .none,
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
    received.reserveCapacity(256)
    reports.reserveCapacity(64)
    batch.reserveCapacity(64)
    if let signals { try sleeper.add(signals.descriptor.number) }
    try sleeper.add(inward.bell.descriptor.number)
    for descriptor in radio?.descriptors ?? [] { try sleeper.add(descriptor) }
  }

  /// Runs until the recording or a signal ends it, and closes the session.
  /// - Returns: the summaries of the ended sessions, why the recording could not be played to its end, and any other
  ///   remark on it.
  func run() -> (summaries: [SessionSummary], fault: LapwingError?, remark: String?) {
    begin()
    while !isStopping {
      turn()
      if !isStopping { sleeper.sleep(for: timeToNextTurn) }
    }
    end()
    return (summaries, playback.fault, playback.remark)
  }

  /// Begins the run: starts the first session, and gives the adopted sensors their places.
  func begin() {
    playback.begin()
    if playback.isFinished { isStopping = true }
    let origin = playback.origin
    for line in opening { outboxes.append(.note(line), at: origin) }
    handle(.event(.startSession), at: origin)
    // Until the board reports its parts, none works.
    handle(.event(.signalParts([])), at: origin)
    if engine.registry.adoption.scope == .adopted {
      follow { $0.begin(at: origin, isAwaiting: radio != nil, into: &$1) }
    }
  }

  /// Ends the run after this turn.
  func stop() { isStopping = true }

  /// Whether a service manager starts the box again when it ends.
  var hasManager: Bool { heartbeat.manager != nil }

  private func end() {
    heartbeat.end()
    radio?.end()
    // After a recording there is nothing to go on with.
    handle(.event(playback.isFinished ? .endSession : .suspendSession), at: engine.instant)
    board.darken(at: clock.now, into: &reports)
    takeReports()
    outboxes.append(.runEnded(isFinished: playback.isFinished), at: engine.instant)
    outboxes.append(.finished, at: engine.instant)
    waitForRoom()
  }

  /// Waits for some time until all outputs have found room. At the end of the run this delays nothing.
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

  /// Handles everything that has arrived and everything that is due.
  func turn() {
    playback.beginTurn(at: clock.now, after: engine.instant)
    // The radio comes first, so that nothing delays it.
    listen()
    takeSignals()
    play()
    board.takeButtons(at: clock.now, by: clock, into: &reports)
    takeReports()
    takeInward()
    letTimePass()
    followAdoption()
    watchLogbook()
    // The logbook gets an alarm before a line or a card can delay the loop.
    outboxes.deliver()
    board.advance(to: clock.now, into: &reports)
    if board.board.hasToSpeak {
      board.board.speak(
        engine.monitor.heardAlarm(by: board.board.latestBurst), minuteOfDay: engine.monitor.minuteOfDay,
        at: engine.instant)
    }
    takeReports()
    outboxes.deliver()
    outboxes.ring()
    if board.hasBegun(by: clock.now) { heartbeat.manager?.ready() }
    heartbeat.beat(at: clock.now, isHealthy: board.isOfUse)
  }

  /// Handles the outputs of the radio, part by part: a lamp does not wait for what comes after its message.
  private func listen() {
    guard let radio else { return }
    let present = playback.present
    var hasMore = true
    var outputs: [RadioOutput] = []
    swap(&outputs, &received)
    while hasMore {
      hasMore = radio.serve(at: present, into: &outputs)
      for output in outputs { handle(output, at: present) }
      outputs.removeAll(keepingCapacity: true)
    }
    swap(&outputs, &received)
  }

  func handle(_ output: RadioOutput, at present: Instant) {
    switch output {
    case .input(let input): handle(input, at: present)
    case .note(let text): outboxes.append(.note("radio    \(text)"), at: present)
    case .record(let piece): outboxes.append(.record(piece.corrected(by: engine.pressure.settings)), at: present)
    case .visit(let visit): outboxes.append(.visit(visit), at: present)
    case .link(let link): outboxes.append(.link(link), at: present)
    case .bonds(let bonds):
      engine.adopt(bonds)
      outboxes.append(.bonds(bonds), at: present)
    }
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

  /// Whether the terminal on which the process was started has been closed. Then no one is left to end it by hand.
  private var hasLostItsTerminal: Bool { wasOnTerminal && isatty(STDOUT_FILENO) == 0 }

  private func play() {
    guard !playback.isLive else { return }
    for _ in 0..<Playback.packetsPerTurn {
      guard !isStopping, let due = playback.next, playback.isDue(due.instant, hasRoom: outboxes.hasRoom) else { return }
      handle(due.input, at: due.instant)
      takeReports()
      // The room in the rings decides whether the next packet must wait.
      outboxes.deliver()
      playback.fetch()
      if playback.isFinished { isStopping = true }
    }
  }

  /// Sends the radio the devices to which it may connect, when that has changed: by another adoption, or by flight
  /// mode.
  private func followAdoption() {
    let revision = engine.registry.adoption.revision, isInFlight = network == .flight
    guard let radio, followed.map({ $0 != (revision, isInFlight) }) ?? true else { return }
    followed = (revision, isInFlight)
    radio.follow(ConnectionPermission(engine.registry, isInFlight: isInFlight))
  }

  /// Handles what is due by now, unless earlier packets still wait: they come first.
  private func letTimePass() {
    guard playback.mayLetTimePass, !isStopping else { return }
    let present = playback.present
    follow { $0.advance(to: present, into: &$1) }
    takeReports()
  }

  /// A logbook that reports neither commits nor faults is failing as well.
  private func watchLogbook() {
    if logbook.hasFallenSilent(by: clock.now) { handle(.event(.fault(.diskFull)), at: outsideInstant) }
  }

  // MARK: Results

  func handle(_ input: EngineInput, at instant: Instant) {
    follow { $0.handle(input, at: instant, into: &$1) }
  }

  /// Runs a change of the engine and carries out the resulting signals: lamps and sounder come first, and the other
  /// outputs follow at the end of the turn.
  @discardableResult func follow<Answer>(_ change: (inout Engine, inout [TimedOutput]) -> Answer) -> Answer {
    // In a variable of its own, since each use of a property of the loop is checked for exclusive access.
    var outputs: [TimedOutput] = []
    swap(&outputs, &outboxes.undelivered)
    let first = outputs.count
    let answer = change(&engine, &outputs)
    for index in first..<outputs.count where outputs[index].isForOwner {
      guard case .action(let action) = outputs[index].record else { continue }
      if action.isSignal { board.carryOut(action, at: clock.now, into: &reports) }
      if case .sessionEnded(let summary) = action { summaries.append(summary) }
    }
    swap(&outputs, &outboxes.undelivered)
    return answer
  }

  /// Handles reports of the board immediately: a failing part is an alarm, which the other part signals.
  func takeReports() {
    for _ in 0..<Self.mostRounds {
      guard !reports.isEmpty else { return }
      swap(&reports, &batch)
      for report in batch {
        switch report {
        case .input(let input): handle(input, at: outsideInstant)
        case .note(let text): outboxes.append(.note(text), at: engine.instant)
        case .output(let record): outboxes.append(record, at: engine.instant)
        }
      }
      batch.removeAll(keepingCapacity: true)
    }
  }

  // MARK: Time

  /// The time of inputs that do not come from the recording.
  var outsideInstant: Instant { playback.isBehind ? engine.instant : playback.present }

  /// Written out, because a list of candidates would need heap memory in every turn.
  private var timeToNextTurn: Duration? {
    let now = clock.now
    var wait = board.wait(at: now)
    if playback.pace == .max {
      if playback.next != nil { wait.lower(to: outboxes.hasRoom ? .zero : .milliseconds(1)) }
    } else {
      let latest = engine.instant
      wait.lower(to: playback.wait(until: playback.next?.instant, at: now, after: latest))
      wait.lower(to: playback.wait(until: engine.nextDeadline, at: now, after: latest))
      wait.lower(to: playback.wait(until: radio?.nextDeadline, at: now, after: latest))
    }
    if outboxes.isBehind || !reports.isEmpty { wait.lower(to: BoardControl.retryInterval) }
    wait.lower(to: heartbeat.wait(at: now))
    wait.lower(to: logbook.deadline.map { now.duration(to: $0) })
    return wait.map { max(.zero, $0) }
  }
}
