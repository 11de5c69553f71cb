import AirQuality

/// A place as the configuration writes it: `37.57,126.98`.
package enum PlaceText {
  package static func read(_ text: String) -> Place? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, text.allSatisfy({ "0123456789.-,".contains($0) }), let latitude = Double(parts[0]),
      let longitude = Double(parts[1]), abs(longitude) <= 180, latitude != 0 || longitude != 0
    else { return nil }
    return Place(latitude: latitude, longitude: longitude)
  }
}
