import Alarms
import Documents
import Flight
import Logbook
import Readings
import Sessions
import Status
import System

package struct SessionPhase: Sendable {
  package let name: String
  package let from: Int64
  package let to: Int64
  /// A word of ``PhaseSource``; `nil` before the first phase that was set or detected.
  package let source: String?
  package let probability: Double?
  package let readings: Int
  package let co2: SessionRecord.Range?
  /// The CO2 that is expected in it, ppm; `nil` if nothing is.
  package let expectedCO2: ClosedRange<Double>?
  /// How long CO2 was above that, milliseconds; of several sensors, the one that was above for longest.
  package let aboveExpected: Int64?
  package let alarms: Int

  /// The phases of a session, one after the other from its start to its end; none if no phase was set or detected.
  package static func all(
    _ parts: SessionParts, from start: Int64, to end: Int64, session: SessionRecord, alarms: [RecalledAlarm],
    in reader: LogbookReader
  ) throws(LapwingError) -> [SessionPhase] {
    guard let first = parts.phases.first else { return [] }
    // Who begins a session with a phase says both at once, and the box takes them one after the other.
    let isFromStart = first.since < start + 1000
    let unknown = SessionParts.PhaseBegin(phase: Phase.unknown.rawValue, since: start, source: "", probability: nil)
    let begins = isFromStart ? parts.phases : [unknown] + parts.phases
    var found: [SessionPhase] = []
    for (place, begin) in begins.enumerated() {
      // A clock that was set back may put a phase before the start of its session.
      let from = isFromStart && place == 0 ? start : min(max(begin.since, start), end)
      let next = place + 1 < begins.count ? begins[place + 1].since : end
      let to = min(max(next, from), end)
      guard from < to else { continue }
      let isCabin = session.profile == BoxProfile.cabin.rawValue
      let expected = isCabin ? Phase(rawValue: begin.phase)?.expectation?.co2 : nil
      let limits: SensorLimits = expected.map { [.co2PartsPerMillion: ValueLimits(high: $0.upperBound)] } ?? [:]
      let sensors = try reader.explained { () throws(LogbookError) in
        try reader.figures(
          from: from, length: to - from, count: 1, session: session.id, isPart: from > start, limits: limits)
      }
      let co2 = sensors.flatMap(\.quantities).filter { $0.quantity == .co2PartsPerMillion }
      found.append(
        SessionPhase(
          name: begin.phase, from: from, to: to, source: begin.source.isEmpty ? nil : begin.source,
          probability: begin.probability, readings: sensors.reduce(0) { $0 + $1.readings },
          co2: sensors.range(of: .co2PartsPerMillion), expectedCO2: expected,
          aboveExpected: expected == nil ? nil : co2.map(\.total.above).max(),
          alarms: alarms.count { (from..<to).contains($0.beganAt) }))
    }
    return found
  }

  package var text: String {
    var text = "\(DateText.timeOfDay(from))  \(name) \(DurationText.text(milliseconds: to - from))"
    if source == PhaseSource.detected.rawValue {
      text += " (detected\(probability.map { ", " + DurationText.percent($0) } ?? ""))"
    }
    if let co2 { text += ", CO2 mean \(EventText.number(co2.mean)), up to \(EventText.number(co2.maximum)) ppm" }
    if let aboveExpected, aboveExpected > 0, let expectedCO2 {
      let range = "\(EventText.number(expectedCO2.lowerBound)) to \(EventText.number(expectedCO2.upperBound))"
      text += ", \(DurationText.text(milliseconds: aboveExpected)) above the \(range) expected"
    }
    if alarms > 0 { text += alarms == 1 ? ", 1 alarm" : ", \(alarms) alarms" }
    return text
  }

  package var json: JSONObject {
    [
      "phase": name, "since": DateText.utc(from), "duration_s": JSONText.seconds(to - from), "source": source,
      "probability": probability, "readings": readings, "co2_mean_ppm": JSONText.rounded(ifGiven: co2?.mean),
      "co2_max_ppm": co2?.maximum, "co2_expected": expectedCO2.map { [$0.lowerBound, $0.upperBound] },
      "co2_above_expected_s": JSONText.seconds(ifGiven: aboveExpected), "alarms": alarms,
    ]
  }

  package var printed: PrintedSession.Phase {
    PrintedSession.Phase(
      name: name, from: UnixTime(milliseconds: from), to: UnixTime(milliseconds: to), readings: readings,
      meanCO2: co2?.mean, highestCO2: co2?.maximum,
      aboveExpected: aboveExpected, alarms: alarms)
  }
}
