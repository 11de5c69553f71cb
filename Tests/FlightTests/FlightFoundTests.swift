import Flight
import Foundation
import Readings
import Testing

@Suite struct `A flight is found from the pressure of the cabin` {
  @Test(arguments: [60.0, 120, 300])
  func `with all its phases in order`(interval: Double) {
    var trace = CabinTrace.airliner
    trace.interval = interval
    let phases = trace.phases().filter { $0 != .takeOff && $0 != .landing }
    #expect(phases == [.preFlight, .climb, .cruise, .descent, .arrived])
  }

  @Test(arguments: [60.0, 120, 300])
  func `with the times at which they began, though it becomes sure later`(interval: Double) throws {
    var trace = CabinTrace.airliner
    trace.interval = interval
    let changes = trace.changes(), tolerance = 2 * interval / 60 + 1
    let flight = try #require(changes.begin(of: .takeOff) ?? changes.begin(of: .climb))
    #expect(abs(flight - 30) <= tolerance)
    #expect(abs(try #require(changes.begin(of: .cruise)) - 46) <= tolerance)
    #expect(abs(try #require(changes.begin(of: .descent)) - 80) <= tolerance)
    #expect(abs(try #require(changes.begin(of: .arrived)) - 102) <= tolerance)
  }

  @Test func `in an aircraft without a pressurised cabin`() throws {
    let changes = CabinTrace.lightAircraft.changes()
    #expect(abs(try #require(changes.begin(of: .climb)) - 20) <= 3)
    #expect(abs(try #require(changes.begin(of: .descent)) - 60) <= 3)
    #expect(abs(try #require(changes.begin(of: .arrived)) - 66) <= 3)
  }

  @Test func `with two legs in one session`() {
    var trace = CabinTrace.airliner
    trace.altitude += CabinTrace.airliner.altitude.dropFirst().map { (minute: $0.minute + 130, feet: $0.feet) }
    #expect(trace.phases().filter { $0 == .climb || $0 == .arrived } == [.climb, .arrived, .climb, .arrived])
  }

  @Test func `with a go-around`() {
    let trace = CabinTrace([
      (0, 200), (20, 200), (25, 3_000), (60, 3_000), (66, 300), (69, 1_800), (75, 1_800), (79, 200), (120, 200),
    ])
    let phases = trace.phases()
    #expect(phases.filter { $0 == .climb }.count == 2)
    #expect(phases.filter { $0 == .arrived }.count == 1)
  }

  @Test func `every phase that is told as sure is so`() {
    for change in CabinTrace.airliner.changes() {
      #expect(change.source == .detected)
      #expect(change.probability >= 0.5 && change.probability <= 1)
    }
  }

  @Test func `when the sensor was started in the air`() {
    var detector = PhaseDetector()
    let phases = CabinTrace.airliner.changes(from: 55, with: &detector).map(\.phase)
    #expect(phases.contains(.descent))
    #expect(phases.last == .arrived)
    #expect(!phases.contains(.preFlight))
  }

  @Test(arguments: [60.0, 120, 300])
  func `boarding is shown by a quick rise of the CO2, at the latest when the take-off is sure`(interval: Double) throws
  {
    var trace = CabinTrace.airliner
    trace.interval = interval
    trace.co2 = { minute in minute < 5 ? 600 : minute < 30 ? 600 + 1_600 * (1 - exp(-(minute - 5) / 8)) : 1_350 }
    let begin = try #require(trace.changes().begin(of: .boarding))
    #expect(begin > 0 && begin < 22)
  }

  @Test func `a box on the ground was there when it was switched on`() {
    #expect(CabinTrace.airliner.changes().begin(of: .preFlight) == 0)
    var detector = PhaseDetector()
    let late = CabinTrace.airliner.changes(from: 12, with: &detector)
    #expect(late.begin(of: .preFlight).map { $0 > 11 } == true, "nothing was known for twelve minutes")
  }
}
