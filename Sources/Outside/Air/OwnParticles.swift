import AirQuality
import Control
import Foundation
import Readings
import Status
import System

/// A particle sensor of the box that is outdoors, as the box receives it: the nearest station of all.
struct OwnParticles: AirReader {
  let socket: String
  /// The address of the sensor.
  let sensor: String

  /// In s: the box keeps a value no longer.
  private static let oldest = 900.0
  /// In s: humidity of the weather changes slowly.
  private static let oldestHumidity: Int64 = 3 * 3600

  func ask(_ record: AirRecord, around place: Place, at now: Int64) async throws -> AirAnswer {
    let socket = socket
    let status = try await Thread.run(named: "air box") { () throws(LapwingError) in
      var client = try ControlClient(path: socket)
      return try client.status()
    }
    guard let report = status.sensors.first(where: { $0.identity.address == sensor }), let reading = report.reading,
      let raw = reading.measurements[.pm25MicrogramsPerCubicMetre], report.ageSeconds <= Self.oldest
    else {
      throw LapwingError(
        .unavailable, code: "no-own-particles",
        "the box receives no PM2.5 of \(sensor) now; look at lapwing status, and name a sensor that measures it")
    }
    let weather = record.sky.flatMap { now - $0.at <= Self.oldestHumidity ? $0.humidity : nil }
    let value = HumidityCorrection.corrected(raw, humidity: reading.measurements[.relativeHumidityPercent] ?? weather)
    var claim = AirClaim()
    (claim.id, claim.name) = ("own/\(sensor)", report.identity.name ?? reading.source.model)
    (claim.latitude, claim.longitude) = (place.latitude, place.longitude)
    (claim.pm25, claim.error, claim.at) = (value.pm25, value.error, now - Int64(report.ageSeconds))
    var claims = AirClaims(.own, around: place, at: now)
    claims.receive(claim)
    return .stations(claims)
  }
}
