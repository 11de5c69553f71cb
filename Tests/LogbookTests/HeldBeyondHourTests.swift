import Foundation
@testable import Logbook
import Readings
import SensorProtocols
import Sessions
import TestSupport
import Testing

/// CO2 holds for a quarter of an hour. Its last value may do so in an hour whose own readings go away.
@Suite struct `A value that holds beyond its hour` {
  private let folder: TemporaryFolder
  private let logbook: Logbook
  private let air = DeviceAddress(value: 0xC2DB_C0DC_E455)
  private let minute: Int64 = 60_000, hour: Int64 = 3_600_000
  private let start: Int64 = 1_699_999_200_000

  init() throws {
    folder = try TemporaryFolder()
    logbook = try Logbook(path: folder.file("lapwing.db"))
    try logbook.append([.runStarted(at: start)])
  }

  private func note(_ minutes: some Sequence<Int>) throws {
    try logbook.append(
      minutes.map { .reading(.aranet4(co2: 800), of: "Aranet4", from: air, at: start + Int64($0) * minute) })
  }

  private func seal(at minutes: Int) throws {
    while let hour = try logbook.unsealedHour(now: start + Int64(minutes) * minute) { try logbook.seal(hour) }
    while let rolled = try logbook.unrolledHour(limits: [:]) { try logbook.rollUp(rolled) }
  }

  /// How many minutes of an hour have data, and how many values.
  private func figures(of number: Int) throws -> (minutes: Int64, values: UInt64) {
    let from = start + Int64(number) * hour
    let trend = try LogbookReader(path: folder.file("lapwing.db")).trend(
      of: .co2PartsPerMillion, edges: [from, from + hour], limits: [:])
    let figure = trend.first?.figures.first ?? HeldValues()
    return (figure.covered / minute, figure.count)
  }

  @Test func `does so after the rows that followed it have got another date`() throws {
    try note([50, 55])
    try logbook.append([.runEnded(at: start + 56 * minute, isFinished: false)])
    try logbook.append([.runStarted(at: start + 64 * minute, isClockSet: false)])
    try note(stride(from: 65, to: 160, by: 5))
    #expect(try figures(of: 1).minutes == 60)
    try seal(at: 160)
    try logbook.append([.clockSet(by: 240 * hour)])
    try seal(at: 200)
    #expect(try figures(of: 1).minutes == 10 && figures(of: 1).values == 0)
    try seal(at: 300 * 60)
    #expect(try figures(of: 1).minutes == 10)
    #expect(try figures(of: 241).minutes == 55)
  }

  @Test func `does so after the session that followed it was deleted`() throws {
    try note([50, 55])
    try logbook.append([.sessionStarted(at: start + 60 * minute, profile: "cabin")])
    try note(stride(from: 62, to: 160, by: 5))
    #expect(try figures(of: 1).minutes == 60)
    try seal(at: 160)
    let session = try #require(try LogbookReader(path: folder.file("lapwing.db")).sessions().first?.id)
    try Logbook.delete(session: session, of: folder.file("lapwing.db"))
    try seal(at: 170)
    #expect(try figures(of: 1).minutes == 10 && figures(of: 1).values == 0)
  }

  @Test func `leaves the figures of hours as they are whose readings were deleted to make room`() throws {
    try note(stride(from: 60, to: 300, by: 5))
    try seal(at: 600)
    let before = try figures(of: 1)
    #expect(before.values == 12)
    while try logbook.thin(olderThan: start + 100 * hour, largest: .max, isDiskFull: false) {}
    var measurements = Measurements()
    measurements[.co2PartsPerMillion] = 800
    let reading = BlockReading(at: start + 55 * minute, measurements: measurements)
    try logbook.add(
      [SealedBlock(address: air, model: "Aranet4", isHistory: true, readings: [reading], beats: [])], session: nil)
    try seal(at: 700)
    #expect(try figures(of: 0).values == 1)
    #expect(try figures(of: 1) == before)
  }
}
