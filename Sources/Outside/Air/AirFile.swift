import AirQuality
import Foundation
import Glibc
import Readings
import System

/// A file on the box, which something else writes: CSV as docs/outdoor-air.md says, or a list of objects in JSON with the same names.
struct AirFile: AirReader {
  let path: String

  /// In bytes.
  private static let longest = 4 << 20
  private static let longestLine = 4096

  private struct Entry: Decodable, Sendable {
    let station: String
    let latitude: LooseNumber
    let longitude: LooseNumber
    let pm25: LooseNumber
    let time: String?
    let unit: String?
    let error: LooseNumber?
    let source: String?
    let licence: String?
  }

  func ask(_ record: AirRecord, around place: Place, at now: Int64) async throws -> AirAnswer {
    .stations(try await Thread.run(named: "air file") { () throws(LapwingError) in try read(around: place, at: now) })
  }

  private func read(around place: Place, at now: Int64) throws(LapwingError) -> AirClaims {
    let bytes = try FileBytes.read(path, mayWait: false, longest: Self.longest)
    var status = stat()
    let written = stat(path, &status) == 0 ? Int64(status.st_mtim.tv_sec) : now
    let claims = AirClaims(.file, around: place, at: now, oldest: AirSourceID.month)
    let first = bytes.first { $0 > 0x20 && $0 < 0x80 }
    let isJSON = first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
    return try isJSON ? json(bytes, claims, written) : table(bytes, claims, written)
  }

  private func json(_ bytes: [UInt8], _ claims: AirClaims, _ written: Int64) throws(LapwingError) -> AirClaims {
    var body = ListBody(claims, mostElements: AirClaims.mostStations) { (claims: inout AirClaims, entry: Entry) in
      var claim = AirClaim()
      (claim.id, claim.name) = ("file/\(entry.station)", entry.station)
      (claim.latitude, claim.longitude) = (entry.latitude.value, entry.longitude.value)
      (claim.pm25, claim.unit) = (entry.pm25.value, entry.unit)
      claim.at = entry.time.map(AirTime.utc) ?? written
      (claim.error, claim.credit, claim.licence) = (entry.error?.value, entry.source, entry.licence)
      claims.receive(claim)
    }
    do throws(AirBodyFault) {
      // In parts, as an answer comes.
      for start in stride(from: 0, to: bytes.count, by: 64 << 10) {
        try body.receive(Array(bytes[start..<min(start + 64 << 10, bytes.count)]))
      }
      try body.end()
    } catch {
      throw LapwingError(
        .badData, code: "bad-stations",
        "\(path): \(error.sentence.replacing("its answer", with: "it")); write a list of objects with station, latitude, longitude and pm25"
      )
    }
    return body.result
  }

  private func table(_ bytes: [UInt8], _ claims: AirClaims, _ written: Int64) throws(LapwingError) -> AirClaims {
    var claims = claims, number = 0
    do throws(StationTable.Fault) {
      var table: StationTable?
      var rest = bytes[...]
      while !rest.isEmpty {
        let line = rest.prefix { $0 != UInt8(ascii: "\n") }
        rest = rest.dropFirst(line.count + 1)
        number += 1
        guard line.count <= Self.longestLine else {
          throw StationTable.Fault(
            message: "the line is longer than \(Self.longestLine) bytes; write a line for each station")
        }
        let text = String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
        guard !text.allSatisfy(\.isWhitespace) else { continue }
        guard table != nil else {
          table = try StationTable(header: text)
          continue
        }
        guard let row = try table?.row(text) else { continue }
        let observation = row.observation, source = table?.sources[observation.source]
        var claim = AirClaim()
        (claim.id, claim.name) = ("file/\(observation.station)", observation.station)
        (claim.latitude, claim.longitude) = (observation.place.latitude, observation.place.longitude)
        (claim.pm25, claim.error) = (observation.concentration, observation.ownError)
        claim.at = (row.time.isEmpty ? written : AirTime.utc(row.time)).map { $0 - Int64(observation.age * 3600) }
        (claim.credit, claim.licence) = (source?.name, source?.licence)
        claims.receive(claim)
      }
      if table == nil { table = try StationTable(header: "") }
    } catch {
      throw LapwingError(.badData, code: "bad-stations", "\(path), line \(number): \(error.message)")
    }
    return claims
  }
}
