import AirQuality
import Glibc
import Testing

@Suite struct `Bad stations` {
  private let hours = 168

  /// What all stations of a town follow: days with a rhythm, and weather that does not come again.
  private func air(_ hour: Int) -> Double {
    let time = Double(hour)
    return 15 + 6 * sine(time / 24) + 8 * sine(time / 61) + 4 * sine(time / 17.3)
  }

  private func sine(_ turns: Double) -> Double { sin(2 * .pi * turns) }

  private func station(_ number: Int, east: Double? = nil, earlier: [Place] = [], _ value: (Int) -> Double?) throws
    -> StationSeries
  {
    let noise = { (hour: Int) in Double((hour * 31 + number * 17) % 11 - 5) / 10 }
    return StationSeries(
      place: try place(0, east ?? Double(number) / 50), earlierPlaces: earlier,
      values: (0..<hours).map { hour in value(hour).map { Float($0 + noise(hour)) } ?? .nan })
  }

  /// The verdict of a station among five good ones.
  private func verdict(east: Double = 0, earlier: [Place] = [], _ value: (Int) -> Double?) throws -> StationVerdict {
    let good = try (1...5).map { try station($0) { air($0) } }
    return StationCheck([try station(0, east: east, earlier: earlier, value)] + good).verdict(of: 0)
  }

  @Test func `a good one is good, also with holes and with a level of its own`() throws {
    #expect(try verdict { air($0) } == .good)
    #expect(try verdict { $0.isMultiple(of: 3) ? nil : air($0) } == .good)
    #expect(try verdict { 1.4 * air($0) } == .good)
  }

  @Test func `a code for a failure is out of range`() throws {
    #expect(try verdict { _ in 999 } == .bad(.outOfRange))
    #expect(try verdict { $0 % 10 == 0 ? 985.6 : air($0) } == .bad(.outOfRange))
    #expect(try verdict { $0 % 20 == 0 ? 985.6 : air($0) } != .bad(.outOfRange))
  }

  @Test func `a value beyond 32 bits is out of range, and one that is not finite is missing`() throws {
    let here = try place(0, 0)
    let series = StationSeries(place: here, hours: [1e300, -1e300, .infinity, .nan, nil, 5])
    #expect(series.values.map(\.isNaN) == [false, false, true, true, true, false])
    #expect(StationCheck([series]).verdict(of: 0) == .bad(.outOfRange))
    #expect(StationCheck([StationSeries(place: here, hours: [.infinity, 5])]).verdict(of: 0) == .unknown)
  }

  @Test(arguments: [(23, StationVerdict.good), (24, .bad(.frozen))])
  func `24 equal values in succession are frozen`(run: Int, expected: StationVerdict) throws {
    let good = try (1...5).map { try station($0) { air($0) } }
    var values = try station(0) { air($0) }.values
    for hour in 50..<50 + run { values[hour] = 17 }
    #expect(StationCheck([StationSeries(place: try place(0, 0), values: values)] + good).verdict(of: 0) == expected)
  }

  @Test func `ten times too much or too little is a wrong scale`() throws {
    #expect(try verdict { 10 * air($0) } == .bad(.scale))
    #expect(try verdict { 0.1 * air($0) } == .bad(.scale))
  }

  @Test(arguments: [24, -24]) func `a clock that is a day off`(hours: Int) throws {
    #expect(try verdict { air($0 + hours) } == .bad(.clock))
  }

  @Test func `a place that changed`() throws {
    #expect(try verdict(earlier: [try place(0.45, 0)]) { air($0) } == .bad(.moved))
    #expect(try verdict(earlier: [try place(0.005, 0)]) { air($0) } == .good)
  }

  @Test func `a room has less than outdoors, and cooking`() throws {
    let cooking = [40.0, 20, 10, 5, 2.5]
    #expect(
      try verdict { hour in 0.4 * air(hour / 12 * 12) + (hour % 19 < 5 ? cooking[hour % 19] : 0) } == .bad(.indoor))
  }

  @Test func `without neighbours only faults that show alone are found`() throws {
    #expect(try verdict(east: 20) { air($0) } == .unknown)
    #expect(try verdict(east: 20) { 10 * air($0) } == .unknown)
    #expect(try verdict(east: 20) { _ in 999 } == .bad(.outOfRange))
    #expect(try verdict { $0 < 47 ? air($0) : nil } == .unknown)
    #expect(StationCheck([try station(0) { _ in nil }]).verdict(of: 0) == .unknown)
  }
}
