import AirQuality

/// The keys of the air outdoors (`lapwing outside`, which asks for it, and all that shows it).
extension Keys {
  package static let airPlace = SettingKey<String?>(
    "outside.air.place", .place, nil, .atNextStart,
    "The place for which the fine particles outdoors are estimated; it is rounded to 0.01° before it leaves the box.")
  package static let airIndex = SettingKey(
    "outside.air.index", .choice(AirIndex.inForce.map(\.name)), "us", .atNextStart,
    "The index whose classes are shown for the air outdoors.")
  package static let airSources = SettingKey(
    "outside.air.sources", .airSources, [AirSourceSetting](), .atNextStart,
    "The sources of the air outdoors, each with the date of your consent.")
  package static let airRecord = SettingKey(
    "outside.air.record", .path, "/var/lib/lapwing/air/air.json", .atNextStart,
    "The file with the latest values of these sources, and the estimates of 7 days.")

  static let air: [ConfigurationKey] = [airPlace.plain, airIndex.plain, airSources.plain, airRecord.plain]
}

/// What is configured for the air outdoors.
package struct AirSettings: Sendable {
  package let place: Place
  package let index: AirIndex
  package let sources: [AirSourceSetting]
  package let record: String

  package init(place: Place, index: AirIndex, sources: [AirSourceSetting], record: String) {
    (self.place, self.index, self.sources, self.record) = (place, index, sources, record)
  }
}

extension Configuration {
  /// `nil` unless a place and a source are configured.
  package var air: AirSettings? {
    guard let place = self[Keys.airPlace].flatMap(PlaceText.read), !self[Keys.airSources].isEmpty,
      let index = AirIndex.inForce.first(where: { $0.name == self[Keys.airIndex] })
    else { return nil }
    return AirSettings(place: place, index: index, sources: self[Keys.airSources], record: self[Keys.airRecord])
  }
}
