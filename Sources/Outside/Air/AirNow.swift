import AirQuality
import System
import Web

/// The hourly files of AirNow: every station of North America, in one table for everybody.
struct AirNow: AirReader {
  let service: AirService

  private struct Table: Sendable {
    var columns: [String: Int] = [:]
    var claims: AirClaims

    init(_ claims: AirClaims) { self.claims = claims }

    mutating func receive(_ line: String) throws(AirBodyFault) {
      guard !line.isEmpty else { return }
      let fields = StationTable.fields(line)
      if columns.isEmpty {
        columns = Dictionary(zip(fields, fields.indices), uniquingKeysWith: { first, _ in first })
        for name in ["AQSID", "Latitude", "Longitude", "PM25", "PM25_Unit", "ValidDate", "ValidTime"]
        where columns[name] == nil {
          columns = [:]
          throw AirBodyFault("its file has no column \(name), and begins with “\(line.prefix(40))”; check its address")
        }
        return
      }
      func field(_ name: String) -> String? {
        columns[name].flatMap { $0 < fields.count && !fields[$0].isEmpty ? fields[$0] : nil }
      }
      // Most stations measure something else.
      guard let value = field("PM25") else { return }
      var claim = AirClaim()
      claim.id = field("AQSID").map { "airnow/\($0)" }
      claim.name = field("SiteName")
      (claim.latitude, claim.longitude) = (
        field("Latitude").flatMap(Double.init), field("Longitude").flatMap(Double.init)
      )
      (claim.pm25, claim.unit) = (Double(value), field("PM25_Unit"))
      claim.at = field("ValidDate").flatMap { date in field("ValidTime").flatMap { AirNow.time(date, $0) } }
      claim.credit = field("DataSource")
      claims.receive(claim)
    }
  }

  /// `09/27/2026` and `15:00` in UTC: the beginning of the hour.
  static func time(_ date: String, _ time: String) -> Int64? {
    let parts = date.split(separator: "/")
    guard parts.count == 3 else { return nil }
    return AirTime.utc("\(parts[2])-\(parts[0])-\(parts[1]) \(time)").map { $0 + 3600 }
  }

  /// The file of an hour comes some minutes after its end, and sometimes an hour later: then the one before it counts.
  func ask(_ record: AirRecord, around place: Place, at now: Int64) async throws -> AirAnswer {
    do {
      return try await read(hour: now / 3600 - 1, around: place, at: now)
    } catch let fault as DeliveryFault where !fault.isTemporary {
      return try await read(hour: now / 3600 - 2, around: place, at: now)
    }
  }

  private func read(hour: Int64, around place: Place, at now: Int64) async throws -> AirAnswer {
    let text = UTCTime.text(unixSeconds: hour * 3600)
    let day = text.prefix(10).replacing("-", with: ""), clock = text.dropFirst(11).prefix(2)
    let read = try await service.fetch.read(
      service.address("/airnow/\(text.prefix(4))/\(day)/HourlyAQObs_\(day)\(clock).dat"),
      by: LinesBody(Table(AirClaims(.airNow, around: place, at: now))) { table, line throws(AirBodyFault) in
        try table.receive(line)
      })
    return .stations(read.result.claims)
  }
}
