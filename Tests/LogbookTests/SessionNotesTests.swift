import GRDB
import Logbook
import Readings
import Sessions
import TestSupport
import Testing

@Suite struct `What people note about a session` {
  private let folder: TemporaryFolder
  private let noon: Int64 = 1_800_000_000_000
  private let hour: Int64 = 3_600_000
  private var path: String { folder.file("lapwing.db") }

  init() throws { folder = try TemporaryFolder() }

  private func open(at start: Int64) throws -> Logbook {
    let logbook = try Logbook(path: path)
    try logbook.append([.runStarted(at: start, mark: "\(start)"), .sessionStarted(at: start, profile: "cabin")])
    return logbook
  }

  private func drink(_ id: String, _ amount: Int64, at: Int64) -> LogEntry {
    .drink(id: id, millilitres: amount, at: at)
  }

  private var session: SessionRecord? { get throws { try LogbookReader(path: path).sessions().first } }

  private func drinks(of session: Int64) throws -> [SessionParts.Drink] {
    try LogbookReader(path: path).parts(ofSession: session).drinks
  }

  @Test func `is kept with its identity, and taken back from the end`() throws {
    let logbook = try open(at: noon)
    try logbook.append([drink("a", 200, at: noon + 1000), drink("b", 150, at: noon + 2000), .caffeine(at: noon + 3000)])
    #expect(try drinks(of: 1).map(\.id) == ["a", "b"])
    #expect(try session?.caffeineAt == noon + 3000)
    try logbook.append([.drinkTakenBack, .caffeine(at: nil)])
    #expect(try drinks(of: 1).map(\.millilitres) == [200])
    #expect(try session?.caffeineAt == nil)
  }

  @Test func `says what was missing at the start, and what was confirmed later`() throws {
    let logbook = try open(at: noon)
    #expect(try session?.checklistMissing == nil, "no one was asked")
    try logbook.append([.checklist(missing: "sensor, placement")])
    #expect(try session?.checklistMissing == "sensor, placement")
    #expect(try session?.isPlacementConfirmed == false)
    try logbook.append([.placementConfirmed])
    #expect(try session?.isPlacementConfirmed == true)
    try logbook.append([.checklist(missing: "")])
    #expect(try session?.isPlacementConfirmed == true, "it stays")
  }

  @Test func `goes on after a restart, and the next run learns of the part before it only`() throws {
    let first = try open(at: noon)
    #expect(try first.earlierPart() == nil)
    try first.append([
      .sessionDetails(SessionDetails(flight: "KE17")), drink("a", 200, at: noon + 1000), .caffeine(at: noon + 2000),
      .placementConfirmed,
    ])
    first.close()
    let second = try open(at: noon + hour)
    try second.append([drink("b", 300, at: noon + hour + 1000)])
    let part = try #require(try second.earlierPart())
    #expect(part.record.startedAt == noon && part.record.details.flight == "KE17")
    #expect(part.record.caffeineAt == noon + 2000 && part.record.isPlacementConfirmed == true)
    #expect(part.drinks.map(\.id) == ["a"])
    #expect(part.joinedAt == noon + hour)
    #expect(try drinks(of: part.record.id).map(\.id) == ["a", "b"])
    try second.append([.drinkTakenBack, .drinkTakenBack])
    #expect(try drinks(of: part.record.id).isEmpty, "also those of the run before")
  }

  @Test func `is nothing without a session`() throws {
    let logbook = try Logbook(path: path)
    try logbook.append([.runStarted(at: noon), drink("a", 200, at: noon), .caffeine(at: noon), .drinkTakenBack])
    #expect(try logbook.earlierPart() == nil)
    let rows = try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM hydration") }
    #expect(rows == 0)
  }

  @Test func `moves with the date when that becomes known`() throws {
    let logbook = try Logbook(path: path)
    try logbook.append([
      .runStarted(at: noon, isClockSet: false, mark: "x"), .sessionStarted(at: noon, profile: "cabin"),
      drink("a", 200, at: noon + 1000), .caffeine(at: noon + 2000), .clockSet(by: hour),
    ])
    #expect(try drinks(of: 1).map(\.at) == [noon + hour + 1000])
    #expect(try session?.caffeineAt == noon + hour + 2000)
  }

  @Test func `can be written by an older program, which names no identity`() throws {
    try open(at: noon).close()
    try DatabaseQueue(path: path).write {
      try $0.execute(sql: "INSERT INTO hydration (session_id, at_ms, amount_ml) VALUES (1, ?, 200)", arguments: [noon])
    }
    #expect(try drinks(of: 1).map(\.millilitres) == [200])
    #expect(try drinks(of: 1).map(\.id) == [nil])
  }
}
