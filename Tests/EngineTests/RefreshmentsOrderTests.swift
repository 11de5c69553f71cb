import Alarms
import BoxSupport
import Engine
import Monitor
import Readings
import Sessions
import TestSupport
import Testing

/// What the box answers to a person who drinks.
@Suite struct `An order about drinks and caffeine` {
  private var box: Street { Street(Engine(settings: MonitorSettings(latchesSound: false, gradesAir: false))) }

  @Test func `is refused without a session`() {
    var street = box
    street.waits(until: 5)
    for order in [Event.drink(200), .undoDrink, .caffeine, .undoCaffeine, .endSession] {
      #expect(street.carriesOut(order, at: 5).text == "no-session")
    }
  }

  @Test func `is answered with the sum, and refused where there is nothing to take back`() {
    var street = box
    street.takes(.event(.startSession), at: 0)
    #expect(street.carriesOut(.undoDrink, at: 1).text == "no-drink")
    #expect(street.carriesOut(.undoCaffeine, at: 1).text == "no-caffeine")
    _ = street.carriesOut(.drink(200), at: 2)
    guard case .done(let notices) = street.carriesOut(.drink(150), at: 3) else {
      Issue.record("refused")
      return
    }
    #expect(notices == [.drinkNoted(millilitres: 150, total: 350)])
    #expect(notices.first?.sentence == "150 ml recorded, 350 ml in this session")
    #expect(
      street.carriesOut(.undoDrink, at: 4).text
        == "the latest drink is taken back, 200 ml in this session")
    #expect(street.carriesOut(.caffeine, at: 5).text == "caffeine recorded")
    #expect(street.carriesOut(.undoCaffeine, at: 6).text == "the caffeine is taken back")
  }

  @Test func `ends where a program repeats it`() {
    var street = box
    street.takes(.event(.startSession), at: 0)
    for second in 1...Refreshments.most { _ = street.carriesOut(.drink(1), at: Double(second)) }
    #expect(street.engine.monitor.refreshments.millilitres == UInt32(Refreshments.most))
    #expect(street.carriesOut(.drink(1), at: Double(Refreshments.most + 1)).text == "too-many-drinks")
  }
}
