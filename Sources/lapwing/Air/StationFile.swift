import AirQuality
import ArgumentParser
import Readings
import Status
import System

/// A file of stations, read whole. Errors name the line.
struct StationFile {
  /// In bytes: some months of hourly values of a country.
  private static let longest = 64 << 20

  private(set) var rows: [StationTable.Row] = []
  let sources: [AirSource]

  init(path: String) throws {
    let text = String(decoding: try FileBytes.read(path, mayWait: true, longest: Self.longest), as: UTF8.self)
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).makeIterator(), number = 1
    do throws(StationTable.Fault) {
      var table = try StationTable(header: lines.next().map(String.init) ?? "")
      var seen: [String: Int] = [:]
      while let line = lines.next() {
        number += 1
        guard !line.allSatisfy(\.isWhitespace) else { continue }
        let row = try table.row(String(line))
        if let first = seen.updateValue(number, forKey: "\(row.observation.station)\n\(row.time)") {
          throw .init(message: "station “\(row.observation.station)” is also on line \(first); keep one of them")
        }
        rows.append(row)
      }
      sources = table.sources
    } catch {
      throw LapwingError(.badData, code: "bad-stations", "\(path), line \(number): \(error.message)")
    }
    guard !rows.isEmpty else {
      throw LapwingError(.badData, code: "no-stations", "\(path): there is no station in it; add a line for each")
    }
  }

  /// The rows of each time, those of the first line first.
  var times: [(time: String, rows: [StationTable.Row])] {
    var places: [String: Int] = [:], times: [(time: String, rows: [StationTable.Row])] = []
    for row in rows {
      let place = places[row.time] ?? times.count
      if place == times.count {
        places[row.time] = place
        times.append((row.time, []))
      }
      times[place].rows.append(row)
    }
    return times
  }
}

extension Period: ExpressibleByArgument {}

extension LapwingError {
  static let noPlace = LapwingError(
    .usage, code: "bad-place", "--at is a latitude of -90 to 90 and a longitude of -180 to 180, such as 37.57,126.98")
}
