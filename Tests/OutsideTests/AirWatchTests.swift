import AirQuality
import Settings
import Synchronization
import TestSupport
import Testing
import Web

@testable import Outside

/// Answers as the test says, and counts how often it was asked.
private final class FakeSource: AirReader {
  let source: AirSourceID
  let answer: @Sendable (Int64) throws -> Double
  private let count = Mutex(0)
  var asked: Int { count.withLock { $0 } }

  init(_ source: AirSourceID, _ answer: @escaping @Sendable (Int64) throws -> Double) {
    (self.source, self.answer) = (source, answer)
  }

  func ask(_ record: AirRecord, around place: Place, at now: Int64) async throws -> AirAnswer {
    count.withLock { $0 += 1 }
    var claims = AirClaims(source, around: place, at: now), claim = AirClaim()
    (claim.id, claim.latitude, claim.longitude) = ("\(source)/1", place.latitude, place.longitude)
    (claim.pm25, claim.at) = (try answer(now), now)
    claims.receive(claim)
    return .stations(claims)
  }
}

@Suite struct `The sources of outdoor air` {
  private static let start: Int64 = 1_800_000_000
  private let folder: TemporaryFolder
  private let settings: AirSettings

  init() throws {
    folder = try TemporaryFolder()
    settings = AirSettings(
      place: try #require(Place(latitude: 52.516667, longitude: 13.388889)), index: .us, sources: [],
      record: folder.file("air.json"))
  }

  private func watch(_ sources: FakeSource...) -> AirWatch {
    AirWatch(
      settings, readers: Dictionary(uniqueKeysWithValues: sources.map { ($0.source, $0) }), log: OutsideLog())
  }

  private var record: AirRecord? { get throws { try AirRecordFile(path: settings.record).read() } }

  @Test func `are asked every ten minutes, over a restart too`() async throws {
    let source = FakeSource(.airNow) { _ in 12 }
    var watch = watch(source)
    await watch.turn(at: Self.start)
    await watch.turn(at: Self.start + 599)
    #expect(source.asked == 1)
    var next = self.watch(source)
    await next.turn(at: Self.start + 599)
    #expect(source.asked == 1)
    await next.turn(at: Self.start + 600)
    #expect(source.asked == 2)
    #expect(try record?.results.map(\.at) == [Self.start, Self.start + 600])
  }

  @Test func `are asked again if the date was set back`() async throws {
    let source = FakeSource(.airNow) { _ in 12 }
    var watch = watch(source)
    await watch.turn(at: Self.start)
    await watch.turn(at: Self.start - 30 * 86_400)
    #expect(source.asked == 2)
  }

  @Test func `wait longer and longer without a network, at most an hour`() {
    let waits = (1...5).map { AirWatch.wait(600, failures: $0, isRefused: false, asked: 0) }
    #expect(waits == [600, 1200, 2400, 3600, 3600])
    #expect(AirWatch.wait(3600, failures: 9, isRefused: false, asked: 0) == 3600)
    #expect(AirWatch.wait(600, failures: 1, isRefused: false, asked: 900) == 900)
    #expect(AirWatch.wait(600, failures: 1, isRefused: true, asked: 0) == 6 * 3600)
  }

  @Test func `that fail leave the others and the values as they are`() async throws {
    let good = FakeSource(.airNow) { _ in 12 }
    let bad = FakeSource(.waqi) { now in
      guard now > Self.start else { return 30 }
      throw DeliveryFault.refused("example.org: no")
    }
    var watch = watch(good, bad)
    await watch.turn(at: Self.start)
    await watch.turn(at: Self.start + 600)
    let state = try #require(try record).state(of: .waqi)
    #expect(state.fault == "example.org: no" && state.failures == 1 && state.next == Self.start + 600 + 6 * 3600)
    #expect(state.answered == Self.start)
    #expect(try record?.stations.map(\.at).sorted() == [Self.start, Self.start + 600])
  }

  @Test func `that are configured no more leave nothing behind`() async throws {
    var both = watch(FakeSource(.airNow) { _ in 12 }, FakeSource(.waqi) { _ in 30 })
    await both.turn(at: Self.start)
    var one = watch(FakeSource(.airNow) { _ in 12 })
    await one.turn(at: Self.start + 600)
    #expect(try record?.stations.map(\.source) == [.airNow] && record?.sources.map(\.source) == [.airNow])
    var none = watch()
    await none.begin(at: Self.start + 601)
    #expect(try record?.stations.isEmpty == true && record?.sources.isEmpty == true)
  }

  @Test func `do not bring back what a person has deleted meanwhile`() async throws {
    var watch = watch(FakeSource(.airNow) { _ in 12 })
    await watch.turn(at: Self.start)
    var deleted = try #require(try record)
    deleted.forget(before: Self.start + 300)
    try AirRecordFile(path: settings.record).write(deleted)
    await watch.turn(at: Self.start + 600)
    #expect(try record?.results.map(\.at) == [Self.start + 600])
  }

  @Test func `begin a new record if the old one is damaged or of another place`() async throws {
    _ = try folder.write("{", to: "air.json")
    var watch = watch(FakeSource(.airNow) { _ in 12 })
    await watch.turn(at: Self.start)
    #expect(try record?.results.count == 1)
    var elsewhere = AirRecord(place: try #require(Place(latitude: 1, longitude: 2)))
    elsewhere.receive([], from: .airNow)
    try AirRecordFile(path: settings.record).write(elsewhere)
    var again = self.watch(FakeSource(.airNow) { _ in 12 })
    await again.turn(at: Self.start)
    #expect(try record?.latitude == 52.52)
  }

  @Test func `get the place to 0.01° and no finer`() throws {
    #expect(SentPlace.text(settings.place) == "52.52,13.39")
    #expect(SentPlace.text(-0.004) == "0.00" && SentPlace.text(-33.456) == "-33.46" && SentPlace.text(5.05) == "5.05")
    let box = SentPlace.bounds(try #require(Place(latitude: 89.9, longitude: 179)), degrees: 2)
    #expect(box[2] == 90 && box[3] == 180 && box[1] >= -180)
  }

  @Test func `that stay on the box or may not be kept are in no request for the sky`() {
    var record = AirRecord(place: settings.place)
    for source in AirSourceID.allCases {
      let station = AirRecord.Station(
        id: source.rawValue, name: "", latitude: 52.5, longitude: 13.4, pm25: 12, at: Self.start, error: 0.1,
        source: source)
      record.receive([station], from: source)
    }
    let asked = Set(OpenMeteo.stations(record, at: Self.start).map(\.source))
    #expect(asked.contains(.airNow) && asked.isDisjoint(with: [.file, .waqi]))
  }

  @Test func `write times in their own ways`() {
    #expect(AirTime.utc("2026-12-01 08:20:11") == AirTime.utc("2026-12-01T08:20:11Z"))
    #expect(AirTime.utc("2026-12-01T08:00") == AirTime.utc("2026-12-01T09:00:00+01:00"))
    #expect(AirTime.korea("2026-12-01 17:00") == AirTime.utc("2026-12-01T08:00"))
    #expect(AirTime.korea("2026-11-30 24:00") == AirTime.utc("2026-11-30T15:00"))
    #expect(AirNow.time("09/27/2026", "15:00") == AirTime.utc("2026-09-27T16:00"))
    for text in ["", "yesterday", "2026-13-01T08:00", "2026-12-01"] { #expect(AirTime.utc(text) == nil) }
    #expect(AirNow.time("2026-09-27", "15:00") == nil)
  }
}
