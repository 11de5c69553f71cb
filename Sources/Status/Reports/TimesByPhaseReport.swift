import Flight
import Readings
import Sessions

/// A time for each phase of flight, s: an object whose keys are phases, in the order of a flight.
package struct TimesByPhaseReport: Codable, Sendable, Equatable {
  /// Only phases with a time.
  package let seconds: [Phase: Double]

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ phase: Phase) { stringValue = phase.rawValue }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// - Returns: `nil` if no phase has a time.
  init?(_ times: PhaseTimes) {
    seconds = Dictionary(
      uniqueKeysWithValues: Phase.all.compactMap { phase in
        let time = times[phase.position]
        return time > .zero ? (phase, JSONText.rounded(time.inSeconds)) : nil
      })
    if seconds.isEmpty { return nil }
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    var seconds: [Phase: Double] = [:]
    for phase in Phase.all { seconds[phase] = try values.decodeIfPresent(Double.self, forKey: Key(phase)) }
    self.seconds = seconds
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    for phase in Phase.all { try values.encodeIfPresent(seconds[phase], forKey: Key(phase)) }
  }
}
