import Glibc

/// A place on the earth, in degrees.
package struct Place: Hashable, Sendable {
  package static let earthRadius = 6371.0088

  package let latitude: Double
  package let longitude: Double

  /// A place that does not exist is refused.
  package init?(latitude: Double, longitude: Double) {
    guard abs(latitude) <= 90, abs(longitude) <= 360 else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The great circle, in km.
  package func distance(to other: Place) -> Double { Self.distance(haversine: haversine(to: other)) }

  static func distance(haversine: Double) -> Double { 2 * earthRadius * asin(min(1, haversine.squareRoot())) }

  func haversine(to other: Place) -> Double {
    let degree = Double.pi / 180
    let across = sin((latitude - other.latitude) * degree / 2), along = sin((longitude - other.longitude) * degree / 2)
    return across * across + cos(latitude * degree) * cos(other.latitude * degree) * along * along
  }
}
