import Logbook
import Readings
import Sessions

/// Compares a file with what was reported as committed before the power was cut.
struct PowerCutCheck {
  struct Fault: Error, CustomStringConvertible {
    let description: String
    init(_ text: String) { description = text }
  }

  private let path: String
  private let steps: [PowerCutSteps.Step]

  init(_ path: String, hours: Int) {
    self.path = path
    steps = PowerCutSteps(hours: hours).steps
  }

  /// After a cut while the box wrote: the file holds the steps that were reported, and none or all of the next one.
  /// - Returns: the figures that a program without this code can count in the tables.
  func live(committed: Int) throws -> [String: Any] {
    let logbook = try Logbook(path: path)
    logbook.close()
    let found = try LogbookReader(path: path).record(from: 0, until: .max / 2)
    let candidates = [committed, committed + 1].filter { $0 <= steps.count }
    let faults = candidates.map { fault(of: found, steps[..<$0]) }
    guard let place = faults.firstIndex(of: nil) else {
      throw Fault(faults.compactMap { $0 }.first ?? "more steps are committed than there are")
    }
    let kept = Array(steps[..<candidates[place]])
    try finish(kept)
    return [
      "readings": kept.reduce(0) { $0 + $1.beats.count + $1.air.count }, "alarms": kept.reduce(0) { $0 + $1.alarms },
      "steps": kept.count,
    ]
  }

  /// After a cut while the first session was deleted: the rest is all there, and a second deletion does what is left.
  func deleted(isReported: Bool) throws -> [String: Any] {
    let logbook = try Logbook(path: path)
    logbook.close()
    let reader = try LogbookReader(path: path)
    let rest = steps.filter { $0.session != 1 }
    let isThere = try reader.session(1) != nil
    let left = try reader.record(from: 0, until: .max / 2, session: 1)
    if isReported, isThere || !left.isEmpty { throw Fault("a deleted session is there again") }
    if !isThere, !left.isEmpty { throw Fault("readings of a session are there without the session") }
    if let fault = fault(
      of: try reader.record(from: 0, until: .max / 2, session: 2), steps.filter { $0.session == 2 }[...])
    {
      throw Fault("in the other session: \(fault)")
    }
    if isThere { try Logbook.delete(session: 1, of: path, limits: PowerCutWork.limits) }
    if let fault = fault(of: try LogbookReader(path: path).record(from: 0, until: .max / 2), rest[...]) {
      throw Fault("after the deletion: \(fault)")
    }
    try finish(rest)
    return [
      "readings": rest.reduce(0) { $0 + $1.beats.count + $1.air.count }, "alarms": rest.reduce(0) { $0 + $1.alarms },
    ]
  }

  /// Seals and rolls up what is left, and looks again, at the figures too.
  private func finish(_ kept: [PowerCutSteps.Step]) throws {
    let end = (steps.last?.end ?? 0) + 86_400_000
    try PowerCutWork.finish(path, now: end)
    let reader = try LogbookReader(path: path)
    if let fault = fault(of: try reader.record(from: 0, until: .max / 2), kept[...]) {
      throw Fault("after sealing: \(fault)")
    }
    let edges = stride(from: Year.start, through: end, by: 3_600_000).map { $0 }
    for (quantity, expected) in [
      (Quantity.heartRateBeatsPerMinute, kept.reduce(0) { $0 + $1.beats.count }),
      (.co2PartsPerMillion, kept.reduce(0) { $0 + $1.air.count }),
    ] {
      let trends = try reader.trend(of: quantity, edges: edges, limits: [:])
      let count = trends.reduce(0) { $0 + $1.figures.reduce(0) { $0 + Int($1.count) } }
      guard count == expected else { throw Fault("the figures are of \(count) values of \(quantity), not \(expected)") }
    }
  }

  /// - Returns: what is different; `nil` if nothing is.
  private func fault(of found: [SensorRecord], _ steps: ArraySlice<PowerCutSteps.Step>) -> String? {
    let damaged = found.reduce(0) { $0 + $1.damagedParts }
    if damaged > 0 { return "\(damaged) blocks do not decode" }
    let beats = steps.flatMap(\.beats), air = steps.flatMap(\.air)
    let strap = found.first { $0.address == Year.strap }, room = found.first { $0.address == Year.air }
    if let fault = Self.fault(
      strap?.readings ?? [], .heartRateBeatsPerMinute, beats.map { ($0.at, $0.rate) })
    {
      return fault
    }
    if let fault = Self.fault(room?.readings ?? [], .co2PartsPerMillion, air.map { ($0.at, $0.co2) }) { return fault }
    let ticks = (strap?.beats ?? []).flatMap(\.ticks), expected = beats.flatMap(\.ticks)
    return ticks == expected ? nil : "\(ticks.count) RR intervals are not the \(expected.count) expected ones"
  }

  private static func fault(
    _ readings: [BlockReading], _ quantity: Quantity, _ expected: [(at: Int64, value: Double)]
  ) -> String? {
    guard readings.count == expected.count else {
      return "\(readings.count) readings of \(quantity) in place of \(expected.count)"
    }
    for (reading, item) in zip(readings, expected) {
      guard abs(reading.at - item.at) <= 500, reading.measurements[quantity] == item.value else {
        return "the \(quantity) at \(item.at) is wrong"
      }
    }
    return nil
  }
}
