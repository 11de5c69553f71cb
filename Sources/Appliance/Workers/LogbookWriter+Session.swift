import Engine
import Logbook
import Readings
import Sessions

/// The session of this run that goes on with one from before a restart. Only the logbook knows that: it joins the two.
extension LogbookWriter {
  /// Sends the loop what the session was before this run, when these entries may have joined it with an earlier one.
  func sendEarlierSession(after entries: [LogEntry]) {
    let mayJoin = entries.contains { entry in
      switch entry {
      case .sessionStarted, .clockSet: true
      default: false
      }
    }
    guard mayJoin, let found = try? logbook?.earlierPart() else { return }
    let item = LoopInput.earlierRun(.session(EarlierSession(found, now: dates.start)))
    unsentSession = send(item) ? nil : item
  }
}

extension EarlierSession {
  /// - Parameter now: the date at the start of the axis of this run, milliseconds since 1970.
  init(_ part: EarlierPart, now: Int64) {
    func instant(_ date: Int64) -> Instant {
      let (age, overflow) = date.subtractingReportingOverflow(now)
      return overflow ? .start : Instant.start.advanced(by: .milliseconds(age))
    }
    let drinks = part.drinks.compactMap { drink in
      UInt16(exactly: drink.millilitres).map { Refreshments.Drink(at: instant(drink.at), millilitres: $0) }
    }
    self.init(
      startedAt: instant(part.record.startedAt), joinedAt: instant(part.joinedAt), details: part.record.details,
      refreshments: Refreshments(earlier: drinks, caffeineAt: part.record.caffeineAt.map(instant)),
      isPlacementConfirmed: part.record.isPlacementConfirmed == true)
  }
}
