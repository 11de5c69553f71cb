import Documents
import System
import TestSupport

/// Sessions as the logbook would give them.
enum SampleReports {
  static let evening = UnixTime(milliseconds: 1_795_644_000_000)  // 2026-11-25 22:00 UTC
  static let seoul = ClockZone.fixed(32_400)

  static func time(_ minutes: Int64) -> UnixTime {
    UnixTime(milliseconds: evening.milliseconds + minutes * 60_000)
  }

  /// A wave with a gap in it.
  static func series(minutes: Int64, around middle: Double, by swing: Double, seed: UInt64 = 3) -> TimeSeries {
    var random = SplitMix64(seed: seed)
    var value = middle
    let kept = (0..<minutes).filter { $0 < minutes / 3 || $0 > minutes / 3 + minutes / 12 }
    return TimeSeries(
      kept.map { minute in
        value += (middle - value) * 0.02 + Double.random(in: -swing...swing, using: &random)
        let spread = Double.random(in: 0...swing, using: &random)
        return TimeSeries.Sample(
          at: time(minute), minimum: value - spread, mean: value, maximum: value + spread * 2, count: 60)
      }, gap: 180_000)
  }

  /// A night of eight hours with a strap and an air sensor.
  static func night(
    title: String = "Night of 25 November 2026", alarms: Int = 4, sensor: String = "침실 공기 센서"
  ) -> PrintedSession {
    let end = time(480)
    let priorities: [TimeChart.Alarm.Priority] = [.high, .low, .medium, .low]
    let episodes = (0..<alarms).map { index in
      let from = time(20 + Int64(index) * 430 / Int64(max(alarms, 1)))
      return PrintedSession.Episode(
        from: from, to: index == 1 ? nil : UnixTime(milliseconds: from.milliseconds + 93_000),
        priority: priorities[index % 4], what: index % 4 == 0 ? "heart rate low" : "CO2 high",
        subject: index % 4 == 0 ? "할머니" : sensor, extreme: index % 4 == 0 ? "38 bpm" : "1612 ppm",
        answeredAfter: index % 3 == 0 ? 12_000 : nil, isTest: index == 3)
    }
    let marks = episodes.map { TimeChart.Alarm(at: $0.from, $0.priority) }
    func chart(_ name: String, _ unit: String, _ series: TimeSeries, _ limits: [TimeChart.Limit]) -> TimeChart {
      TimeChart(
        title: name, unit: unit, from: evening, to: end, zone: seoul, series: series, limits: limits, phases: [],
        alarms: marks)
    }
    return PrintedSession(
      title: title, box: "Lapwing 침실", profile: "bedside", sessionID: "3f2a-11", from: evening, to: end,
      printed: time(500), zone: seoul, details: [.init("Person", "할머니")], grade: "B",
      charts: [
        chart(
          "Heart rate, 할머니", "bpm", series(minutes: 480, around: 62, by: 2), [.init(45, "low"), .init(110, "high")]),
        chart(
          "CO2, \(sensor)", "ppm", series(minutes: 480, around: 1100, by: 18, seed: 5),
          [.init(800, "low"), .init(1500, "medium"), .init(2500, "high")]),
      ],
      figures: [
        .init(
          quantity: "heart rate", unit: "bpm", sensor: "Polar H10 8C4F", readings: 26_412, minimum: 38, mean: 61.4,
          maximum: 97, places: 0, times: .init(below: 93_000, within: 26_300_000, above: 0, noData: 2_407_000)),
        .init(quantity: "CO2", unit: "ppm", sensor: sensor, readings: 440, minimum: 642, mean: 1103, maximum: 1612),
        .init(
          quantity: "temperature", unit: "°C", sensor: sensor, readings: 440, minimum: 18.2, mean: 19.94,
          maximum: 21.5, places: 1),
      ],
      episodes: episodes,
      gaps: [
        .init(from: time(160), to: time(200), "strap lost the skin"), .init(from: time(300), to: time(303), "restart"),
      ],
      sensors: [
        .init(
          name: "Polar H10 8C4F", model: "Polar H10", address: "C0:FF:EE:8C:4F:01", readings: 26_412, coverage: 0.91),
        .init(name: sensor, model: "Aranet4", address: "D0:12:34:56:78:9A", readings: 440, coverage: 0.997),
      ],
      notes: ["Limits in force: heart rate below 45 bpm and above 110 bpm, CO2 above 800, 1500 and 2500 ppm."])
  }

  /// A flight with phases.
  static func flight() -> PrintedSession {
    let names = ["boarding", "taxi", "take-off", "climb", "cruise", "descent", "landing", "arrived"]
    let ends: [Int64] = [35, 50, 53, 78, 560, 590, 600, 612]
    let begins = [0] + ends.dropLast()
    let phases = zip(names, zip(begins, ends)).map { name, times in
      PrintedSession.Phase(
        name: name, from: time(times.0), to: time(times.1), readings: Int(times.1 - times.0), meanCO2: 1450,
        highestCO2: 2210, aboveExpected: (times.1 - times.0) * 20_000, alarms: name == "boarding" ? 1 : 0)
    }
    return PrintedSession(
      title: "KE 17, Seoul Incheon to Los Angeles", box: "cabin box", profile: "cabin", from: evening, to: time(612),
      printed: time(700), zone: .utc,
      details: [
        .init("Airline", "Korean Air"), .init("Flight", "KE 17"), .init("Route", "ICN–LAX"), .init("Seat", "34A"),
        .init("Caffeine", "none"), .init("Hydration", "1250 ml"),
      ], grade: "C",
      charts: [
        TimeChart(
          title: "CO2, Aranet4 1A2B", unit: "ppm", from: evening, to: time(612), zone: .utc,
          series: series(minutes: 612, around: 1500, by: 40),
          limits: [.init(800, "low"), .init(1500, "medium"), .init(2500, "high")],
          phases: phases.map { .init($0.name, from: $0.from, to: $0.to) },
          alarms: [.init(at: time(9), .medium), .init(at: time(300), .low)])
      ],
      figures: [
        .init(
          quantity: "CO2", unit: "ppm", sensor: "Aranet4 1A2B", readings: 600, minimum: 912, mean: 1498, maximum: 2210)
      ],
      phases: phases,
      episodes: [
        .init(
          from: time(9), to: time(30), priority: .medium, what: "CO2 high", subject: "Aranet4 1A2B", extreme: "2210 ppm"
        )
      ],
      sensors: [.init(name: "Aranet4 1A2B", model: "Aranet4", readings: 600, coverage: 0.98)])
  }
}
