extension AirIndex {
  private static func row(_ low: Double, _ high: Double, _ lowIndex: Double, _ highIndex: Double, _ name: String) -> Row
  {
    Row(concentrations: low...high, index: lowIndex...highIndex, airClass: name)
  }

  package static let all = [us, us2012, korea, europe, uk, india]
  /// Those that are in force.
  package static let inForce = [us, korea, europe, uk, india]

  package static let us = AirIndex(
    name: "us", source: "US EPA, 40 CFR 58 Appendix G", date: "2024-05-06", grid: .tenthsCut,
    rows: [
      row(0, 9, 0, 50, "good"), row(9.1, 35.4, 51, 100, "moderate"), row(35.5, 55.4, 101, 150, "sensitive"),
      row(55.5, 125.4, 151, 200, "unhealthy"), row(125.5, 225.4, 201, 300, "very-unhealthy"),
      row(225.5, 325.4, 301, 500, "hazardous"),
    ], above: .lineGoesOn, edges: [9.1, 35.5, 55.5, 125.5, 225.5])

  /// In force until 5 May 2024: only to invert old values.
  package static let us2012 = AirIndex(
    name: "us2012", source: "US EPA, 40 CFR 58 Appendix G", date: "2012-12-14", grid: .tenthsCut,
    rows: [
      row(0, 12, 0, 50, "good"), row(12.1, 35.4, 51, 100, "moderate"), row(35.5, 55.4, 101, 150, "sensitive"),
      row(55.5, 150.4, 151, 200, "unhealthy"), row(150.5, 250.4, 201, 300, "very-unhealthy"),
      row(250.5, 350.4, 301, 400, "hazardous"), row(350.5, 500.4, 401, 500, "hazardous"),
    ], above: .lineGoesOn, edges: [12.1, 35.5, 55.5, 150.5, 250.5])

  /// PM2.5 alone: the full index also needs PM10, NO2 and O3.
  package static let korea = AirIndex(
    name: "korea", source: "AirKorea, comprehensive air-quality index (CAI)", date: "2018-03-27", grid: .onesRounded,
    rows: [
      row(0, 15, 0, 50, "good"), row(16, 35, 51, 100, "moderate"), row(36, 75, 101, 250, "unhealthy"),
      row(76, 500, 251, 500, "very-unhealthy"),
    ], above: .stays(500, "very-unhealthy"), edges: [15.5, 35.5, 75.5])

  package static let europe = AirIndex(
    name: "europe", source: "EEA, European air quality index, ETC HE Report 2024/17", date: "2024", grid: .none,
    rows: [
      band(0, 5, 1, "good"), band(5, 15, 2, "fair"), band(15, 50, 3, "moderate"), band(50, 90, 4, "poor"),
      band(90, 140, 5, "very-poor"),
    ], above: .stays(6, "extremely-poor"), edges: [5, 15, 50, 90, 140])

  package static let uk = AirIndex(
    name: "uk", source: "Defra, Daily Air Quality Index", date: "2013-04", grid: .onesRounded,
    rows: [
      band(0, 11, 1, "low"), band(12, 23, 2, "low"), band(24, 35, 3, "low"), band(36, 41, 4, "moderate"),
      band(42, 47, 5, "moderate"), band(48, 53, 6, "moderate"), band(54, 58, 7, "high"), band(59, 64, 8, "high"),
      band(65, 70, 9, "high"),
    ], above: .stays(10, "very-high"), edges: [35.5, 53.5, 70.5])

  package static let india = AirIndex(
    name: "india", source: "CPCB, National Air Quality Index", date: "2014-10", grid: .onesRounded,
    rows: [
      row(0, 30, 0, 50, "good"), row(31, 60, 51, 100, "satisfactory"), row(61, 90, 101, 200, "moderate"),
      row(91, 120, 201, 300, "poor"), row(121, 250, 301, 400, "very-poor"), row(251, 380, 401, 500, "severe"),
    ], above: .stays(500, "severe"), edges: [30.5, 60.5, 90.5, 120.5, 250.5])

  private static func band(_ low: Double, _ high: Double, _ index: Double, _ name: String) -> Row {
    row(low, high, index, index, name)
  }
}
