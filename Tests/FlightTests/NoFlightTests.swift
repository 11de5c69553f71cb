import Flight
import Foundation
import Readings
import Testing

@Suite struct `No flight is found` {
  private func isFlight(_ trace: CabinTrace) -> Bool { trace.phases().contains(where: \.isAirborne) }

  private var home: CabinTrace { CabinTrace([(0, 300), (600, 300)]) }

  @Test func `in a room, with and without a session`() {
    #expect(!isFlight(home))
    var outside = home
    outside.hasSession = false
    #expect(!isFlight(outside))
  }

  @Test func `in a storm`() { #expect(!isFlight(CabinTrace([(0, 0), (600, 900)]))) }

  @Test func `on stairs`() {
    #expect(!isFlight(CabinTrace([(0, 0), (60, 0), (61, 40), (90, 40), (91, 0), (120, 0), (122, 60), (300, 60)])))
  }

  @Test func `in the lift of a tower`() {
    var trace = CabinTrace([(0, 0), (60, 0), (61, 450), (180, 450), (181, 0), (300, 0)])
    trace.hasSession = false
    #expect(!isFlight(trace))
  }

  @Test func `without a barometer, whatever the CO2 does`() {
    var trace = CabinTrace.airliner
    trace.spoil = { _, _ in nil }
    trace.co2 = { minute in minute < 5 ? 600 : minute < 30 ? 2_400 : minute < 100 ? 1_300 : 900 }
    #expect(trace.phases().allSatisfy { $0.isBeforeFlight })
  }

  @Test(arguments: [0.0, -1, 2_000, 1e300, .nan, .infinity])
  func `from a pressure that cannot be`(pressure: Double) {
    var trace = CabinTrace.airliner
    trace.spoil = { _, _ in pressure }
    #expect(trace.phases() == [])
  }

  @Test func `from a barometer that hangs`() {
    var trace = CabinTrace.airliner
    trace.spoil = { _, _ in 1_009.6 }
    #expect(!isFlight(trace))
  }

  @Test func `from one wrong value`() {
    var trace = home
    trace.spoil = { minute, pressure in minute > 100 && minute < 101 ? 700 : pressure }
    #expect(!isFlight(trace))
  }

  @Test func `by a sensor in another room`() {
    var trace = home
    trace.sensor = { minute in Int(minute) % 2 == 0 ? 0 : 1 }
    trace.spoil = { minute, pressure in Int(minute) % 2 == 0 ? pressure : pressure - 30 }
    #expect(!isFlight(trace))
  }
}

@Suite struct `A flight goes on` {
  @Test func `over the change to another sensor with another offset`() {
    var trace = CabinTrace.airliner
    trace.altitude = [
      (0, 100), (30, 100), (46, 6_800), (140, 6_800), (160, -100), (162, -100), (162.7, 100), (210, 100),
    ]
    // The first falls silent, and after half an hour the second counts.
    trace.sensor = { minute in minute < 60 ? 0 : 1 }
    trace.spoil = { minute, pressure in minute < 60 ? pressure : pressure + 4 }
    #expect(
      trace.phases().filter { $0 != .takeOff && $0 != .landing } == [.preFlight, .climb, .cruise, .descent, .arrived])
  }

  @Test func `over twenty minutes without a value`() {
    var trace = CabinTrace.airliner
    trace.spoil = { minute, pressure in minute > 52 && minute < 72 ? nil : pressure }
    #expect(
      trace.phases().filter { $0 != .takeOff && $0 != .landing } == [.preFlight, .climb, .cruise, .descent, .arrived])
  }

  @Test func `in a copy of the detector, as after a restart`() {
    var detector = PhaseDetector()
    _ = CabinTrace.airliner.changes(with: &detector)
    let copy = detector
    #expect(copy.latest.phase == .arrived)
  }
}
