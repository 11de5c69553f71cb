import Alarms
import GRDB
import Logbook
import Readings
import SensorProtocols
import Sessions
import TestSupport
import Testing

@Suite struct `A session after a restart` {
  private let folder: TemporaryFolder
  private let noon: Int64 = 1_800_000_000_000
  private let hour: Int64 = 3_600_000
  private var path: String { folder.file("lapwing.db") }

  init() throws { folder = try TemporaryFolder() }

  private func reading(at: Int64, co2: Double = 600) -> LogEntry {
    .reading(.aranet4(co2: co2), of: "Aranet4", from: .sampleAranet4, at: at)
  }

  /// A run of two readings, half an hour apart, that ends in some way.
  private func run(
    at start: Int64, isClockSet: Bool = true, bootedAt: Int64? = nil, profile: String = "cabin", end: LogEntry? = nil,
    then more: [LogEntry] = []
  ) throws {
    let logbook = try Logbook(path: path)
    try logbook.append(
      [
        .runStarted(at: start, isClockSet: isClockSet, mark: "\(start)", bootedAt: bootedAt),
        .sessionStarted(at: start, profile: profile),
        reading(at: start + 1000), reading(at: start + hour / 2),
      ] + [end].compactMap(\.self) + more)
    logbook.close()
  }

  private func ended(mayGoOn: Bool, at: Int64) -> LogEntry {
    var summary = SessionSummary()
    summary.mayGoOn = mayGoOn
    return .sessionEnded(summary, at: at)
  }

  private func sessions() throws -> [SessionRecord] { try LogbookReader(path: path).sessions() }

  private func readings(of session: Int64) throws -> Int {
    try LogbookReader(path: path).record(from: 0, until: noon * 2, session: session).reduce(0) {
      $0 + $1.readings.count
    }
  }

  @Test func `is the same one within six hours, with the gap`() throws {
    try run(at: noon)
    try run(at: noon + 6 * hour)
    let session = try #require(try sessions().first)
    #expect(try sessions().count == 1)
    #expect(session.startedAt == noon)
    #expect(session.endedAt == nil)
    #expect(try readings(of: session.id) == 4)
    let gaps = try LogbookReader(path: path).parts(ofSession: session.id).gaps
    #expect(gaps == [SessionParts.Gap(from: noon + hour / 2, to: noon + 6 * hour, reason: "restart")])
  }

  @Test func `is another one after more than six hours, and the first is closed at its last record`() throws {
    try run(at: noon)
    try run(at: noon + 7 * hour)
    let all = try sessions()
    #expect(all.map(\.startedAt) == [noon + 7 * hour, noon])
    #expect(all.last?.endedAt == noon + hour / 2)
    #expect(all.last?.wasInterrupted == true)
  }

  @Test func `leaves no hole in the numbers`() throws {
    for number in 0..<3 { try run(at: noon + Int64(number) * hour) }
    try run(at: noon + 10 * hour)
    #expect(try sessions().map(\.id) == [2, 1])
  }

  @Test func `goes on again and again, with a gap for each restart`() throws {
    for number in 0..<4 { try run(at: noon + Int64(number) * 2 * hour) }
    let session = try #require(try sessions().first)
    #expect(try sessions().count == 1)
    #expect(try readings(of: session.id) == 8)
    #expect(try LogbookReader(path: path).parts(ofSession: session.id).gaps.count == 3)
  }

  @Test func `goes on after a stop of the box, and not if a person has ended it`() throws {
    try run(at: noon, end: ended(mayGoOn: true, at: noon + hour))
    try run(at: noon + 2 * hour, end: ended(mayGoOn: false, at: noon + 3 * hour))
    #expect(try sessions().count == 1)
    #expect(try sessions().first?.readings == 4, "the kept figures are those of both runs")
    try run(at: noon + 4 * hour)
    #expect(try sessions().map(\.startedAt) == [noon + 4 * hour, noon])
  }

  @Test func `does not go on as one that a person has started`() throws {
    try run(at: noon)
    try run(
      at: noon + 2 * hour, end: ended(mayGoOn: false, at: noon + 3 * hour),
      then: [.sessionStarted(at: noon + 3 * hour, profile: "cabin")])
    #expect(try sessions().map(\.startedAt) == [noon + 3 * hour, noon])
  }

  @Test func `does not go on with another profile`() throws {
    try run(at: noon)
    try run(at: noon + hour, profile: "bedside")
    #expect(try sessions().count == 2)
  }

  @Test func `is joined when the date becomes known, with rows and blocks`() throws {
    try run(at: noon)
    let logbook = try Logbook(path: path)
    // The clock goes on from the last shutdown.
    let start = noon + hour / 2 + 1000
    try logbook.append([
      .runStarted(at: start, isClockSet: false, mark: "two"), .sessionStarted(at: start, profile: "cabin"),
      reading(at: start + 1000), .sessionDetails(SessionDetails(flight: "KE17")),
    ])
    #expect(try sessions().count == 2, "until then it is not known how long the box was off")
    // Its hour is over and sealed before the date comes.
    while let hour = try logbook.unsealedHour(now: start + 5 * hour) { try logbook.seal(hour) }
    try logbook.append([reading(at: start + 2000), .clockSet(by: 3 * hour), reading(at: start + 3 * hour + 3000)])
    let session = try #require(try sessions().first)
    #expect(try sessions().count == 1)
    #expect(session.details.flight == "KE17")
    #expect(try readings(of: session.id) == 5)
    let gaps = try LogbookReader(path: path).parts(ofSession: session.id).gaps
    #expect(gaps.map(\.to) == [start + 3 * hour])
  }

  @Test func `is no other's when the date becomes known, and days have passed`() throws {
    try run(at: noon)
    let start = noon + hour / 2 + 1000
    try run(at: start, isClockSet: false, then: [.clockSet(by: 50 * hour)])
    #expect(try sessions().map(\.startedAt) == [start + 50 * hour, noon])
    #expect(try sessions().last?.endedAt == noon + hour / 2)
  }

  @Test func `is parted again if a clock was wrong`() throws {
    try run(at: noon)
    let start = noon + hour
    try run(at: start, then: [.clockSet(by: 60_000), .clockSet(by: 50 * hour), reading(at: start + 60 * hour)])
    let all = try sessions()
    #expect(all.map(\.startedAt) == [start + 50 * hour + 60_000, noon])
    #expect(try all.map { try readings(of: $0.id) } == [3, 2])
    #expect(all.last?.endedAt == noon + hour / 2)
    #expect(try LogbookReader(path: path).parts(ofSession: all[1].id).gaps.isEmpty)
  }

  @Test func `of a run without a date is not continued, and one before it is`() throws {
    try run(at: noon)
    try run(at: noon + hour, isClockSet: false)
    try run(at: noon + 3 * hour)
    let all = try sessions()
    #expect(all.count == 2)
    let continued = try #require(all.first { $0.startedAt == noon })
    #expect(try readings(of: continued.id) == 4)
  }

  @Test func `goes on without a date if only the program was started again, and is parted when the date comes`() throws
  {
    try run(at: noon, isClockSet: false, bootedAt: noon - 30_000)
    try run(at: noon + hour, isClockSet: false, bootedAt: noon - 29_500)
    #expect(try sessions().count == 1)
    #expect(try readings(of: 1) == 4)
    try run(
      at: noon + 2 * hour, isClockSet: false, bootedAt: noon - 29_000,
      then: [.clockSet(by: 50 * hour)])
    #expect(try sessions().map(\.startedAt) == [noon + 52 * hour, noon])
  }

  @Test func `does not go on without a date after the machine was booted`() throws {
    try run(at: noon, isClockSet: false, bootedAt: noon - 30_000)
    try run(at: noon + hour, isClockSet: false, bootedAt: noon + hour - 30_000)
    #expect(try sessions().count == 2)
  }

  @Test func `is found again by a logbook that is opened again in the same run`() throws {
    try run(at: noon)
    try run(at: noon + 2 * hour)
    let logbook = try Logbook(path: path)
    let missing = try logbook.missing(
      of: [.sessionStarted(at: noon + 2 * hour, profile: "cabin")], inRun: "\(noon + 2 * hour)")
    #expect(missing.isEmpty)
    try logbook.append([reading(at: noon + 3 * hour)])
    #expect(try sessions().count == 1)
    #expect(try readings(of: 1) == 5)
  }

  @Test func `counts all of its time in its figures`() throws {
    try run(at: noon)
    try run(at: noon + hour)
    let reader = try LogbookReader(path: path)
    let figures = try reader.figures(from: noon, length: 3 * hour, count: 1, session: 1, limits: [:])
    #expect(figures.first?.readings == 4)
  }
}
