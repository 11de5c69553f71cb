import Alarms
import Board
import Flight
import Glibc
import Monitor
import Readings
import SensorProtocols

/// How fast a recording is played.
public enum Pace: Sendable, Equatable {
  /// So many times as fast as it was recorded.
  case times(Double)
  /// As fast as it goes.
  case max
}

/// What the critical loop is fed with.
enum Feed {
  /// A file, at a pace.
  case replay(ReplaySource, Pace)
  /// The radio, in real time and for ever.
  case live(any Radio)
}

/// The one thread that alarms depend on. It takes what happens to the core, drives lamps and sounder, and hands
/// everything else on through rings. It sleeps on one epoll and waits for nothing else.
final class CriticalLoop {
  private let clock: MonotonicClock
  private let pace: Pace
  private let inward: BoundedRing<InwardRecord>
  /// The logbook's first, then everybody else's.
  private var links: [OutwardLink]
  private let signals: SignalQueue
  private let sleeper: Sleeper
  /// What is replayed; `nil` on a live box.
  private var source: ReplaySource?
  /// What is listened to; `nil` in a replay.
  private let radio: (any Radio)?
  private var core: Core
  private var lamps: Lamps
  private var sounder: Sounder
  private let board: LoopBoard
  private let opener: BoardOpener
  private let wasOnTerminal = isatty(STDOUT_FILENO) == 1
  private var next: (instant: Instant, input: ReplayInput)?
  /// Where the recording's time begins.
  private var origin = Instant.start
  /// The time of this turn, on the axis of the recording.
  private var present = Instant.start
  private var isStopping = false
  private var fault: ApplianceError?
  private var summaries: [SessionSummary] = []
  private var committedSequence: UInt64 = 0
  private var heardFromLogbookAt = Instant.start
  private var hasReportedLogbook = false
  /// Whether the logbook itself has said that it cannot be written.
  private var isLogbookFailing = false
  private var brokenParts: Set<ConditionID> = []
  /// How loud the sounder is while nothing has gone unanswered.
  private var normalLevel: SoundLevel?
  private var heartbeat: Heartbeat
  /// Whether the service manager knows that the appliance does its work.
  private var isReady = false
  private var lastNotes: [ConditionID: String] = [:]

  /// At most so many commands and reports are taken in one turn: whoever floods the ring delays no lamp.
  private static let inwardPerTurn = 16
  private static let longestEnd = Duration.seconds(5)
  /// Lamps and sounder. Where one of them fails, the other signals that, and the appliance is of use. Where both do, it
  /// reaches nobody, and only a restart may help.
  private static let parts = 2
  /// By then lines and sound card must be there, from the start of the clock; what is not counts as failed.
  private static let longestBeginning = Duration.seconds(8)
  /// How often a lamp or sounder that has failed is tried again; sooner would keep the loop spinning.
  private static let retryInterval = Duration.milliseconds(100)
  /// At full speed so many packets are played in one turn.
  private static let packetsPerTurn = 256
  /// How long the logbook may say nothing before it counts as failing; it speaks about once a second. Far longer than
  /// an SD card's worst pause, and well within the 60 s by which a failing disk must be signalled.
  private static let longestCommit = Duration.seconds(20)

  /// - Parameters:
  ///   - logbook: the ring of the logbook, whose commits are watched.
  ///   - others: the rings of everybody else.
  ///   - plan: what hangs on the box.
  ///   - opener: opens it.
  ///   - heartbeat: the watchdogs that wait for a sign of life.
  init(
    feed: Feed, settings: MonitorSettings, bindKeys: [DeviceAddress: BindKey], clock: MonotonicClock,
    signals: SignalQueue,
    inward: BoundedRing<InwardRecord>, logbook: BoundedRing<Outward>, others: [BoundedRing<Outward>],
    plan: BoardPlan = .terminal, opener: BoardOpener, heartbeat: Heartbeat = .none
  ) throws(ApplianceError) {
    switch feed {
    case .replay(let source, let pace): (self.source, self.pace, radio) = (source, pace, nil)
    case .live(let radio): (source, pace, self.radio) = (nil, .times(1), radio)
    }
    self.clock = clock
    self.signals = signals
    self.inward = inward
    self.heartbeat = heartbeat
    links = [OutwardLink(logbook, interest: .decisions)] + others.map { OutwardLink($0) }
    core = Core(settings: settings, bindKeys: bindKeys)
    board = LoopBoard(plan: plan)
    self.opener = opener
    lamps = Lamps(driver: board, isOneLamp: plan.lines?.isOneLamp ?? false)
    sounder = Sounder(driver: board)
    sleeper = try Sleeper()
    try sleeper.add(signals.descriptor.number)
    try sleeper.add(inward.bell.descriptor.number)
    if let radio { try sleeper.add(radio.descriptor) }
  }

  /// Runs until the recording ends or a signal asks for the end, and closes the session.
  /// - Returns: the summaries of the sessions that ended, why the recording could not be played to its end, and what else
  ///   a person should know of it.
  func run() -> (summaries: [SessionSummary], fault: ApplianceError?, remark: String?) {
    if source != nil { fetch() }
    origin = next?.instant ?? .start
    take(.event(.startSession), at: origin)
    while !isStopping { turn() }
    heartbeat.end()
    radio?.end()
    take(.event(.endSession), at: core.instant)
    darken()
    tell(.runEnded(isFinished: source != nil && next == nil), at: core.instant)
    tell(.finished, at: core.instant)
    waitForRoom()
    return (summaries, fault, source?.remark)
  }

  /// At the end nothing is delayed by waiting, for a while, until all that was told has found room.
  private func waitForRoom() {
    let end = clock.now.advanced(by: Self.longestEnd)
    ringBells()
    while links.contains(where: \.isBehind), clock.now < end {
      sleeper.sleep(for: .milliseconds(10))
      ringBells()
    }
  }

  // MARK: One turn

  private func turn() {
    present = virtualNow
    takeSignals()
    play()
    listen()
    takeButtons()
    takeInward()
    letTimePass()
    watchLogbook()
    driveBoard()
    ringBells()
    beginIfComplete()
    heartbeat.beat(at: clock.now, isHealthy: brokenParts.count < Self.parts)
    if !isStopping { sleeper.sleep(for: timeToNextTurn) }
  }

  private func takeSignals() {
    while let number = signals.next() {
      if number == SIGHUP, !hasLostItsTerminal {
        heartbeat.manager?.reloading(atMicroseconds: MonotonicClock.kernelMicroseconds())
        tell(.reloadWanted, at: core.instant)
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
      case .settings(let settings, let bindKeys):
        core.adopt(bindKeys)
        core.adopt(settings, to: publish)
      case .resume(let alarm, let sensor):
        let now = outsideInstant
        core.resume(alarm.takenUp(after: origin.duration(to: now)), at: sensor, at: now, to: publish)
      case .committed(let sequence): noteCommit(sequence)
      case .opened(let part): adopt(part)
      case .note(let text): tell(.note("board    \(text)"), at: core.instant)
      }
      if taken == Self.inwardPerTurn { inward.bell.ring() }  // Come back for the rest.
    }
  }

  private func play() {
    for _ in 0..<Self.packetsPerTurn {
      guard !isStopping, let due = next, isDue(due.instant) else { return }
      take(due.input, at: due.instant)
      fetch()
    }
  }

  /// Takes what the radio has.
  private func listen() {
    radio?.serve(at: present) { output in
      switch output {
      case .input(let input): take(input, at: present)
      case .note(let text): tell(.note("radio    \(text)"), at: present)
      }
    }
  }

  /// Lets happen what is due by now, unless packets of before now still wait: they come first.
  private func letTimePass() {
    guard case .times = pace, !isBehind else { return }
    core.advance(to: present, to: publish)
  }

  /// Whether packets of before now still wait.
  private var isBehind: Bool { next.map { $0.instant <= present } ?? false }

  /// The time of what comes from outside the recording.
  private var outsideInstant: Instant { isBehind ? core.instant : present }

  private func isDue(_ instant: Instant) -> Bool {
    switch pace {
    case .times: instant <= present
    // A recording is patient: at full speed it waits for those who write down what it says.
    case .max: !links.contains(where: \.isHalfFull)
    }
  }

  private func fetch() {
    do throws(ApplianceError) {
      next = try source?.next().map { (instant: $0.0, input: $0.1) }
    } catch {
      fault = error
      next = nil
    }
    if next == nil { isStopping = true }
  }

  private func take(_ input: ReplayInput, at instant: Instant) { core.take(input, at: instant, to: publish) }

  // MARK: Time

  /// The time on the axis of the recording.
  private var virtualNow: Instant {
    switch pace {
    case .max: core.instant
    case .times(let speed):
      max(core.instant, origin.advanced(by: Instant.start.duration(to: clock.now) * speed))
    }
  }

  private var timeToNextTurn: Duration? {
    let now = clock.now
    var wait = [lamps.nextEdge, sounder.nextEdge, board.nextEdge].compactMap { $0 }.map { now.duration(to: $0) }.min()
    if !brokenParts.isEmpty, let due = wait, due <= .zero { wait = Self.retryInterval }
    func consider(_ duration: Duration) { wait = min(wait ?? duration, duration) }
    switch pace {
    case .max:
      if next != nil { consider(isDue(.start) ? .zero : .milliseconds(1)) }
    case .times(let speed):
      let virtual = virtualNow
      for instant in [next?.instant, core.nextDeadline, radio?.nextDeadline] {
        if let instant { consider(virtual.duration(to: instant) / speed) }
      }
    }
    if links.contains(where: \.isBehind) { consider(Self.retryInterval) }
    if !isReady { consider(now.duration(to: .start.advanced(by: Self.longestBeginning))) }
    if let beat = heartbeat.wait(at: now) { consider(beat) }
    if !hasReportedLogbook { consider(now.duration(to: heardFromLogbookAt.advanced(by: Self.longestCommit))) }
    return wait.map { max(.zero, $0) }
  }

  // MARK: What follows

  private func publish(_ record: OutwardRecord, at instant: Instant) {
    tell(record, at: instant)
    switch record {
    case .action(.lamp(let lamp, let pattern)):
      command(.lampFailed) { () throws(BoardFault) in try lamps.show(pattern, on: lamp, at: clock.now) }
    case .action(.sound(let signal)):
      command(.sounderFailed) { () throws(BoardFault) in
        board.follow(signal, at: clock.now)
        try sounder.play(signal, at: clock.now)
      }
    case .action(.loudness(let loudness)): setLoudness(loudness)
    case .action(.sessionEnded(let summary)): summaries.append(summary)
    default: break
    }
  }

  /// Makes what sounds louder, or as loud as it was set.
  private func setLoudness(_ loudness: Loudness) {
    guard let card = board.card else { return }
    let normal = normalLevel ?? card.level
    normalLevel = normal
    card.level = loudness.level(from: normal)
  }

  private func driveBoard() {
    let now = clock.now
    if let card = board.card {
      do throws(PCMSounder.Failure) { try card.fill() } catch { loseCard(error.message) }
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
    board.takeRecords { tell($0, at: core.instant) }
  }

  private func darken() {
    opener.end()
    for lamp in Lamp.allCases {
      command(.lampFailed) { () throws(BoardFault) in try lamps.show(.off, on: lamp, at: clock.now) }
    }
    command(.sounderFailed) { () throws(BoardFault) in
      board.follow(nil, at: clock.now)
      try sounder.play(nil, at: clock.now)
      try board.advance(to: clock.now)
    }
    board.takeRecords { tell($0, at: core.instant) }
  }

  /// Gives a part of the board a command, and reports once that it fails or that it works again.
  private func command(_ condition: ConditionID, _ drive: () throws(BoardFault) -> Void) {
    let isBroken: Bool
    do throws(BoardFault) {
      try drive()
      isBroken = false
    } catch {
      isBroken = true
    }
    guard isBroken != brokenParts.contains(condition) else { return }
    // Taken in at the next turn: the core may be at work right now. Where there is no room, the next try reports it.
    guard inward.push(.event(isBroken ? .fault(condition) : .cleared(condition))) else { return }
    if isBroken { brokenParts.insert(condition) } else { brokenParts.remove(condition) }
    inward.bell.ring()
  }

  private func tell(_ record: OutwardRecord, at instant: Instant) {
    for index in links.indices { links[index].tell(Outward(instant: instant, record: record)) }
  }

  private func ringBells() {
    for index in links.indices { links[index].flush() }
  }

  // MARK: Lines and sound card

  /// Tells the service manager that the appliance does its work, once the board is there or known to be missing.
  private func beginIfComplete() {
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

  private func takeButtons() {
    do throws(GPIOLines.Failure) {
      try board.takeButtons(at: clock.now, clock: clock) { take(.event($0), at: outsideInstant) }
    } catch { loseLines(error.message) }
  }

  private func adopt(_ part: OpenedPart) {
    switch part {
    case .lines(let lines):
      board.adopt(lines)
      lamps.renew()
      if let descriptor = lines.buttonDescriptor { try? sleeper.add(descriptor) }
      note("the lines are there", of: .lampFailed)
    case .card(let card):
      board.adopt(card)
      if let poll = card.poll { try? sleeper.add(poll.descriptor, events: poll.events) }
      note("the sound card is there", of: .sounderFailed)
    case .noLines(let message):
      board.loseLines()
      note(message, of: .lampFailed)
    case .noCard(let message):
      board.loseCard()
      note(message, of: .sounderFailed)
    }
  }

  private func loseLines(_ message: String) {
    if let descriptor = board.lines?.buttonDescriptor { sleeper.remove(descriptor) }
    opener.wantLines(insteadOf: board.lines)
    board.loseLines()
    note(message, of: .lampFailed)
  }

  private func loseCard(_ message: String) {
    if let poll = board.card?.poll { sleeper.remove(poll.descriptor) }
    opener.wantCard(insteadOf: board.card)
    board.loseCard()
    note(message, of: .sounderFailed)
  }

  /// Tells a person of a part of the board, once.
  private func note(_ message: String, of part: ConditionID) {
    guard lastNotes[part] != message else { return }
    lastNotes[part] = message
    tell(.note("board    \(message)"), at: core.instant)
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
    tell(.committed(sequence), at: core.instant)
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
