import Alarms
import Flight
import Readings
import Sessions

/// What people drink and take, and the reminder of it.
extension Monitor {
  /// Notes a drink, if a session is running. ``Engine`` refuses it otherwise.
  mutating func drink(_ millilitres: UInt16, at instant: Instant, into actions: inout [Action]) {
    guard hasSession, !refreshments.isFull else { return }
    refreshments.drink(millilitres, at: instant)
    report(.drunk(millilitres), into: &actions)
  }

  mutating func takeBackDrink(into actions: inout [Action]) {
    guard hasSession, let drink = refreshments.takeBackDrink() else { return }
    report(.drinkTakenBack(drink.millilitres), into: &actions)
  }

  mutating func takeCaffeine(at instant: Instant, into actions: inout [Action]) {
    guard hasSession else { return }
    refreshments.takeCaffeine(at: instant)
    report(.caffeine, into: &actions)
  }

  mutating func takeBackCaffeine(into actions: inout [Action]) {
    guard hasSession, refreshments.caffeineAt != nil else { return }
    refreshments.takeBackCaffeine()
    report(.caffeineTakenBack, into: &actions)
  }

  private func report(_ change: RefreshmentChange, into actions: inout [Action]) {
    actions.append(.refreshments(change, total: refreshments.millilitres))
  }

  /// When the next reminder is due; `nil` for never, and while it must wait for the end of an alarm.
  var drinkReminderAt: Instant? {
    guard settings.remindsToDrinkAfter != nil, let start = sessionStartedAt, phase.current.phase == .cruise,
      alarms.sounding == nil, !alarms.isPresent(atLeast: .medium)
    else { return nil }
    return drinkReminder.dueAt(
      settings.remindsToDrinkAfter, cruise: max(phase.current.since, start), drink: refreshments.latestAt)
  }

  mutating func remindToDrink(at instant: Instant, into actions: inout [Action]) {
    guard let due = drinkReminderAt, due <= instant else { return }
    drinkReminder.give(at: instant)
    let latest = refreshments.latestAt ?? sessionStartedAt ?? instant
    actions.append(.drinkReminder(since: latest, total: refreshments.millilitres))
  }
}
