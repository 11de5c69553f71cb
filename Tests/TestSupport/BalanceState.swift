/// Loadings of the shipped aircraft, one for each state that a sheet can have, for tests of all that shows one.
package struct BalanceState: Sendable, CustomStringConvertible {
  package let state: String
  /// The scenario file.
  package let scenario: String
  /// The word in JSON and in the logbook.
  package let level: String
  /// How English and Korean texts begin.
  package let english: String
  package let korean: String

  package var description: String { state }
  /// Whether it may be shown as plainly inside.
  package var isPlain: Bool { state == "inside" }

  private static let skyhawk =
    #""aircraftId": "cessna-172m", "stationLoads": {"front-seats": 340}, "fuelLoads": {"main-fuel": 25}"#
  private static let six =
    #""aircraftId": "cherokee-six-pa32", "stationLoads": {"front-seats": 340}, "fuelLoads": {"main-fuel": 40}"#
  private static let trip = #", "tripFuel": 10"#
  private static let undated = #", "emptyWeight": 1454, "emptyArm": 39"#
  private static let weighed = undated + #", "weighedOn": "2026-01-01""#

  package static let all = [
    BalanceState(
      state: "inside", scenario: "{\(skyhawk)\(weighed)\(trip)}", level: "inside", english: "INSIDE all limits",
      korean: "모든 한계 이내"),
    BalanceState(
      state: "inside-with-cautions", scenario: "{\(skyhawk)\(weighed)}", level: "caution",
      english: "INSIDE all limits, with cautions", korean: "한계 이내, 주의 필요"),
    BalanceState(
      state: "inside-unverified-empty", scenario: "{\(skyhawk)\(trip)}", level: "caution",
      english: "INSIDE, unverified empty weight", korean: "한계 이내, 자기중량 확인 안 됨"),
    BalanceState(
      state: "inside-unverified-empty", scenario: #"{\#(skyhawk)\#(trip), "emptyWeight": 1466, "emptyArm": 40.6}"#,
      level: "caution", english: "INSIDE, unverified empty weight", korean: "한계 이내, 자기중량 확인 안 됨"),
    BalanceState(
      state: "inside-unverified-empty", scenario: "{\(skyhawk)\(undated)\(trip)}", level: "caution",
      english: "INSIDE, unverified empty weight", korean: "한계 이내, 자기중량 확인 안 됨"),
    BalanceState(
      state: "inside-known-limits",
      scenario: #"{\#(six)\#(trip), "emptyWeight": 1790, "emptyArm": 86, "weighedOn": "2026-01-01"}"#,
      level: "caution", english: "INSIDE the limits that are known; the envelope is a placeholder",
      korean: "알려진 한계 이내, 한계도는 임시 값"),
    BalanceState(
      state: "inside-known-limits",
      scenario: #"""
        {"aircraftId": "bonanza-a36", "stationLoads": {"front-seats": 340}, "fuelLoads": {"main-fuel": 40}, "tripFuel": 10,
        "emptyWeight": 2400, "emptyArm": 79, "weighedOn": "2026-01-01"}
        """#, level: "caution", english: "INSIDE the limits that are known; a limit is a guess",
      korean: "알려진 한계 이내, 일부 한계는 추정값"),
    BalanceState(
      state: "inside-known-limits-unverified-empty", scenario: "{\(six)\(trip)}", level: "caution",
      english: "INSIDE the limits that are known; the envelope is a placeholder; unverified empty weight",
      korean: "알려진 한계 이내, 한계도는 임시 값, 자기중량 확인 안 됨"),
    BalanceState(
      state: "below-envelope",
      scenario: #"{"aircraftId": "cessna-172m", "stationLoads": {}, "fuelLoads": {}\#(weighed)}"#, level: "danger",
      english: "OUTSIDE the envelope: below its lowest weight, where no limit is published", korean: "한계도를 벗어남"),
    BalanceState(
      state: "outside",
      scenario: #"""
        {"aircraftId": "cessna-172m", "stationLoads": {"front-seats": 340, "rear-seats": 600}, "fuelLoads": {"main-fuel": 25}}
        """#, level: "danger", english: "NOT WITHIN LIMITS", korean: "한계 초과"),
  ]
}
