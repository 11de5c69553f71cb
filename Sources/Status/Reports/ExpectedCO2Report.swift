import Alarms
import Flight
import Readings
import Sessions

/// The CO2 of a sensor against what is expected in the phase of flight in force. Its keys are keys of the sensor.
package struct ExpectedCO2Report: Codable, Sendable, Equatable {
  /// The least and the greatest CO2 that is expected, ppm.
  package private(set) var range: [Double]?
  /// `below`, `within` or `above`; absent if the latest value is too old.
  package private(set) var place: String?

  private enum CodingKeys: String, CodingKey {
    case range = "co2_expected"
    case place = "co2_against_expected"
  }

  /// Nothing is expected.
  package init() {}

  /// Of an adopted sensor that has sent CO2, in the profile whose cabin the ranges are of. A value counts for as long as in
  /// the figures of a session.
  init(of state: ApplianceStatus.SensorState, in phase: Phase, _ profile: BoxProfile, at instant: Instant) {
    guard profile == .cabin, state.isOwn, let ppm = state.measurements[.co2PartsPerMillion],
      let measuredAt = state.co2At,
      let expectation = phase.expectation
    else { return }
    range = [expectation.co2.lowerBound, expectation.co2.upperBound]
    let longest = Duration.milliseconds(HeldValues.longestHold(of: .co2PartsPerMillion))
    if measuredAt.duration(to: instant) <= longest { place = expectation.place(of: ppm).rawValue }
  }

  /// Where it is, behind a comma; nothing if nothing is expected.
  package var text: String {
    guard let range, let low = range.first, let high = range.last, let place else { return "" }
    return ", CO2 \(place) the \(EventText.number(low)) to \(EventText.number(high)) ppm expected"
  }
}
