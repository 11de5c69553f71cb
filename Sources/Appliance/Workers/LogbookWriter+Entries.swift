import Alarms
import Engine
import Flight
import FoundationEssentials
import Logbook
import Monitor
import Readings
import SensorProtocols
import Sessions
import Settings

/// Which outputs of the loop become entries of the log, with their dates, and what follows when entries are committed.
extension LogbookWriter {
  func gather(_ outward: TimedOutput) {
    let start = firstInstant ?? outward.instant
    firstInstant = start
    let at = dates.start + start.duration(to: outward.instant).wholeNanoseconds / 1_000_000
    switch outward.record {
    case .sensor(let index, let sensor):
      let former = sensors.updateValue(sensor, forKey: index)
      if former != sensor { loggedReadings.forget(index) }
      if let former, former.address != sensor.address {
        waiting.append(open.handOn(at: index, from: former.address, to: sensor.address, at: at))
      }
    // A stranger is not logged.
    case .stranger(let index, _), .left(let index):
      sensors[index] = nil
      loggedReadings.forget(index)
      open.forget(index)
    case .selection(let selection): records.selection = selection
    case .reading(let reading, let index):
      guard let sensor = sensors[index], loggedReadings.isNew(reading, from: index) else { return }
      waiting.append(
        .reading(
          reading, of: sensor.model.name, from: sensor.address, at: at,
          implausible: Self.implausible(reading.measurements, of: sensor.model)))
      if let gap = records.note(reading, of: sensor, at: at, isDated: dates.isSet) { waiting.append(.gapFound(gap)) }
    case .record(let piece):
      let model = SensorModel.allCases.first { $0.name == piece.gap.model } ?? .unknown
      waiting.append(
        piece.rows.map {
          .past(
            $0.measurements, in: piece.gap, at: 1000 * $0.unixSeconds,
            implausible: Self.implausible($0.measurements, of: model))
        })
      if piece.isLast { waiting.append(.gapClosed(piece.gap)) }
    case .action(.alarm(let alarm)):
      if alarm.sequence == lastSequence + 1 { lastSequence = alarm.sequence } else { plan.health.hasGap = true }
      let silentUntil = alarm.silentUntil.map {
        dates.start + start.duration(to: $0).wholeNanoseconds / 1_000_000
      }
      let person = personName(of: alarm)
      open.note(alarm, at: at, silentUntil: silentUntil, person: person)
      if !alarm.isTest { present.note(alarm) }
      waiting.append(
        .alarm(
          alarm, at: at, sensor: alarm.sensor.flatMap { sensors[$0] }?.address, silentUntil: silentUntil,
          person: person))
    case .action(.sessionStarted):
      waiting.append(.sessionStarted(at: at, profile: plan.settings.profile.rawValue))
      // A phase that goes on from before the session is one of it.
      if phase.phase != .unknown { waiting.append(entry(of: phase, from: start)) }
    case .sessionDetails(let details): waiting.append(.sessionDetails(details))
    case .action(.phase(let change)):
      phase = change
      waiting.append(entry(of: change, from: start))
    case .action(.refreshments(let change, _)):
      switch change {
      case .drunk(let amount): waiting.append(.drink(id: UUID().uuidString, millilitres: Int64(amount), at: at))
      case .drinkTakenBack: waiting.append(.drinkTakenBack)
      case .caffeine: waiting.append(.caffeine(at: at))
      case .caffeineTakenBack: waiting.append(.caffeine(at: nil))
      }
    case .action(.placementConfirmed): waiting.append(.placementConfirmed)
    case .sessionChecked(let missing):
      waiting.append(.checklist(missing: missing.map(\.rawValue).joined(separator: ", ")))
    case .action(.sessionEnded(let summary)): waiting.append(.sessionEnded(summary, at: at))
    case .action(.scenario(let state)):
      waiting.append(
        .scenario(
          number: Int64(state.number), count: Int64(state.count), verdict: state.verdict.rawValue,
          text: plan.scenarios.text(for: state.press), at: at))
    case .recalled(isFromLog: true): holdUntil = nil
    case .runEnded(let isFinished): waiting.append(.runEnded(at: at, isFinished: isFinished))
    default: break
    }
  }

  /// - Parameter start: the instant of `dates.start`.
  private func entry(of change: PhaseChange, from start: Instant) -> LogEntry {
    .phase(
      change.phase.rawValue, since: dates.start + start.duration(to: change.since).wholeNanoseconds / 1_000_000,
      source: change.source.rawValue,
      probability: change.source == .session || change.source.isByHand ? nil : change.probability)
  }

  private func personName(of alarm: AlarmTransition) -> String? {
    guard case .person(let person) = alarm.subject else { return nil }
    return plan.settings.personName(for: person)
  }

  private static func implausible(_ measurements: Measurements, of model: SensorModel) -> [Quantity] {
    let entry = Catalogue.entry(for: model)
    return Quantity.allCases.filter { !entry.isPlausible($0, in: measurements) }
  }

  /// Notes of committed entries what another file would begin with, and which gaps the radio is to fill.
  func note(_ entries: [LogEntry]) {
    for entry in entries {
      if case .clockSet(let shift) = entry, let start = committed.startedAt {
        for place in unrequestedGaps.indices { unrequestedGaps[place].move(by: shift, from: start) }
      }
      committed.note(entry)
      if case .gapFound(let gap) = entry { unrequestedGaps.append(gap) }
    }
  }

  /// Asks the radio to fill the gaps, once their dates are known.
  func requestHistory() {
    guard dates.isSet else { return }
    unrequestedGaps.removeAll { gap in
      guard let wish = HistoryRequest(gap, start: dates.start), records.mayAsk(gap.address, as: wish.model) else {
        return true
      }
      return send(.fetch(wish))
    }
  }
}
