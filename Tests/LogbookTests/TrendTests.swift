import Foundation
import GRDB
@testable import Logbook
import Readings
import SensorProtocols
import Sessions
import TestSupport
import Testing

@Suite struct `A trend` {
  private let folder: TemporaryFolder
  private let strap = DeviceAddress(value: 0xC0FF_EE00_0002)
  private let hour: Int64 = 3_600_000
  private let start: Int64 = 1_699_999_200_000
  private let limits = ValueLimits(low: 60, high: 90)

  init() throws { folder = try TemporaryFolder() }

  /// Counts second by second what holds.
  private func expected(
    _ values: [(at: Int64, value: Double)], holding longest: Int64 = 5000, from: Int64, to: Int64
  ) -> HeldValues {
    var figure = HeldValues()
    // The last value before the first second, by halves: a pass over all values for each minute took two minutes of the tests.
    var place = 0, end = values.count
    while place + 1 < end {
      let middle = (place + end) / 2
      if values[middle].at <= from { place = middle } else { end = middle }
    }
    for (at, value) in values[place...].prefix(while: { $0.at < to }) where from <= at { figure.add(value) }
    for second in stride(from: from, to: to, by: 1000) {
      while place + 1 < values.count, values[place + 1].at <= second { place += 1 }
      guard let latest = values.isEmpty ? nil : values[place], latest.at <= second, second - latest.at < longest else {
        continue
      }
      figure.hold(latest.value, for: 1000, limits: limits)
    }
    return figure
  }

  @Test(arguments: 1...12)
  func `is that of a count second by second, from rows, from blocks and from both`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let logbook = try Logbook(path: folder.file("lapwing.db"))
    try logbook.append([.runStarted(at: start)])
    var values: [(at: Int64, value: Double)] = []
    var at = start
    while at < start + 4 * hour {
      // Runs of beats with gaps between them, some of which lie at the end of an hour.
      let length = 1 + Int64(random.next() % 900)
      for _ in 0..<length where at < start + 4 * hour {
        values.append((at, Double(50 + random.next() % 50)))
        at += 1000
      }
      at += 1000 * Int64(random.next() % 400)
    }
    // The last sealed value holds beyond its hour, where rows begin later.
    values.removeAll { (start + 2 * hour - 1000..<start + 2 * hour + 30_000).contains($0.at) }
    if !values.contains(where: { $0.at == start + 2 * hour - 2000 }) {
      values.append((start + 2 * hour - 2000, 77))
      values.sort { $0.at < $1.at }
    }
    try logbook.append(
      values.map { item in
        var reading = Reading(model: .heartRateService)
        reading.measurements[.heartRateBeatsPerMinute] = item.value
        return .reading(reading, of: "Polar H10", from: strap, at: item.at)
      })
    let reader = try LogbookReader(path: folder.file("lapwing.db"))
    for minutes in [1, 7, 60, 90] as [Int64] {
      let edges = Array(stride(from: start, through: start + 4 * hour, by: Int(minutes * 60_000)))
      let counted = zip(edges, edges.dropFirst()).map { expected(values, from: $0, to: $1) }
      for now in [start, start + 4 * hour + 300_000, start + 12 * hour] {
        while let hour = try logbook.unsealedHour(now: now) { try logbook.seal(hour) }
        if minutes > 1 {
          while let rolled = try logbook.unrolledHour(limits: [.heartRateBeatsPerMinute: limits]) {
            try logbook.rollUp(rolled)
          }
        }
        let trend = try #require(
          try reader.trend(
            of: .heartRateBeatsPerMinute, edges: edges, limits: [.heartRateBeatsPerMinute: limits]
          ).first)
        #expect(trend.figures.count == counted.count)
        for (figure, wanted) in zip(trend.figures, counted) {
          #expect(figure.count == wanted.count)
          #expect(figure.minimum == wanted.minimum)
          #expect(figure.maximum == wanted.maximum)
          #expect([figure.below, figure.within, figure.above] == [wanted.below, wanted.within, wanted.above])
          #expect(abs((figure.mean ?? 0) - (wanted.mean ?? 0)) < 0.001)
        }
      }
    }
  }

  /// Fifteen minutes for CO2, ninety for radon: the last value holds into hours that have no reading of their own.
  @Test(arguments: [Quantity.co2PartsPerMillion, .radonBecquerelsPerCubicMetre], 1...8 as ClosedRange<UInt64>)
  func `counts a value that holds into the next hours, whatever of it is sealed`(
    quantity: Quantity, seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    let logbook = try Logbook(path: folder.file("lapwing.db"))
    try logbook.append([.runStarted(at: start)])
    let sensor = DeviceAddress(value: 0xC2DB_C0DC_E455)
    var values: [(at: Int64, value: Double)] = []
    var at = start
    while at < start + 24 * hour {
      for _ in 0...random.next() % 12 where at < start + 24 * hour {
        values.append((at, Double(50 + random.next() % 50)))
        at += 60_000 * Int64(1 + random.next() % 10)
      }
      at += 60_000 * Int64(random.next() % 240)
    }
    try logbook.append(
      values.map { item in
        var reading = Reading(model: .aranet4)
        reading.measurements[quantity] = item.value
        return .reading(reading, of: "Aranet", from: sensor, at: item.at)
      })
    let reader = try LogbookReader(path: folder.file("lapwing.db"))
    let limits = SensorLimits([quantity: limits])
    let wanted = ([30, 60, 720] as [Int64]).map { minutes in
      let edges = Array(stride(from: start, through: start + 24 * hour, by: Int(minutes * 60_000)))
      let figures = zip(edges, edges.dropFirst()).map {
        expected(values, holding: HeldValues.longestHold(of: quantity), from: $0, to: $1)
      }
      return (edges: edges, figures: figures)
    }
    // At each moment before and after the figures are computed.
    for (hours, isRolledUp) in [(0, false), (8, false), (8, true), (9, true), (40, false), (40, true)] {
      while let hour = try logbook.unsealedHour(now: start + Int64(hours) * hour) { try logbook.seal(hour) }
      if isRolledUp {
        while let rolled = try logbook.unrolledHour(limits: limits) { try logbook.rollUp(rolled) }
      }
      for (edges, figures) in wanted {
        let trend = try #require(try reader.trend(of: quantity, edges: edges, limits: limits).first)
        for (figure, wanted) in zip(trend.figures, figures) {
          #expect(figure.count == wanted.count)
          #expect([figure.below, figure.within, figure.above] == [wanted.below, wanted.within, wanted.above])
          #expect(abs((figure.mean ?? 0) - (wanted.mean ?? 0)) < 0.001)
        }
      }
    }
  }

  /// A logbook with a strap whose heart rates are these, one each second from the start, as blocks with figures or as rows.
  private func reader(
    _ rates: some Sequence<Int>, isRolledUp: Bool = true, limits: SensorLimits = [:]
  ) throws -> (reader: LogbookReader, logbook: Logbook) {
    let logbook = try Logbook(path: folder.file("lapwing.db"))
    try logbook.append([.runStarted(at: start)])
    try logbook.append(
      rates.enumerated().map { second, rate in
        var reading = Reading(model: .heartRateService)
        reading.measurements[.heartRateBeatsPerMinute] = Double(rate)
        return .reading(reading, of: "Polar H10", from: strap, at: start + Int64(second) * 1000)
      })
    if isRolledUp {
      while let hour = try logbook.unsealedHour(now: start + 400 * hour) { try logbook.seal(hour) }
      while let hour = try logbook.unrolledHour(limits: limits) { try logbook.rollUp(hour) }
    }
    return (try LogbookReader(path: folder.file("lapwing.db")), logbook)
  }

  @Test(arguments: [true, false]) func `compares a sensor with its own limits`(isRolledUp: Bool) throws {
    let own = SensorLimits(
      [.heartRateBeatsPerMinute: limits],
      own: [strap: [.heartRateBeatsPerMinute: ValueLimits(low: 40, high: 70)]])
    let (reader, _) = try reader(Array(repeating: 80, count: 3600), isRolledUp: isRolledUp, limits: own)
    let trend = try reader.trend(of: .heartRateBeatsPerMinute, edges: [start, start + hour], limits: own)
    #expect(trend.first?.figures.first?.above == hour && trend.first?.figures.first?.within == 0)
  }

  @Test(arguments: [true, false]) func `has the limits that are offered after a night`(isRolledUp: Bool) throws {
    let rates = Array(repeating: 42, count: 1200) + Array(repeating: 60, count: 2400)
    let (reader, _) = try reader(rates, isRolledUp: isRolledUp)
    let now = SensorLimits([.heartRateBeatsPerMinute: ValueLimits(low: 45, high: 130)])
    let found = try reader.nightOffers(start..<start + hour, limits: now)
    #expect(found.map(\.offer) == [NightOffer(side: .low, beyond: 1_200_000, limit: 45, offered: 42)])
    #expect(found.map(\.sensor) == [strap])
    #expect(try reader.nightOffers(start..<start + hour, limits: [:]).isEmpty)
  }

  @Test(arguments: [Double.infinity, -.infinity]) func `takes no value that is not finite`(number: Double) throws {
    let (reader, logbook) = try reader(Array(repeating: 80, count: 60), isRolledUp: false)
    try logbook.write { db in
      for table in try ReadingView.tables(of: db)
      where try db.columns(in: table).contains(where: { $0.name == "heart_rate_bpm" }) {
        try db.execute(
          sql: "UPDATE \(table) SET heart_rate_bpm = ? WHERE at_ms = ?", arguments: [number, start + 30_000])
      }
    }
    let trend = try reader.trend(of: .heartRateBeatsPerMinute, edges: [start, start + hour], limits: [:])
    let figure = try #require(trend.first?.figures.first)
    #expect(figure.count == 59 && figure.mean == 80 && figure.maximum == 80 && figure.minimum == 80)
  }

  @Test func `has the resting rate of each day, however many are read together`() throws {
    // Two days of half hours: 70 but for one calm half hour of each day, and a third day without data.
    let rates = (0..<2 * 86_400).map { second -> Int in
      let half = second / 1800
      return half == 10 ? 55 : half == 70 ? 48 : 70
    }
    let (reader, _) = try reader(rates)
    let day = 24 * hour, edges = [start, start + day, start + 2 * day, start + 3 * day]
    let found = try #require(try reader.restingRates(edges: edges).values.first)
    // A value holds for five seconds of the next half hour.
    #expect(found.map { $0?.rounded() } == [55, 48, nil])
    let alone = try (0..<3).map { try reader.restingRates(edges: Array(edges[$0...$0 + 1])).values.first?.first ?? nil }
    #expect(found == alone)
  }
}
