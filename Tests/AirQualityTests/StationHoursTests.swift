import AirQuality
import Testing

@Suite struct `The hourly values of stations around` {
  private static let now: Int64 = 1_800_000_000
  private static let hour: Int64 = 3600

  private func station(_ id: Int, _ pm25: Double, at: Int64, latitude: Double? = nil) -> AirRecord.Station {
    AirRecord.Station(
      id: "\(id)", name: "\(id)", latitude: latitude ?? 52.5 + Double(id) / 100, longitude: 13.4, pm25: pm25, at: at,
      source: .airNow)
  }

  /// Between 0 and 1 (SplitMix64).
  private static func random(_ seed: Int64) -> Double {
    var bits = UInt64(bitPattern: seed) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((bits ^ (bits >> 31)) >> 11) / 9_007_199_254_740_992
  }

  /// Seven stations over some hours, of which the first one is as the test says.
  private func record(hours: Int64, _ odd: (Int64) -> AirRecord.Station?) throws -> AirRecord {
    var record = AirRecord(place: try #require(Place(latitude: 52.5, longitude: 13.4)))
    for hour in 0..<hours {
      let at = Self.now + hour * Self.hour
      // One weather for all, that no day repeats, and a little of each station's own.
      let others = (1..<7).map { id in
        station(id, 10 + 20 * Self.random(hour) + 2 * Self.random(hour * 100 + Int64(id)), at: at)
      }
      record.receive(others + [odd(at)].compactMap(\.self), from: .airNow)
      record.receiveHour(at: at)
    }
    return record
  }

  @Test func `find one that has not changed for a day`() throws {
    let frozen = try record(hours: 24) { self.station(0, 18, at: $0) }
    #expect(frozen.hours.faults == ["0": .frozen])
    let picture = AirPicture(frozen, at: Self.now + 23 * Self.hour)
    #expect(picture.near.first { $0.station.id == "0" }.map { $0.fault == .frozen && $0.weight == 0 } == true)
    #expect(picture.stations.count == 6)
    #expect(try record(hours: 23) { self.station(0, 18, at: $0) }.hours.faults.isEmpty)
  }

  @Test func `hold no value of before for a new one`() throws {
    #expect(try record(hours: 72) { _ in self.station(0, 18, at: Self.now) }.hours.faults.isEmpty)
  }

  @Test func `hold nothing of a source whose terms forbid an archive`() throws {
    var record = AirRecord(place: try #require(Place(latitude: 52.5, longitude: 13.4)))
    var waqi = station(0, 18, at: Self.now)
    waqi.source = .waqi
    record.receive([waqi], from: .waqi)
    record.receiveHour(at: Self.now)
    var nothing = AirRecord(place: try #require(record.place))
    nothing.receiveHour(at: Self.now)
    #expect(record.hours == nothing.hours && record.stations.count == 1)
  }

  @Test func `find one that is far from its neighbours for two days`() throws {
    #expect(
      try record(hours: 60) { self.station(0, 150 + Double($0 / Self.hour % 5), at: $0) }.hours.faults == ["0": .scale])
  }

  @Test func `find one that has moved, for a week`() throws {
    func moved(_ hours: Int64) throws -> AirRecord {
      try record(hours: hours) {
        self.station(
          0, 18 + Double($0 / Self.hour % 5), at: $0, latitude: $0 < Self.now + 2 * Self.hour ? 52.5 : 52.52)
      }
    }
    #expect(try moved(3).hours.faults == ["0": .moved])
    #expect(try moved(2 + 168).hours.faults["0"] == .moved)
    #expect(try moved(2 + 169).hours.faults["0"] != .moved)
  }

  @Test func `begin again if the date was set back, and are gone when they are forgotten`() throws {
    var record = try record(hours: 30) { self.station(0, 18, at: $0) }
    #expect(!record.hours.faults.isEmpty && record.isSound)
    var forgotten = record
    forgotten.forget(before: Self.now)
    #expect(forgotten.hours == StationHours())
    record.receiveHour(at: Self.now - 86_400)
    #expect(record.hours.faults.isEmpty)
  }
}
