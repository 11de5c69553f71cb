// Measures the logbook: bytes a value and a year, speed of its queries, bytes written in a day. `make bench-record` runs
// it beside VictoriaMetrics and the raw rows (Benchmarks/record.py), and prints a table.

import Foundation
import Logbook
import Readings
import SensorProtocols
import Sessions

private func now() -> Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e6 }

private func line(_ values: [String: Any]) {
  let data = (try? JSONSerialization.data(withJSONObject: values, options: [.sortedKeys])) ?? Data()
  print(String(decoding: data, as: UTF8.self))
}

/// Writes a logbook of so many days as blocks, rolled up, with the last two hours as rows.
private func writeYear(_ path: String, days: Int) throws {
  let logbook = try Logbook(path: path)
  try logbook.append([.runStarted(at: Year.start)])
  var year = Year()
  var rates = Entropy(), intervals = Entropy(), gases = Entropy()
  var bytes: [String: Int] = [:], counts: [String: Int] = [:]
  let limits: SensorLimits = [
    .heartRateBeatsPerMinute: ValueLimits(low: 50, high: 120), .co2PartsPerMillion: ValueLimits(high: 1000),
  ]
  for hour in 0..<24 * days - 2 {
    let beats = year.beats(hour: hour)
    let notifications = Year.notifications(beats, hour: hour)
    let readings = notifications.map { item in
      var measurements = Measurements()
      measurements[.heartRateBeatsPerMinute] = item.rate
      return BlockReading(at: item.at, measurements: measurements, hasContact: true)
    }
    let runs = BeatRun.runs(of: notifications.map { ($0.at, $0.ticks) })
    let minutes = year.minutes(hour: hour)
    let heart = SealedBlock(address: Year.strap, model: "Polar H10", readings: readings, beats: runs)
    let room = SealedBlock(
      address: Year.air, model: "Aranet4",
      readings: minutes.map { BlockReading(at: $0.at, measurements: $0.measurements) })
    if hour < 240 {
      notifications.forEach { rates.add(Int($0.rate)) }
      beats.forEach { intervals.add(Int($0.ticks)) }
      minutes.forEach { gases.add(Int($0.measurements[.co2PartsPerMillion] ?? 0)) }
      let empty = SealedBlock(address: Year.strap, model: "Polar H10", readings: [], beats: []).encoded().count
      let alone =
        SealedBlock(address: Year.strap, model: "Polar H10", readings: [], beats: runs).encoded().count - empty
      bytes["rr", default: 0] += alone
      counts["rr", default: 0] += beats.count
      bytes["heart_rate", default: 0] += heart.encoded().count - alone
      counts["heart_rate", default: 0] += readings.count
      var only = room
      for place in only.readings.indices {
        var measurements = only.readings[place].measurements
        measurements[.co2PartsPerMillion] = nil
        only.readings[place].measurements = measurements
      }
      bytes["co2", default: 0] += room.encoded().count - only.encoded().count
      counts["co2", default: 0] += minutes.count
    }
    try logbook.add([heart, room], session: nil)
    while let rolled = try logbook.unrolledHour(limits: limits) { try logbook.rollUp(rolled) }
  }
  for hour in 24 * days - 2..<24 * days {
    let entries = Year.notifications(year.beats(hour: hour), hour: hour).map {
      LogEntry.reading(strap($0.rate, $0.ticks), of: "Polar H10", from: Year.strap, at: $0.at)
    }
    try logbook.append(entries)
  }
  logbook.close()
  let size = (try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
  line([
    "days": days, "bytes": size,
    "bytes_per_value": bytes.mapValues { Double($0) }.merging(counts.mapValues { Double($0) }) { $0 / $1 },
    "entropy": ["heart_rate": rates.bytes, "rr": intervals.bytes, "co2": gases.bytes],
  ])
}

/// Writes one day as the box does: readings each 50 s, an hour sealed and rolled up when it is over.
private func writeDay(_ path: String) throws {
  func written() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/io", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").first { $0.hasPrefix("write_bytes: ") }.flatMap { Int($0.dropFirst(13)) } ?? 0
  }
  let logbook = try Logbook(path: path)
  try logbook.append([.runStarted(at: Year.start)])
  var year = Year()
  let before = written()
  var commits: [Double] = [], maintenance: [Double] = []
  for hour in 0..<24 {
    let minutes = year.minutes(hour: hour)
    var waiting: [LogEntry] = []
    for (second, item) in Year.notifications(year.beats(hour: hour), hour: hour).enumerated() {
      waiting.append(.reading(strap(item.rate, item.ticks), of: "Polar H10", from: Year.strap, at: item.at))
      if second % 60 == 17 {
        var air = Reading(model: .aranet4)
        air.measurements = minutes[second / 60].measurements
        waiting.append(.reading(air, of: "Aranet4", from: Year.air, at: minutes[second / 60].at))
      }
      guard second % 57 == 56 || second == 3599 else { continue }
      let begin = now()
      try logbook.append(waiting)
      commits.append(now() - begin)
      waiting = []
      let time = item.at
      if second == 3599 {
        while let hour = try logbook.unsealedHour(now: time) {
          let begin = now()
          try logbook.seal(hour)
          maintenance.append(now() - begin)
        }
        while let rolled = try logbook.unrolledHour(limits: [:]) {
          let begin = now()
          try logbook.rollUp(rolled)
          maintenance.append(now() - begin)
        }
        try logbook.dropSessionIndex()
        try logbook.tidy()
      }
    }
  }
  logbook.close()
  line([
    "written_per_day": written() - before, "commit_ms_p99": percentile(commits, 99),
    "seal_or_roll_commit_ms_max": maintenance.max() ?? 0,
  ])
}

private func percentile(_ values: [Double], _ percent: Int) -> Double {
  let sorted = values.sorted()
  return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, sorted.count * percent / 100)]
}

/// Times the queries of a chart, and a fixed piece of work beside them.
private func query(
  _ path: String, days: Int, rounds: Int = Int(ProcessInfo.processInfo.environment["ROUNDS"] ?? "") ?? 60
) throws {
  let reader = try LogbookReader(path: path)
  let end = Year.start + Int64(days) * 86_400_000
  let limits = ValueLimits(low: 50, high: 120)
  var daily: [Double] = [], zooms: [Double] = [], reference: [Double] = []
  var random = SplitMix64(state: 7)
  var checked = 0.0
  for round in 0..<rounds {
    for quantity in [Quantity.heartRateBeatsPerMinute, .co2PartsPerMillion] {
      let edges = (0...days).map { Year.start + Int64($0) * 86_400_000 }
      var begin = now()
      let trend = try reader.trend(of: quantity, edges: edges, limits: [quantity: limits])
      daily.append(now() - begin)
      checked += trend.first?.figures.first?.mean ?? 0
      // Any part of the year, from an hour to all of it.
      let share = exp(-Double(random.next() % 1000) / 1000 * log(Double(days * 24)))
      let length = max(3_600_000, Int64(Double(end - Year.start) * (round == 0 ? 1 : share)))
      let from = end - length - Int64(random.next() % UInt64(max(1, end - Year.start - length + 1)))
      let points = (0...1000).map { from + length * Int64($0) / 1000 }
      begin = now()
      _ = try reader.trend(of: quantity, edges: points, limits: [quantity: limits], isChart: true)
      zooms.append(now() - begin)
      begin = now()
      var sum: UInt64 = 0
      for _ in 0..<2_000_000 { sum ^= random.next() }
      reference.append(now() - begin)
      checked += Double(sum & 1)
    }
  }
  line([
    "daily_ms_p50": percentile(daily, 50), "daily_ms_p99": percentile(daily, 99), "zoom_ms_p50": percentile(zooms, 50),
    "zoom_ms_p99": percentile(zooms, 99), "reference_ms_p50": percentile(reference, 50), "checked": checked,
  ])
}

let arguments = CommandLine.arguments
guard arguments.count >= 3 else {
  print(
    "usage: record-benchmark year|day|query FILE [DAYS] | dump DAYS | live|open|delete|verify|verify-deleted FILE ...")
  exit(64)
}
let number = arguments.count > 3 ? Int(arguments[3]) : nil
/// Of the work that the power is cut in.
let hours = Int(ProcessInfo.processInfo.environment["HOURS"] ?? "") ?? 7
do {
  switch arguments[1] {
  case "year": try writeYear(arguments[2], days: number ?? 365)
  case "day": try writeDay(arguments[2])
  case "query": try query(arguments[2], days: number ?? 365)
  case "dump": Dump.write(days: Int(arguments[2]) ?? 1)
  case "live": try PowerCutWork.live(arguments[2], hours: hours)
  case "open": try PowerCutWork.open(arguments[2])
  case "delete": try PowerCutWork.delete(arguments[2])
  case "finish": try PowerCutWork.finish(arguments[2], now: Year.start + 365 * 86_400_000)
  case "verify": line(try PowerCutCheck(arguments[2], hours: hours).live(committed: number ?? 0))
  case "verify-deleted": line(try PowerCutCheck(arguments[2], hours: hours).deleted(isReported: number == 1))
  default: exit(64)
  }
} catch {
  print("\(error)")
  exit(1)
}
