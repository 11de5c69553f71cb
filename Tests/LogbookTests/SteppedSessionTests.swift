import Foundation
@testable import Logbook
import Readings
import Sessions
import TestSupport
import Testing

@Suite struct `A session in which somebody sets the clock back` {
  private let folder: TemporaryFolder
  private let air = DeviceAddress(value: 0xC2DB_C0DC_E455)
  private let hour: Int64 = 3_600_000
  private let start: Int64 = 1_699_999_200_000

  private var path: String { folder.file("lapwing.db") }

  init() throws {
    folder = try TemporaryFolder()
    let logbook = try Logbook(path: folder.file("lapwing.db"))
    try logbook.append([.runStarted(at: start), .sessionStarted(at: start, profile: "cabin")])
    try logbook.append([.reading(.aranet4(co2: 500), of: "Aranet4", from: air, at: start + 60_000)])
    try logbook.append([.clockStepped(by: -5 * hour)])
    try logbook.append([
      .reading(.aranet4(co2: 600), of: "Aranet4", from: air, at: start - 5 * hour + 120_000),
      .sessionEnded(SessionSummary(), at: start - 5 * hour + 180_000),
    ])
    logbook.close()
  }

  @Test func `has ended`() throws {
    let session = try #require(try LogbookReader(path: path).session(1))
    #expect(session.endedAt == start)
  }

  @Test func `can be read from its first to its last reading`() throws {
    let span = try #require(try LogbookReader(path: path).span(session: 1))
    #expect(span == start - 5 * hour + 120_000...start + 60_000)
  }
}
