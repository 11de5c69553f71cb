/// How high a cabin is when a level part of a flight begins, as densities of the pressure altitude relative to a place where
/// all altitudes from 0 to 10,000 ft are equally frequent.
enum FlightPlaces {
  private static let equal = 10_000.0

  /// An airfield. Most lie below 2,000 ft, few high (choice, by the elevations of the large airports of OurAirports; the
  /// weather moves a pressure altitude by up to 1,000 ft). Every fourth flight returns to where it began (choice).
  static func field(_ feet: Double, departure: Double?) -> Double {
    let any = 0.83 * normal(feet, 400, 800) + 0.15 * normal(feet, 3_000, 2_200) + 0.005 / 20_000
    guard let departure else { return any * equal }
    return (0.75 * any + 0.25 * normal(feet, departure, 150)) * equal
  }

  /// A pressurised cabin in cruise: 2,000 ft at flight level 200 to 8,000 ft at 410 (placard of the 737NG,
  /// pprune.org/archive t-656907; at most 8,000 ft by 14 CFR 25.841). The share of low ones is a choice.
  static func pressurisedCruise(_ feet: Double) -> Double {
    (0.8 * normal(feet, 6_000, 1_600) + 0.2 * normal(feet, 3_000, 2_000)) * equal
  }

  /// An aircraft without a pressurised cabin flies level at all altitudes, but hardly ever at that of the field (choice).
  static func openCruise(_ feet: Double, departure: Double?) -> Double {
    guard let departure, abs(feet - departure) < 250 else { return 1 }
    return 0.15
  }
}
