import Alarms
import Flight
import Monitor
import Readings
import TestSupport
import Testing

/// The reminder is compared, second by second, with its rule in docs/flight.md, written out again without any deadline.
@Suite struct `The rule of the reminder to drink` {
  private static let interval = 60

  /// The rule: due when for the interval there was no drink, no earlier reminder, and cruise all along in a session; it
  /// waits while a medium alarm stands.
  private struct Oracle {
    var sessionAt: Int?
    var cruiseAt: Int?
    var drinks: [Int] = []
    var remindedAt: Int?
    var isAlarming = false
    var given: [Int] = []

    mutating func second(_ second: Int) {
      guard let sessionAt, let cruiseAt, !isAlarming else { return }
      let quiet = (max(0, second - DrinkReminderOracle.interval + 1)...second).allSatisfy { earlier in
        earlier > sessionAt && earlier > cruiseAt && drinks.last.map { earlier > $0 } ?? true
          && remindedAt.map { earlier > $0 } ?? true
      }
      guard quiet, second >= DrinkReminderOracle.interval else { return }
      given.append(second)
      remindedAt = second
    }
  }

  private typealias DrinkReminderOracle = `The rule of the reminder to drink`

  @Test(arguments: 0..<40) func `is kept in random flights`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var scene = MonitorScene(
      settings: MonitorSettings(
        latchesSound: false, gradesAir: true, remindsToDrinkAfter: .seconds(Double(Self.interval))))
    var oracle = Oracle()
    for second in 0..<1500 {
      switch random.next() % 60 {
      case 0:
        scene.happens(.startSession, at: Double(second))
        (oracle.sessionAt, oracle.drinks, oracle.remindedAt) = (second, [], nil)
      case 1 where second % 3 == 0:
        scene.happens(.endSession, at: Double(second))
        oracle.sessionAt = nil
      case 2, 3:
        scene.happens(.drink(200), at: Double(second))
        if oracle.sessionAt != nil { oracle.drinks.append(second) }
      case 4:
        scene.happens(.undoDrink, at: Double(second))
        _ = oracle.drinks.popLast()
      case 5, 6:
        scene.happens(.phase(.cruise), at: Double(second))
        oracle.cruiseAt = oracle.cruiseAt ?? second
      case 7 where second % 2 == 0:
        scene.happens(.phase(.boarding), at: Double(second))
        oracle.cruiseAt = nil
      case 8:
        scene.happens(.fault(.frozen), at: Double(second))
        oracle.isAlarming = true
      case 9, 10:
        scene.happens(.cleared(.frozen), at: Double(second))
        oracle.isAlarming = false
      default: scene.waits(until: Double(second))
      }
      oracle.second(second)
    }
    let given = scene.done.compactMap { if case .drinkReminder = $0.action { $0.at } else { nil } }
    #expect(given == oracle.given.map(Double.init))
  }

  @Test func `is not trivially kept`() {
    var count = 0
    var scene = MonitorScene(
      settings: MonitorSettings(
        latchesSound: false, gradesAir: true, remindsToDrinkAfter: .seconds(Double(Self.interval))))
    scene.happens(.startSession, at: 0)
    scene.happens(.phase(.cruise), at: 0)
    scene.waits(until: 600)
    for (_, action) in scene.done { if case .drinkReminder = action { count += 1 } }
    #expect(count == 10)
  }
}
