import Alarms
import Board
import Control
import Engine
import Glibc
import Monitor
import Radio
import Readings
import SensorProtocols
import Sessions
import Settings
import System

/// The one thread that alarms depend on. It takes what happens to the engine, drives lamps and sounder, and hands
/// everything else on through rings. It sleeps on one epoll and waits for nothing else.
final class CriticalLoop {
  let clock: MonotonicClock
  let pace: Pace
  let inward: BoundedRing<LoopInput>
  /// The logbook's first, then everybody else's.
  var links: [Outbox]
  /// What they have not been told yet: that takes as long as all else from an advertisement to its lamp.
  private var untold: [TimedOutput] = []
  private let signals: SignalQueue
  let sleeper: Sleeper
  /// What is replayed; `nil` on a live box.
  var source: ReplaySource?
  /// What is listened to; `nil` in a replay.
  let radio: (any Radio)?
  var engine: Engine
  var lamps: Lamps
  var sounder: Sounder
  let board: LoopBoard
  let opener: BoardOpener
  private let wasOnTerminal = isatty(STDOUT_FILENO) == 1
  var next: (instant: Instant, input: EngineInput)?
  /// Where the recording's time begins.
  private var origin = Instant.start
  /// The time of this turn, on the axis of the recording.
  var present = Instant.start
  var isStopping = false
  var fault: LapwingError?
  private var summaries: [SessionSummary] = []
  private var committedSequence: UInt64 = 0
  private var heardFromLogbookAt = Instant.start
  private var hasReportedLogbook = false
  /// Whether the logbook itself has said that it cannot be written.
  private var isLogbookFailing = false
  var brokenParts: Set<ConditionID> = []
  var heartbeat: Heartbeat
  /// Whether the service manager knows that the appliance does its work.
  var isReady = false
  var lastNotes: [ConditionID: String] = [:]
  /// What a person should know of the rules in force, in a line each; told at the beginning.
  private let opening: [String]
  /// The revision of the list of one's own sensors that the radio knows.
  private var followedRevision: UInt32?

  /// At most so many commands and reports are taken in one turn: whoever floods the ring delays no lamp.
  private static let inwardPerTurn = 16
  private static let longestEnd = Duration.seconds(5)
  /// Lamps and sounder. Where one of them fails, the other signals that, and the appliance is of use. Where both do, it
  /// reaches nobody, and only a restart may help.
  private static let parts = 2
  /// By then lines and sound card must be there, from the start of the clock; what is not counts as failed.
  static let longestBeginning = Duration.seconds(8)
  /// How often a lamp or sounder that has failed is tried again; sooner would keep the loop spinning.
  private static let retryInterval = Duration.milliseconds(100)
  /// At full speed so many packets are played in one turn.
  static let packetsPerTurn = 256
  /// How long the logbook may say nothing before it counts as failing; it speaks about once a second. Far longer than
  /// an SD card's worst pause, and well within the 60 s by which a failing disk must be signalled.
  private static let longestCommit = Duration.seconds(20)

  /// - Parameters:
  ///   - logbook: the ring of the logbook, whose commits are watched.
  ///   - others: the rings of everybody else.
  ///   - list: the ring of the keeper of the list of one's own sensors.
  ///   - memory: the ring of the keeper of the file of open alarms.
  ///   - plan: what hangs on the box.
  ///   - opener: opens it.
  ///   - heartbeat: the watchdogs that wait for a sign of life.
  ///   - opening: what a person should know of the rules in force, in a line each.
  init(
    feed: Feed, engine: Engine, clock: MonotonicClock, signals: SignalQueue,
    inward: BoundedRing<LoopInput>, logbook: BoundedRing<TimedOutput>, others: [BoundedRing<TimedOutput>],
    list: BoundedRing<TimedOutput>? = nil, memory: BoundedRing<TimedOutput>? = nil, plan: BoardPlan = .terminal,
    opener: BoardOpener, heartbeat: Heartbeat = .none,
    opening: [String] = []
  ) throws(LapwingError) {
    switch feed {
    case .replay(let source, let pace): (self.source, self.pace, radio) = (source, pace, nil)
    case .live(let radio): (source, pace, self.radio) = (nil, .times(1), radio)
    }
    self.clock = clock
    self.signals = signals
    self.inward = inward
    self.heartbeat = heartbeat
    self.opening = opening
    links = [Outbox(logbook, interest: .decisions)] + others.map { Outbox($0) }
    if let list { links.append(Outbox(list, interest: .adoptions)) }
    if let memory { links.append(Outbox(memory, interest: .alarms)) }
    untold.reserveCapacity(256)
    self.engine = engine
    board = LoopBoard(plan: plan)
    self.opener = opener
    lamps = Lamps(driver: board, isOneLamp: plan.lines?.isOneLamp ?? false)
    sounder = Sounder(driver: board)
    sleeper = try Sleeper()
    try sleeper.add(signals.descriptor.number)
    try sleeper.add(inward.bell.descriptor.number)
    for descriptor in radio?.descriptors ?? [] { try sleeper.add(descriptor) }
  }

  /// Runs until the recording ends or a signal asks for the end, and closes the session.
  /// - Returns: the summaries of the sessions that ended, why the recording could not be played to its end, and what else
  ///   a person should know of it.
  func run() -> (summaries: [SessionSummary], fault: LapwingError?, remark: String?) {
    if source != nil { fetch() }
    origin = next?.instant ?? .start
    for line in opening { tell(.note(line), at: origin) }
    take(.event(.startSession), at: origin)
    if engine.intake.adoption.scope == .adopted { engine.begin(at: origin, isAwaiting: radio != nil, to: publish) }
    while !isStopping { turn() }
    heartbeat.end()
    radio?.end()
    take(.event(.endSession), at: engine.instant)
    darken()
    tell(.runEnded(isFinished: source != nil && next == nil), at: engine.instant)
    tell(.finished, at: engine.instant)
    waitForRoom()
    return (summaries, fault, source?.remark)
  }

  /// At the end nothing is delayed by waiting, for a while, until all that was told has found room.
  private func waitForRoom() {
    let end = clock.now.advanced(by: Self.longestEnd)
    passOn()
    ringBells()
    while links.contains(where: \.isBehind), clock.now < end {
      sleeper.sleep(for: .milliseconds(10))
      ringBells()
    }
  }

  // MARK: One turn

  private func turn() {
    present = virtualNow
    // What the radio has waits for nothing else.
    listen()
    takeSignals()
    play()
    takeButtons()
    takeInward()
    letTimePass()
    followAdoption()
    watchLogbook()
    // The logbook has an alarm before a line or card can hold the loop up.
    passOn()
    driveBoard()
    passOn()
    ringBells()
    beginIfComplete()
    heartbeat.beat(at: clock.now, isHealthy: brokenParts.count < Self.parts || board.isMissing)
    if !isStopping { sleeper.sleep(for: timeToNextTurn) }
  }

  private func takeSignals() {
    while let number = signals.next() {
      if number == SIGHUP, !hasLostItsTerminal {
        heartbeat.manager?.reloading(atMicroseconds: MonotonicClock.kernelMicroseconds())
        tell(.reloadWanted, at: engine.instant)
      } else {
        isStopping = true
      }
    }
  }

  /// Whether the terminal that it was started on has been closed; then nobody is there to end it by hand.
  private var hasLostItsTerminal: Bool { wasOnTerminal && isatty(STDOUT_FILENO) == 0 }

  private func takeInward() {
    inward.bell.clear()
    for taken in 1...Self.inwardPerTurn {
      guard let record = inward.pop() else { return }
      switch record {
      case .event(let event):
        noteLogbookFault(event)
        take(.event(event), at: outsideInstant)
      case .order(let order): carryOut(order)
      case .resume(let alarm, let sensor):
        let now = outsideInstant
        engine.resume(
          alarm.takenUp(after: origin.duration(to: now)), at: sensor, at: now, driving: drive, to: publish)
      case .recalled(let isFromLog): tell(.recalled(isFromLog: isFromLog), at: engine.instant)
      case .recall(let pending, let sensor):
        let value = pending.later(by: Instant.start.duration(to: origin))
        engine.recall(value, at: sensor, at: outsideInstant, to: publish)
      case .expect(let sensor): engine.expect(sensor, at: outsideInstant, to: publish)
      case .fetch(let wish): radio?.fetch(wish, at: present)
      case .committed(let sequence): noteCommit(sequence)
      case .opened(let part): adopt(part)
      case .note(let text): tell(.note("board    \(text)"), at: engine.instant)
      }
      if taken == Self.inwardPerTurn { inward.bell.ring() }  // Come back for the rest.
    }
  }

  private func carryOut(_ order: BoxOrder) {
    switch order {
    case .event(let event): take(.event(event), at: outsideInstant)
    case .settings(let settings, let bindKeys, let roles, let sensors, let plan):
      engine.adopt(bindKeys)
      adopt(plan)
      engine.adopt(settings, roles: roles, sensors: sensors, driving: drive, to: publish)
    case .adopt(let order, let number):
      tell(.answer(number, engine.adopt(order, at: outsideInstant, driving: drive, to: publish)), at: engine.instant)
    case .standby(let order, let note, let number):
      let answer = engine.standBy(order, noting: note, at: outsideInstant, driving: drive, to: publish)
      tell(.answer(number, answer), at: engine.instant)
    case .forget(let address, let number):
      tell(.answer(number, engine.forget(address, at: outsideInstant, driving: drive, to: publish)), at: engine.instant)
    }
  }

  /// Tells the radio whom it may connect to, when that has changed.
  private func followAdoption() {
    let revision = engine.intake.adoption.revision
    guard let radio, revision != followedRevision else { return }
    followedRevision = revision
    radio.follow(RadioGuests(engine.intake))
  }

  /// Lets happen what is due by now, unless packets of before now still wait: they come first. With a recording's last
  /// packet its time ends.
  private func letTimePass() {
    guard case .times = pace, !isBehind, !isStopping else { return }
    engine.advance(to: present, driving: drive, to: publish)
  }

  func take(_ input: EngineInput, at instant: Instant) {
    engine.take(input, at: instant, driving: drive, to: publish)
  }

  // MARK: Time

  /// The time on the axis of the recording.
  private var virtualNow: Instant {
    switch pace {
    case .max: engine.instant
    case .times where radio != nil: max(engine.instant, clock.now)
    case .times(let speed):
      max(engine.instant, origin.advanced(by: Instant.start.duration(to: clock.now) * speed))
    }
  }

  /// Written out, since a list of candidates would be taken from the heap in every turn.
  private var timeToNextTurn: Duration? {
    let now = clock.now
    var wait: Duration?
    func consider(_ duration: Duration) { wait = min(wait ?? duration, duration) }
    func consider(_ edge: Instant?) { if let edge { consider(now.duration(to: edge)) } }
    consider(lamps.nextEdge)
    consider(sounder.nextEdge)
    consider(board.nextEdge)
    if !brokenParts.isEmpty, let due = wait, due <= .zero { wait = Self.retryInterval }
    switch pace {
    case .max:
      if next != nil { consider(isDue(.start) ? Duration.zero : .milliseconds(1)) }
    case .times(let speed):
      let virtual = virtualNow
      func considerVirtual(_ instant: Instant?) { if let instant { consider(virtual.duration(to: instant) / speed) } }
      considerVirtual(next?.instant)
      considerVirtual(engine.nextDeadline)
      considerVirtual(radio?.nextDeadline)
    }
    if links.contains(where: \.isBehind) { consider(Self.retryInterval) }
    if !isReady { consider(now.duration(to: .start.advanced(by: Self.longestBeginning))) }
    if let beat = heartbeat.wait(at: now) { consider(beat) }
    if !hasReportedLogbook { consider(now.duration(to: heardFromLogbookAt.advanced(by: Self.longestCommit))) }
    return wait.map { max(.zero, $0) }
  }

  // MARK: What follows

  private func drive(_ action: Action) {
    switch action {
    case .lamp(let lamp, let pattern):
      command(.lampFailed) { () throws(BoardFault) in
        try lamps.show(pattern, on: lamp, at: clock.now)
        try board.checkLines()
      }
    case .sound(let signal):
      opener.isAlarming = (signal?.priority ?? .low) > .low
      command(.sounderFailed) { () throws(BoardFault) in
        board.follow(signal, at: clock.now)
        try sounder.play(signal, at: clock.now)
        // A card that takes every command and is not heard has failed all the same.
        try board.advance(to: clock.now)
      }
    case .loudness(let loudness): board.setLoudness(loudness)
    default: break
    }
  }

  private func publish(_ record: LoopOutput, at instant: Instant) {
    if case .action(.sessionEnded(let summary)) = record { summaries.append(summary) }
    tell(record, at: instant)
  }

  func tell(_ record: LoopOutput, at instant: Instant) { untold.append(TimedOutput(instant: instant, record: record)) }

  /// Tells everybody else what has happened.
  func passOn() {
    guard !untold.isEmpty else { return }
    for index in links.indices { for outward in untold { links[index].tell(outward) } }
    untold.removeAll(keepingCapacity: true)
  }

  private func ringBells() {
    for index in links.indices { links[index].flush() }
  }

  // MARK: The logbook's word

  private func noteCommit(_ sequence: UInt64) {
    heardFromLogbookAt = clock.now
    if hasReportedLogbook {
      hasReportedLogbook = false
      // A logbook that speaks again to say that it fails has not recovered.
      if !isLogbookFailing { take(.event(.cleared(.diskFull)), at: outsideInstant) }
    }
    guard sequence > committedSequence else { return }
    committedSequence = sequence
    tell(.committed(sequence), at: engine.instant)
  }

  private func noteLogbookFault(_ event: Event) {
    switch event {
    case .fault(.diskFull): isLogbookFailing = true
    case .cleared(.diskFull): isLogbookFailing = false
    default: break
    }
  }

  /// A logbook that neither commits nor complains is failing too.
  private func watchLogbook() {
    guard !hasReportedLogbook, heardFromLogbookAt.duration(to: clock.now) > Self.longestCommit else { return }
    hasReportedLogbook = true
    take(.event(.fault(.diskFull)), at: outsideInstant)
  }
}
