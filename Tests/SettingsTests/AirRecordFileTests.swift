import AirQuality
import Foundation
import Readings
import Settings
import TestSupport
import Testing

@Suite struct `The file of the air outdoors` {
  private static let now: Int64 = 1_800_000_000
  private let folder: TemporaryFolder
  private let place = Place(latitude: 52.52, longitude: 13.39)
  private var file: AirRecordFile { AirRecordFile(path: folder.file("air.json")) }

  init() throws { folder = try TemporaryFolder() }

  private func record() throws -> AirRecord {
    var record = AirRecord(place: try #require(place))
    record.results = [0, 600].map { AirRecord.Past(at: Self.now + $0, pm25: 12, lower: 5, upper: 20, age: 0) }
    return record
  }

  @Test func `is overwritten where something is deleted`() throws {
    try file.write(try record())
    let old = try FileHandle(forReadingFrom: URL(filePath: file.path))
    #expect(try file.forget(before: Self.now + 300, of: place))
    #expect(try old.readToEnd()?.allSatisfy { $0 == 0 } == true)
    #expect(try file.read()?.results.map(\.at) == [Self.now + 600])
  }

  @Test func `is deleted as a whole if it is damaged, and keeps what was deleted`() throws {
    _ = try folder.write("{", to: "air.json")
    #expect(try file.forget(before: Self.now + 300, of: place))
    #expect(try file.read()?.forgotten == Self.now + 300)
    #expect(try file.keep(try record()).results.map(\.at) == [Self.now + 600])
    _ = try folder.write("{", to: "air.json")
    #expect(try file.forget(before: Self.now + 300, of: nil))
    #expect(try file.read() == nil)
  }
}
