import Readings
import TestSupport
import Testing
@testable import Monitor

@Suite struct `The availability of heart data` {
  /// Data that are good or missing for some seconds, counted each second.
  private func pass(
    _ seconds: Range<Int>, isGood: Bool, isPulseMissing: Bool = false, _ availability: inout HeartAvailability
  ) {
    for second in seconds {
      availability.count(to: .at(Double(second)), isGood: isGood, isPulseMissing: isPulseMissing)
      if isGood { availability.noteGood() }
      availability.settle(at: .at(Double(second)), isGood: isGood)
    }
  }

  @Test func `is lost after 30 s without a good value`() {
    var availability = HeartAvailability()
    #expect(!availability.hasBegun)
    pass(0..<30, isGood: false, &availability)
    #expect(!availability.isMissing && availability.hasBegun)
    #expect(availability.deadline(after: .at(29)) == .at(30) && availability.lossDueAt == .at(30))
    pass(30..<31, isGood: false, &availability)
    #expect(availability.isMissing && !availability.isUnwatched)
  }

  @Test func `is lost after 40 s of 60, and not watched after 60 of 90, while the pulse is missing`() {
    var availability = HeartAvailability()
    pass(0..<40, isGood: false, isPulseMissing: true, &availability)
    #expect(!availability.isMissing && availability.hasBegun)
    #expect(availability.deadline(after: .at(39)) == .at(40))
    pass(40..<41, isGood: false, isPulseMissing: true, &availability)
    #expect(availability.isMissing && !availability.isUnwatched)
    #expect(availability.deadline(after: .at(40)) == .at(60))
    pass(41..<61, isGood: false, isPulseMissing: true, &availability)
    #expect(availability.isUnwatched)
    #expect(availability.badSince == .at(0))
  }

  @Test func `counts on over good data that end nothing that was told`() {
    var availability = HeartAvailability()
    pass(0..<19, isGood: false, &availability)
    pass(19..<31, isGood: true, &availability)
    pass(31..<50, isGood: false, &availability)
    pass(50..<55, isGood: true, &availability)
    #expect(!availability.isMissing)
    pass(55..<60, isGood: false, &availability)
    #expect(availability.isMissing && !availability.isUnwatched)
  }

  @Test func `is back after 5 s of 7.5 with good data`() {
    var availability = HeartAvailability()
    pass(0..<70, isGood: false, &availability)
    pass(70..<75, isGood: true, &availability)
    #expect(!availability.isBack)
    pass(75..<76, isGood: true, &availability)
    #expect(availability.isBack && !availability.isUnwatched && availability.badSince == nil)
    #expect(!availability.isMissing, "it ends with five seconds of good data, not when the window has forgotten it")
  }

  @Test func `has no loss in standby, which ends at its time`() {
    var availability = HeartAvailability()
    availability.standBy(until: .at(100))
    #expect(availability.takeStandbyChange() == true)
    #expect(availability.takeStandbyChange() == false, "once")
    pass(0..<100, isGood: false, &availability)
    #expect(!availability.isMissing && availability.isLossKnown && !availability.isUnwatched)
    pass(100..<101, isGood: false, &availability)
    #expect(availability.standbyUntil == nil && availability.wasInStandby && availability.isLossKnown)
    #expect(!availability.isUnwatched)
    #expect(availability.takeStandbyChange() == true)
    pass(101..<161, isGood: false, &availability)
    #expect(availability.isUnwatched)
  }

  @Test func `counts a loss again from the first good value after somebody has ended one`() {
    var availability = HeartAvailability()
    pass(0..<70, isGood: false, &availability)
    availability.dismiss(at: .at(70))
    pass(70..<75, isGood: false, &availability)
    #expect(availability.isLossKnown)
    for second in stride(from: 75, to: 171, by: 16) {
      pass(second..<second + 4, isGood: true, &availability)
      #expect(!availability.isLossKnown && availability.isDismissed, "it is not back")
      pass(second + 4..<second + 16, isGood: false, &availability)
    }
    #expect(availability.isMissing && availability.isUnwatched, "three quarters of the time are too much")
  }

  @Test func `ends standby by 30 s of good data`() {
    var availability = HeartAvailability()
    availability.standBy(until: .at(1000))
    pass(0..<30, isGood: true, &availability)
    #expect(availability.standbyUntil != nil)
    pass(30..<31, isGood: true, &availability)
    #expect(availability.standbyUntil == nil && !availability.wasInStandby && !availability.isLossKnown)
  }

  @Test func `knows of no loss after a standby that good data have ended, also of one before it`() {
    var availability = HeartAvailability()
    pass(0..<70, isGood: false, &availability)
    availability.dismiss(at: .at(70))
    availability.standBy(until: .at(1000))
    pass(70..<101, isGood: true, &availability)
    #expect(availability.standbyUntil == nil && !availability.isLossKnown, "the next loss may come at once")
  }

  @Test func `knows of no loss that begins after a standby whose end found good data`() {
    var availability = HeartAvailability()
    availability.standBy(until: .at(10))
    pass(0..<7, isGood: false, &availability)
    pass(7..<11, isGood: true, &availability)
    #expect(availability.standbyUntil == nil && availability.wasInStandby, "they have not been back for five seconds")
    pass(11..<42, isGood: false, &availability)
    #expect(availability.isMissing && !availability.isLossKnown)
  }

  @Test func `makes no new loss of one that somebody knows`() {
    var availability = HeartAvailability()
    pass(0..<70, isGood: false, &availability)
    availability.dismiss(at: .at(70))
    #expect(availability.isDismissed && !availability.isUnwatched)
    pass(70..<80, isGood: true, &availability)
    #expect(!availability.isDismissed && !availability.isMissing)
    pass(80..<110, isGood: false, &availability)
    #expect(!availability.isMissing, "the count has begun again")
  }

  @Test func `continues a standby of an earlier run, or takes it for ended`() {
    var running = HeartAvailability(), over = HeartAvailability()
    running.resumeStandby(until: .at(10), at: .at(5))
    over.resumeStandby(until: .at(5), at: .at(5))
    #expect(running.standbyUntil == .at(10) && !running.wasInStandby)
    #expect(over.standbyUntil == nil && over.wasInStandby && !over.isUnwatched)
  }

  @Test func `is empty after it is cleared, and reports the end of a standby`() {
    var availability = HeartAvailability()
    pass(0..<70, isGood: false, &availability)
    availability.standBy(until: .at(100))
    _ = availability.takeStandbyChange()
    availability.clear()
    #expect(availability.takeStandbyChange() == true)
    #expect(!availability.hasBegun && !availability.isMissing && availability.standbyUntil == nil)
    #expect(availability.deadline(after: .at(70)) == nil)
  }
}
