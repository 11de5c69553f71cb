/// A source of outdoor air.
package enum AirSourceID: String, Codable, CaseIterable, Sendable, Hashable {
  /// A particle sensor of the box itself, outdoors.
  case own
  /// A file on the box.
  case file
  case openAQ = "openaq"
  case sensorCommunity = "sensor-community"
  case airNow = "airnow"
  case airKorea = "airkorea"
  case waqi
  case openMeteo = "open-meteo"
}

/// Under which terms a source gives its values, as its own pages say. docs/outdoor-air.md has their dates.
package struct AirTerms: Sendable, Equatable {
  /// What a request shows of the place of the box.
  package enum Sent: Sendable, Equatable {
    /// Nothing leaves the box.
    case nothing
    /// That the box asks; the answer is the same for everybody.
    case request
    /// The place, to 0.01°.
    case place
  }

  /// As it calls itself.
  package let name: String
  package let licence: String
  /// Where the terms stand; `nil` for what is one's own.
  package let page: String?
  package let sends: Sent
  package let needsKey: Bool
  /// The shortest time between two requests, s.
  package let pause: Int64
  /// How long a value may be kept, s.
  package let kept: Int64
  /// In z: the doubt of one of its values.
  package let ownError: Double

  /// Whether values of days before may be kept.
  package var mayBeArchived: Bool { kept >= AirSourceID.month }
}

extension AirSourceID {
  private static let tenMinutes: Int64 = 600
  /// A month and a day: older values say nothing of today.
  package static let month: Int64 = 32 * 86_400

  package var terms: AirTerms {
    switch self {
    case .own:
      AirTerms(
        name: "Own sensor", licence: "own", page: nil, sends: .nothing, needsKey: false, pause: Self.tenMinutes,
        kept: Self.month, ownError: 0.1)
    case .file:
      AirTerms(
        name: "File", licence: "as the file says", page: nil, sends: .nothing, needsKey: false,
        pause: Self.tenMinutes, kept: Self.month, ownError: 0)
    case .openAQ:
      AirTerms(
        name: "OpenAQ", licence: "as the provider says", page: "https://docs.openaq.org/about/terms", sends: .place,
        needsKey: true, pause: Self.tenMinutes, kept: Self.month, ownError: 0)
    case .sensorCommunity:
      // Optical sensors without a heater read too much in fog: their values have a doubt of their own.
      AirTerms(
        name: "Sensor.Community", licence: "ODbL 1.0, DbCL 1.0", page: "https://sensor.community", sends: .place,
        needsKey: false, pause: Self.tenMinutes, kept: Self.month, ownError: 0.3)
    case .airNow:
      AirTerms(
        name: "AirNow", licence: "preliminary data; credit to the agency",
        page: "https://docs.airnowapi.org/docs/DataUseGuidelines.pdf",
        sends: .request, needsKey: false, pause: Self.tenMinutes, kept: Self.month, ownError: 0)
    case .airKorea:
      AirTerms(
        name: "AirKorea", licence: "KOGL type 3", page: "https://www.airkorea.or.kr", sends: .request, needsKey: true,
        pause: Self.tenMinutes, kept: Self.month, ownError: 0)
    case .waqi:
      // Its terms forbid cached or archived data to be passed on; so its values go as soon as they are old.
      AirTerms(
        name: "World Air Quality Index Project", licence: "not to be passed on or archived",
        page: "https://aqicn.org/api/tos/", sends: .place, needsKey: true, pause: Self.tenMinutes, kept: 3 * 3600,
        ownError: 0)
    case .openMeteo:
      AirTerms(
        name: "Open-Meteo (CAMS)", licence: "CC BY 4.0, not commercial", page: "https://open-meteo.com/en/terms",
        sends: .place, needsKey: false, pause: 3600, kept: 7 * 86_400, ownError: 0)
    }
  }
}
