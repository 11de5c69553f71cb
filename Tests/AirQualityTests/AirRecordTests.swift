import AirQuality
import Testing

@Suite struct `The record of the air outdoors` {
  private static let now: Int64 = 1_800_000_000
  private static let hour: Int64 = 3600
  private static let day: Int64 = 86_400

  private func record() throws -> AirRecord {
    AirRecord(place: try #require(Place(latitude: 52.516667, longitude: 13.388889)))
  }

  private func station(_ id: String, _ source: AirSourceID = .airNow, age: Int64 = 0, pm25: Double = 10)
    -> AirRecord.Station
  {
    AirRecord.Station(
      id: id, name: id, latitude: 52.5, longitude: 13.4, pm25: pm25, at: Self.now - age, source: source)
  }

  @Test func `has the place to 0.01°`() throws {
    let record = try record()
    #expect(record.latitude == 52.52 && record.longitude == 13.39)
  }

  @Test func `keeps the earlier value of a station that gave none this time`() throws {
    var record = try record()
    record.receive([station("a"), station("b")], from: .airNow)
    record.receive([station("b", pm25: 20), station("c")], from: .airNow)
    record.receive([station("d", .waqi)], from: .waqi)
    #expect(record.stations.map(\.id).sorted() == ["a", "b", "c", "d"])
    #expect(record.stations.first { $0.id == "b" }?.pm25 == 20)
  }

  @Test func `drops a value when the terms of its source say so, and what has no source any more`() throws {
    var record = try record()
    record.receive(
      [station("old", .waqi, age: 3 * Self.hour + 1), station("new", .waqi, age: 3 * Self.hour)], from: .waqi)
    record.receive([station("month", age: 32 * Self.day), station("older", age: 32 * Self.day + 1)], from: .airNow)
    record.receive([station("gone", .openAQ)], from: .openAQ)
    record.set(AirRecord.SourceState(.openAQ))
    record.tidy(at: Self.now, sources: [.waqi, .airNow])
    #expect(record.stations.map(\.id).sorted() == ["month", "new"] && record.sources.isEmpty)
  }

  @Test func `drops what a clock that was set back left in the future`() throws {
    var record = try record()
    record.receive([station("a", age: -901), station("b", age: -900)], from: .airNow)
    record.tidy(at: Self.now, sources: [.airNow])
    #expect(record.stations.map(\.id) == ["b"])
  }

  @Test func `keeps 50 estimates with their parts, and one an hour of 7 days without`() throws {
    var record = try record()
    for step in stride(from: Self.now - 8 * Self.day, through: Self.now, by: 600) {
      record.add(
        AirRecord.Past(
          at: step, pm25: 1, lower: 0, upper: 2, age: 0, parts: [.init(tier: "station", pm25: 1, weight: 1)]))
      record.tidy(at: step, sources: [])
    }
    let (hours, latest) = (record.results.dropLast(50), record.results.suffix(50))
    #expect(latest.allSatisfy { $0.parts != nil } && hours.allSatisfy { $0.parts == nil })
    #expect(Set(hours.map { $0.at / Self.hour }).count == hours.count && (155...168).contains(hours.count))
    #expect(record.results.allSatisfy { Self.now - $0.at <= 7 * Self.day })
  }

  @Test func `forgets what was measured before a time`() throws {
    var record = try record()
    record.receive([station("a", age: 100), station("b")], from: .airNow)
    record.sky = AirRecord.Sky(at: Self.now - 100, depth: 0.1)
    record.add(AirRecord.Past(at: Self.now - 100, pm25: 1, lower: 0, upper: 2, age: 0))
    record.forget(before: Self.now - 50)
    #expect(record.stations.map(\.id) == ["b"] && record.sky == nil && record.results.isEmpty)
    #expect(record.forgotten == Self.now - 50)
  }

  @Test func `grows wider with its age, and says what it comes from`() throws {
    var record = try record()
    record.receive([station("a"), station("b", pm25: 14)], from: .airNow)
    let estimates = try [0, 6, 24, 720].map { hours in
      try AirPicture(record, at: Self.now + hours * Self.hour).estimate.get()
    }
    let widths = estimates.map { $0.upper - $0.lower }
    #expect(widths == widths.sorted() && widths[3] > 2 * widths[0])
    #expect(estimates.map { $0.age.rounded() } == [0, 6, 24, 720])
    let near = AirPicture(record, at: Self.now).near
    #expect(near.map(\.weight).reduce(0, +) > 0.999 && near.allSatisfy { $0.distance < 3 })
  }

  @Test func `has the model as a tier of its own for two days`() throws {
    var record = try record()
    record.sky = AirRecord.Sky(at: Self.now, depth: 0.15)
    let tiers = try AirPicture(record, at: Self.now + 48 * Self.hour).estimate.get().fusion.shares.map(\.tier.tier)
    #expect(tiers == [.satellite])
    #expect(throws: AirUnknown.nothingInReach) {
      try AirPicture(record, at: Self.now + 48 * Self.hour + 1).estimate.get()
    }
  }

  @Test func `rises if the estimates of three hours do`() throws {
    var record = try record()
    func trend(_ step: Double) -> AirPicture.Trend? {
      record.results = (0...12).map {
        AirRecord.Past(at: Self.now - 7200 + $0 * 600, pm25: 20 + step * Double($0) / 6, lower: 0, upper: 50, age: 0)
      }
      return AirPicture(record, at: Self.now).trend
    }
    #expect(trend(2.1) == .rising && trend(1.9) == .steady && trend(-2.1) == .falling)
    record.results = []
    #expect(AirPicture(record, at: Self.now).trend == nil)
  }

  @Test func `is not sound with a time or a place that no program writes`() throws {
    var record = try record()
    record.receive([station("a")], from: .airNow)
    #expect(record.isSound)
    let changes: [@Sendable (inout AirRecord) -> Void] = [
      { $0.latitude = 91 }, { $0.stations[0].at = .min }, { $0.stations[0].pm25 = .infinity },
      { $0.results = [AirRecord.Past(at: .max, pm25: 1, lower: 0, upper: 2, age: 0)] },
      {
        $0.sources = [AirRecord.SourceState(.airNow)]; $0.sources[0].next = .max
      }, { $0.forgotten = -1 },
    ]
    for change in changes {
      var other = record
      change(&other)
      #expect(!other.isSound)
    }
  }

  @Test func `counts pairs of a station once a day`() throws {
    var record = try record()
    func pair(_ at: Int64) -> AirRecord.Pair { .init(latitude: 52.5, longitude: 13.4, at: at, pm25: 10, depth: 0.1) }
    let midnight = Self.now / Self.day * Self.day
    record.receive([pair(midnight), pair(midnight + Self.hour)])
    record.receive([pair(midnight + Self.day)])
    #expect(record.pairs.map(\.at) == [midnight, midnight + Self.day])
  }
}

@Suite struct `A particle sensor outdoors` {
  @Test func `is corrected for humidity inside of the domain of the formula`() {
    // 0.524·20 − 0.0862·60 + 5.75
    let corrected = HumidityCorrection.corrected(20, humidity: 60)
    #expect(abs(corrected.pm25 - 11.058) < 1e-9 && corrected.error == HumidityCorrection.error)
    #expect(HumidityCorrection.corrected(0, humidity: 100).pm25 == 0)
    for (raw, humidity) in [(344, 50), (20, nil), (20, 101), (-1, 50)] as [(Double, Double?)] {
      let value = HumidityCorrection.corrected(raw, humidity: humidity)
      #expect(value.pm25 == raw && value.error == HumidityCorrection.errorWithout)
    }
  }
}

@Suite struct `The advice for a window` {
  private func advice(co2: Double?, outside: Double, sigma: Double = 0.1, age: Double = 0) throws -> WindowAdvice? {
    let tier = TierEstimate(
      tier: .station, z: LogScale.z(outside), variance: sigma * sigma, age: age, nearest: 1, highest: outside)
    return WindowAdvice(co2: co2, outside: try AirEstimate([tier], calibration: .usual(.hour)))
  }

  @Test func `weighs the air inside against the particles outside`() throws {
    #expect(try advice(co2: 1000, outside: 10) == .open)
    #expect(try advice(co2: 999, outside: 10) == nil)
    #expect(try advice(co2: nil, outside: 36) == .keepShut)
    #expect(try advice(co2: 600, outside: 36) == .keepShut)
    #expect(try advice(co2: 1500, outside: 36) == .either)
    // The interval reaches into what is not clean.
    #expect(try advice(co2: 1500, outside: 30, sigma: 0.5) == nil)
  }

  @Test func `is not given from air of more than three hours ago`() throws {
    #expect(try advice(co2: 600, outside: 36, age: 2.9) == .keepShut)
    #expect(try advice(co2: 1500, outside: 5, age: 3.1) == nil)
    #expect(try advice(co2: 600, outside: 36, age: 3.1) == nil)
  }
}
