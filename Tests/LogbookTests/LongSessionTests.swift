import Foundation
@testable import Logbook
import Readings
import Sessions
import TestSupport
import Testing

@Suite struct `The range of a long session` {
  private let folder: TemporaryFolder
  private let hour: Int64 = 3_600_000
  private let start: Int64 = 1_699_999_200_000 + 1_234_567
  private var path: String { folder.file("lapwing.db") }

  init() throws { folder = try TemporaryFolder() }

  private func reading(_ co2: Double, at: Int64, from address: DeviceAddress = .sampleAranet4) -> LogEntry {
    .reading(.aranet4(co2: co2), of: "Aranet4", from: address, at: at)
  }

  /// Three days with a reading of two sensors every five minutes, between two short sessions with far other values.
  private func log(_ limits: SensorLimits = [:]) throws -> Int64 {
    let logbook = try Logbook(path: path)
    let end = start + 72 * hour + 1_111_111
    try logbook.append([
      .runStarted(at: start - hour), .sessionStarted(at: start - hour, profile: "cabin"),
      reading(9000, at: start - 120_000), .sessionEnded(SessionSummary(), at: start - 60_000),
      .sessionStarted(at: start, profile: "cabin"),
    ])
    var entries: [LogEntry] = []
    for (number, at) in stride(from: start + 1000, to: end, by: 300_000).enumerated() {
      entries.append(reading(Double(600 + number % 97 * 7), at: at))
      entries.append(reading(Double(500 + number % 89 * 3), at: at + 7000, from: .otherAranet4))
    }
    try logbook.append(entries)
    try logbook.append([
      .sessionEnded(SessionSummary(), at: end), .sessionStarted(at: end + 1000, profile: "cabin"),
      reading(100, at: end + 2000),
    ])
    while let hour = try logbook.unsealedHour(now: end + 10 * hour) { try logbook.seal(hour) }
    while let hour = try logbook.unrolledHour(limits: limits) { try logbook.rollUp(hour) }
    logbook.close()
    return end
  }

  private func expectExact(until end: Int64, location: SourceLocation = #_sourceLocation) throws {
    let reader = try LogbookReader(path: path)
    let exact = try #require(
      try reader.figures(from: start, length: end - start + 1, count: 1, session: 2, limits: [:])
        .range(of: .co2PartsPerMillion))
    let fast = try #require(
      try reader.ranges(of: [.co2PartsPerMillion], session: 2, from: start, until: end)[.co2PartsPerMillion])
    #expect(fast.minimum == exact.minimum && fast.maximum == exact.maximum, sourceLocation: location)
    #expect(abs(fast.mean - exact.mean) < 0.01, "\(fast) \(exact)", sourceLocation: location)
  }

  @Test func `from its figures by hour is that of its readings, without those of its neighbours`() throws {
    try expectExact(until: try log())
  }

  @Test func `is right too where a file was imported for the same time`() throws {
    let end = try log()
    let foreign = SealedBlock(
      address: .sampleAranet4, model: "Aranet4", isHistory: true,
      readings: (0..<10).map { number in
        var measurements = Measurements()
        measurements[.co2PartsPerMillion] = 5000
        return BlockReading(at: start + 30 * hour + Int64(number) * 61_000 + 150_000, measurements: measurements)
      })
    let imported = try Logbook.importing([foreign], into: path)
    #expect(imported.readings == 10)
    try expectExact(until: end)
  }

  private let limits: SensorLimits = [.co2PartsPerMillion: ValueLimits(high: 1000)]

  private func figures(_ reader: LogbookReader, length: Int64, until end: Int64, _ limits: SensorLimits) throws
    -> (long: [SensorFigures]?, exact: [SensorFigures])
  {
    let count = Int((end - start) / length + 1)
    return (
      try reader.longFigures(from: start, length: length, count: count, until: end, session: 2, limits: limits),
      try reader.figures(from: start, length: length, count: count, until: end, session: 2, limits: limits)
    )
  }

  @Test func `and all its figures, times beyond limits too, are those of its readings, also in the columns of a chart`()
    throws
  {
    let end = try log(limits)
    let reader = try LogbookReader(path: path)
    for length in [end - start + 1, 2 * hour + 7, 600_000] {
      let (found, exact) = try figures(reader, length: length, until: end, limits)
      let long = try #require(found)
      #expect(long.map(\.address) == exact.map(\.address))
      for (one, other) in zip(long, exact) {
        #expect(one.readings == other.readings && one.beats == other.beats)
        #expect(one.quantities.map(\.quantity) == other.quantities.map(\.quantity))
        for (list, wanted) in zip(one.quantities, other.quantities) {
          #expect(list.figures.count == wanted.figures.count)
          let (total, whole) = (list.total, wanted.total)
          #expect(total.count == whole.count && total.minimum == whole.minimum && total.maximum == whole.maximum)
          #expect(
            total.below == whole.below && total.within == whole.within && total.above == whole.above,
            "\(list.quantity) \(total) \(whole)")
          #expect(abs(try #require(total.mean) - #require(whole.mean)) < 0.01)
        }
      }
    }
  }

  @Test
  func `is read value by value if the limits have changed since its figures were kept, or a file lies in its time`()
    throws
  {
    let end = try log(limits)
    var reader = try LogbookReader(path: path)
    let others: SensorLimits = [.co2PartsPerMillion: ValueLimits(high: 1100)]
    #expect(try figures(reader, length: end - start + 1, until: end, others).long == nil)
    #expect(try figures(reader, length: end - start + 1, until: end, [:]).long == nil)
    #expect(try figures(reader, length: end - start + 1, until: start + 30 * hour, limits).long == nil, "it is short")
    var measurements = Measurements()
    measurements[.co2PartsPerMillion] = 700
    let foreign = SealedBlock(
      address: .sampleAranet4, model: "Aranet4", isHistory: true,
      readings: [BlockReading(at: start + 30 * hour + 150_000, measurements: measurements)])
    _ = try Logbook.importing([foreign], into: path)
    reader = try LogbookReader(path: path)
    #expect(try figures(reader, length: end - start + 1, until: end, limits).long == nil)
  }
}
