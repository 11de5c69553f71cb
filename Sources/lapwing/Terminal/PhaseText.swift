import Flight
import Monitor
import Readings
import Status

/// What is known of a phase of flight.
enum PhaseText {
  /// The phase, the CO2 that is expected in it, and what it withholds.
  static func line(of phase: Phase) -> String { "\(phase.rawValue): \(expected(in: phase)); \(withheld(in: phase))" }

  private static func expected(in phase: Phase) -> String {
    guard let co2 = phase.expectation?.co2 else { return "no CO2 is expected" }
    return
      "CO2 of \(EventText.number(co2.lowerBound)) to \(EventText.number(co2.upperBound)) ppm is expected in an airliner"
  }

  private static func withheld(in phase: Phase) -> String {
    guard phase.withholdsLowAndMedium else { return "no alarm is withheld" }
    let longest = PhaseClock.longest(phase).map { " for at most \(Int($0.inSeconds / 60)) min" } ?? ""
    return "low and medium alarms are withheld\(longest), high ones never"
  }
}
