import Foundation
import Logbook
import Readings

/// A year of one strap with RR intervals and of one air sensor, hour by hour, the same each time.
///
/// The heart beats as a person's does in these respects: a rate that follows day and night, movement of minutes, breathing
/// of about four seconds, and noise from beat to beat. The air is a room with people in it by day.
struct Year {
  static let start: Int64 = 1_700_006_400_000
  static let strap = DeviceAddress(value: 0xC0FF_EE00_0002)
  static let air = DeviceAddress(value: 0xC2DB_C0DC_E455)

  private var random = SplitMix64(state: 2026)
  private var mood = 0.0
  private var rest = 0.0
  private var co2 = 600.0
  private var temperature = 21.0
  private var humidity = 40.0
  private var pressure = 1010.0

  private mutating func noise() -> Double {
    // The sum of three even ones is near enough to a normal one.
    let sum = (0..<3).reduce(0.0) { sum, _ in sum + Double(random.next() >> 11) / Double(1 << 53) }
    return (sum - 1.5) * 2
  }

  /// The RR intervals of an hour, in 1/1024 s, with the time of each beat.
  mutating func beats(hour: Int) -> [(at: Int64, ticks: UInt16)] {
    let start = Year.start + Int64(hour) * 3_600_000
    let day = sin(Double(hour % 24 - 9) / 24 * 2 * .pi)
    var beats: [(at: Int64, ticks: UInt16)] = []
    var seconds = rest
    while seconds < 3600 {
      mood = mood * 0.998 + noise() * 0.3
      let rate = min(180, max(45, 72 + 14 * day + mood))
      let breathing = 0.022 * sin(seconds * 2 * .pi / 4.1)
      let interval = 60 / rate * (1 + breathing) + noise() * 0.0065
      let ticks = UInt16(min(2000, max(300, interval * 1024)))
      seconds += Double(ticks) / 1024
      beats.append((start + Int64(seconds * 1000), ticks))
    }
    rest = seconds - 3600
    return beats
  }

  /// The readings of a strap that sends each second: the rate of the last beats, and the intervals since the last one.
  static func notifications(_ beats: [(at: Int64, ticks: UInt16)], hour: Int) -> [(
    at: Int64, rate: Double, ticks: [UInt16]
  )] {
    let start = Year.start + Int64(hour) * 3_600_000
    var place = 0
    var last: [UInt16] = []
    return (1...3600).map { second in
      let at = start + Int64(second) * 1000
      var new: [UInt16] = []
      while place < beats.count, beats[place].at <= at {
        new.append(beats[place].ticks)
        place += 1
      }
      last = Array((last + new).suffix(6))
      let mean = last.isEmpty ? 0 : Double(last.reduce(0) { $0 + Int($1) }) / Double(last.count)
      return (at, mean > 0 ? (60 * 1024 / mean).rounded() : 0, new)
    }
  }

  /// The readings of an air sensor that measures each minute.
  mutating func minutes(hour: Int) -> [(at: Int64, measurements: Measurements)] {
    let people = (8...22).contains(hour % 24) ? 2.0 : 1.0
    return (0..<60).map { minute in
      co2 += (420 + 450 * people - co2) / 60 + noise() * 2
      temperature += (21 + people - temperature) / 600 + noise() * 0.02
      humidity += (38 + 4 * people - humidity) / 400 + noise() * 0.15
      pressure += (1010 - pressure) / 5000 + noise() * 0.03
      var measurements = Measurements()
      measurements[.co2PartsPerMillion] = (co2 + noise() * 3).rounded()
      measurements[.temperatureCelsius] = (temperature * 20).rounded() / 20
      measurements[.relativeHumidityPercent] = humidity.rounded()
      measurements[.pressureHectopascals] = (pressure * 10).rounded() / 10
      measurements[.batteryPercent] = Double(max(1, 100 - hour / 100))
      return (Year.start + Int64(hour) * 3_600_000 + Int64(minute) * 60_000 + 17_000, measurements)
    }
  }
}

/// The generator SplitMix64 of Steele, Lea and Flood.
struct SplitMix64 {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// The entropy of the differences of a series, in bytes a value: the floor of a coder that knows nothing else.
struct Entropy {
  private var counts: [Int: Int] = [:]
  private var last: Int?

  mutating func add(_ value: Int) {
    if let last { counts[value - last, default: 0] += 1 }
    last = value
  }

  var bytes: Double {
    let all = Double(counts.values.reduce(0, +))
    return counts.values.reduce(0.0) { $0 - Double($1) / all * log2(Double($1) / all) } / 8
  }
}
