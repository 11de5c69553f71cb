import Alarms
import Board
import Control
import Engine
import Monitor
import Radio
import Readings
import Sessions
import Settings
import System

/// What the critical loop gets from other threads: orders of people, reports of the logbook, and opened hardware.
extension CriticalLoop {
  func takeInward() {
    inward.bell.clear()
    for taken in 1...Self.inwardPerTurn {
      guard let record = inward.pop() else { return }
      handle(record)
      takeReports()
      if taken == Self.inwardPerTurn { inward.bell.ring() }  // Come back for the rest.
    }
  }

  private func handle(_ record: LoopInput) {
    let now = outsideInstant, origin = playback.origin
    switch record {
    case .event(let event):
      logbook.note(event)
      handle(.event(event), at: now)
    case .order(let order, let deadline):
      if LateOrder.isLate(deadline, at: MonotonicClock.kernelMicroseconds() / 1000) {
        answer(.refused(LateOrder.refusal), toOrder: order.number)
      } else {
        carryOut(order)
      }
    case .earlierRun(let item):
      let late = item.takenUp(after: origin.duration(to: now), axisFrom: Instant.start.duration(to: origin))
      follow { $0.goOn(with: late, at: now, into: &$1) }
    case .recalled(let isFromLog): outboxes.append(.recalled(isFromLog: isFromLog), at: engine.instant)
    case .fetch(let wish): radio?.fetch(wish, at: playback.present)
    case .committed(let sequence): noteCommit(sequence)
    case .opened(let part): board.adopt(part, at: clock.now, into: &reports)
    case .network(let mode): handle(mode)
    case .power(let power): outboxes.append(.power(power), at: engine.instant)
    case .note(let text): outboxes.append(.note("board    \(text)"), at: engine.instant)
    }
  }

  private func handle(_ mode: NetworkMode) {
    guard mode != network else { return }
    // At the start it goes without saying that the network is as configured.
    let isNews = network != nil || mode != .normal
    network = mode
    outboxes.append(.network(mode), at: engine.instant)
    if isNews { outboxes.append(.note("network  \(mode.sentence)"), at: engine.instant) }
  }

  private func carryOut(_ order: BoxOrder) {
    let now = outsideInstant
    switch order {
    case .event(let event, let number):
      answer(follow { $0.carryOut(event, at: now, into: &$1) }, toOrder: number)
    case .startSession(let details, let way, let number):
      let result = follow { $0.startSession(ifUnready: way, at: now, into: &$1) }
      if case .done = result, !details.isEmpty { outboxes.append(.sessionDetails(details), at: engine.instant) }
      answer(result, toOrder: number)
    case .check(let order, let number):
      answer(follow { $0.check(order, at: now, into: &$1) }, toOrder: number)
    case .settings(let settings, let bindKeys, let roles, let sensors, let pressure, let plan, let number):
      engine.adopt(bindKeys)
      engine.adopt(pressure)
      board.adopt(plan)
      let place = outboxes.undelivered.count
      let notices = follow { $0.adopt(settings, roles: roles, sensors: sensors, into: &$1) }
      // The answer comes first: with it the other threads know the names of the persons in what follows.
      outboxes.undelivered.insert(
        TimedOutput(instant: engine.instant, record: .answer(number, .done(notices))), at: place)
    case .adopt(let order, let number):
      answer(follow { $0.adopt(order, at: now, into: &$1) }, toOrder: number)
    case .standby(let person, let hours, let number):
      answer(follow { $0.standBy(person, hours: hours, at: now, into: &$1) }, toOrder: number)
    case .forget(let address, let number):
      answer(follow { $0.forget(address, at: now, into: &$1) }, toOrder: number)
    case .device(let order, let number): carryOut(order, number)
    case .restart(let number): answer(restart(), toOrder: number)
    case .say(let parts, let number):
      answer(board.board.say(parts, at: engine.instant).map(OrderAnswer.refused) ?? .done([]), toOrder: number)
    case .proof(let number): answer(.done([]), toOrder: number)
    }
  }

  /// Ends the run, and the service manager starts it again (``RestartRule``).
  private func restart() -> OrderAnswer {
    let rule = RestartRule(
      standing: engine.monitor.present, isBeginning: engine.monitor.isAlarmBeginning, hasManager: hasManager,
      running: playback.origin.duration(to: outsideInstant))
    if let refusal = rule.refusal { return .refused(refusal) }
    stop()
    return .done([])
  }

  /// The radio owns the adapter, so it takes the order. Of a recording a sensor can only be awaited.
  private func carryOut(_ order: DeviceOrder, _ number: UInt32) {
    let now = outsideInstant
    var outputs: [RadioOutput] = []
    do throws(LapwingError) {
      if let radio {
        try radio.carryOut(order, at: now, into: &outputs)
      } else if case .read(let address) = order {
        outputs.append(.visit(DeviceVisit(.read, of: address, at: now)))
      } else if order != .stop {
        throw LapwingError(.usage, code: "no-radio", "this box plays a recording and has no adapter")
      }
      answer(.done([]), toOrder: number)
    } catch {
      answer(.refused(error), toOrder: number)
    }
    for output in outputs { handle(output, at: now) }
  }

  private func answer(_ answer: OrderAnswer, toOrder number: UInt32) {
    outboxes.append(.answer(number, answer), at: engine.instant)
  }

  private func noteCommit(_ sequence: UInt64) {
    let (isNews, isBack) = logbook.noteReport(sequence, at: clock.now)
    if isBack { handle(.event(.cleared(.diskFull)), at: outsideInstant) }
    if isNews { outboxes.append(.committed(sequence), at: engine.instant) }
  }
}

/// When the box may start again on an order. For some seconds nothing is watched then, and what was counted towards an
/// alarm begins again.
struct RestartRule {
  var standing: [ConditionID] = []
  /// Whether an alarm is beginning: a value is beyond its limit and has not sounded yet.
  var isBeginning = false
  /// Whether a service manager starts the box again.
  var hasManager = true
  /// How long this run has lasted.
  var running: Duration

  /// Time enough for the sensors to be received again: a value beyond its limit then refuses the next order, so that
  /// orders one after the other keep no alarm from beginning.
  static let shortestRun = Duration.seconds(60)

  /// Why it may not; `nil` if it may.
  var refusal: LapwingError? {
    func refused(_ code: String, _ sentence: String) -> LapwingError {
      LapwingError(.unavailable, code: code, sentence)
    }
    if !standing.isEmpty {
      let names = standing.map(\.name).joined(separator: ", ")
      return refused(
        "alarm-stands", "the box does not start again while an alarm stands (\(names)); try again when it is over")
    }
    if isBeginning {
      return refused(
        "alarm-begins",
        "the box does not start again while a value is beyond its limit: its alarm may begin; try again when it is over"
      )
    }
    if !hasManager {
      return refused(
        "no-service", "this box does not run as a service, so nothing would start it again; stop it and start it")
    }
    if running < Self.shortestRun {
      return refused(
        "just-started", "the box has just started, and does not start again within a minute; try again then")
    }
    return nil
  }
}
