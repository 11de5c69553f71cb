import Alarms
import Logbook
import Readings

/// The part of the present run that a new logbook file would have to begin with: the run, its open session with what
/// people have recorded about it, the last reading of each sensor, and the gaps that are still open.
struct CommittedRun {
  private var run: LogEntry?
  private var session: LogEntry?
  /// What people have recorded about the session, in the order in which they did.
  private var notes: [LogEntry] = []
  private var readings: [DeviceAddress: LogEntry] = [:]
  private var gaps: [HistoryGap] = []
  private(set) var sequence: UInt64 = 0

  mutating func note(_ entry: LogEntry) {
    switch entry {
    case .runStarted: run = entry
    case .sessionStarted: (session, notes) = (entry, [])
    case .sessionEnded: (session, notes) = (nil, [])
    case .drink, .sessionDetails, .placementConfirmed, .checklist: notes.append(entry)
    case .drinkTakenBack:
      if let latest = notes.lastIndex(where: \.isDrink) { notes.remove(at: latest) }
    case .caffeine:
      notes.removeAll { if case .caffeine = $0 { true } else { false } }
      notes.append(entry)
    case .reading(_, _, let address, _, _): readings[address] = entry
    case .alarm(let alarm, _, _, _, _): sequence = max(sequence, alarm.sequence)
    case .gapFound(let gap): gaps.append(gap)
    case .gapClosed(let gap): gaps.removeAll { $0.isSame(as: gap) }
    case .past(_, let gap, let at, _):
      for place in gaps.indices where gaps[place].isSame(as: gap) { gaps[place].from = at }
    case .clockSet(let shift): move(by: shift)
    // (The date at the start of the run stays: see RunStamps.)
    case .clockStepped, .scenario, .phase, .runEnded: break
    }
  }

  /// The start of the run as the file holds it; `nil` if it holds none.
  var startedAt: Int64? { if case .runStarted(let at, _, _, _) = run { at } else { nil } }

  /// The entries with which another file begins.
  var entries: [LogEntry] {
    [run, session].compactMap(\.self) + notes + readings.values.sorted { $0.time < $1.time }
      + gaps.map { .gapFound($0) }
  }

  private mutating func move(by shift: Int64) {
    if let startedAt { for place in gaps.indices { gaps[place].move(by: shift, from: startedAt) } }
    if case .runStarted(let at, _, let mark, let bootedAt) = run {
      run = .runStarted(at: at + shift, mark: mark, bootedAt: bootedAt.map { $0 + shift })
    }
    if case .sessionStarted(let at, let profile) = session {
      session = .sessionStarted(at: at + shift, profile: profile)
    }
    notes = notes.map { entry in
      switch entry {
      case .drink(let id, let amount, let at): .drink(id: id, millilitres: amount, at: at + shift)
      case .caffeine(let at?): .caffeine(at: at + shift)
      default: entry
      }
    }
    readings = readings.mapValues { entry in
      guard case .reading(let reading, let model, let address, let at, let implausible) = entry else { return entry }
      return .reading(reading, of: model, from: address, at: at + shift, implausible: implausible)
    }
  }
}

extension HistoryGap {
  /// A gap is filled from its beginning, so its end identifies it.
  fileprivate func isSame(as other: HistoryGap) -> Bool {
    address == other.address && model == other.model && to == other.to
  }
}

extension LogEntry {
  fileprivate var isDrink: Bool { if case .drink = self { true } else { false } }
  fileprivate var time: Int64 { if case .reading(_, _, _, let at, _) = self { at } else { 0 } }
}
