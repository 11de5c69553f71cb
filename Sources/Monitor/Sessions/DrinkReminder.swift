import Alarms
import Flight
import Readings
import Sessions

/// Reminds a person to drink who has drunk nothing for some time in cruise. It is a line for people and never an alarm: it
/// lights no lamp and makes no sound, since low alarms, which matter more, are silent in a cabin too.
///
/// It waits while an alarm of medium or high priority stands, or any alarm sounds. A low alarm that only lights its lamp
/// does not count: in a cabin `co2-low` stands through most flights.
struct DrinkReminder: Sendable {
  /// When it was given last.
  private var givenAt: Instant?

  /// When it is due.
  /// - Parameters:
  ///   - interval: the time without a drink; `nil` for never.
  ///   - cruise: since when the aircraft cruises and the session runs; `nil` if it does not.
  ///   - drink: when something was drunk last.
  func dueAt(_ interval: Duration?, cruise: Instant?, drink: Instant?) -> Instant? {
    guard let interval, let cruise else { return nil }
    return max(cruise, drink ?? cruise, givenAt ?? cruise).advanced(by: interval)
  }

  mutating func give(at instant: Instant) { givenAt = instant }
}

// MARK: What people drink and take

extension Monitor {
  /// Notes a drink, if a session is running. ``Engine`` refuses it otherwise.
  mutating func drink(_ millilitres: UInt16, at instant: Instant, into actions: inout [Action]) {
    guard hasSession, !intake.isFull else { return }
    intake.drink(millilitres, at: instant)
    report(.drunk(millilitres), into: &actions)
  }

  mutating func takeBackDrink(into actions: inout [Action]) {
    guard hasSession, let drink = intake.takeBackDrink() else { return }
    report(.drinkTakenBack(drink.millilitres), into: &actions)
  }

  mutating func takeCaffeine(at instant: Instant, into actions: inout [Action]) {
    guard hasSession else { return }
    intake.takeCaffeine(at: instant)
    report(.caffeine, into: &actions)
  }

  mutating func takeBackCaffeine(into actions: inout [Action]) {
    guard hasSession, intake.caffeineAt != nil else { return }
    intake.takeBackCaffeine()
    report(.caffeineTakenBack, into: &actions)
  }

  private func report(_ change: IntakeChange, into actions: inout [Action]) {
    actions.append(.intake(change, total: intake.millilitres))
  }

  /// When the next reminder is due; `nil` for never, and while it must wait for the end of an alarm.
  var drinkReminderAt: Instant? {
    guard settings.remindsToDrinkAfter != nil, let start = sessionStartedAt, phase.current.phase == .cruise,
      !alarms.isAnySignalled, !alarms.isPresent(atLeast: .medium)
    else { return nil }
    return drinkReminder.dueAt(
      settings.remindsToDrinkAfter, cruise: max(phase.current.since, start), drink: intake.latestAt)
  }

  /// Gives the reminder if it is due.
  mutating func remindToDrink(at instant: Instant, into actions: inout [Action]) {
    guard let due = drinkReminderAt, due <= instant else { return }
    drinkReminder.give(at: instant)
    let latest = intake.latestAt ?? sessionStartedAt ?? instant
    actions.append(.drinkReminder(since: latest, total: intake.millilitres))
  }
}
