import AircraftFiles
import Foundation
import Readings
import Sync
import TestSupport
import Testing
import WeightBalance

private let words = CopyWords(otherVersion: "(other version)", kept: "(kept)")

private struct Box {
  let folder: TemporaryFolder
  let library: AircraftLibrary
  let synced: SyncedFolder

  init() throws {
    folder = try TemporaryFolder()
    library = try AircraftLibrary()
    synced = SyncedFolder(folder: folder.path, library: library, words: words)
  }

  func write(_ name: String, _ more: String = "", loads: String = "{\"front-seats\": 340}") throws {
    _ = try folder.write(
      "{\n  // of the club\n  \"aircraftId\": \"cessna-172m\", \"name\": \"Trip\",\(more)\n  \"stationLoads\": \(loads), \"fuelLoads\": {}\n}\n",
      to: name)
  }

  func text(_ name: String) throws -> String { try String(contentsOfFile: folder.file(name), encoding: .utf8) }

  @discardableResult
  func update(_ change: (inout SyncReplica) -> Void = { _ in }) throws -> SyncedFolder.Outcome {
    try synced.update(at: 1_764_547_200_000) { (replica) throws(LapwingError) in change(&replica) }
  }
}

@Suite("A folder of scenarios that is synchronised")
struct SyncedFolderTests {
  @Test func `has the same fields in either form of its files, with units`() throws {
    let box = try Box()
    try box.write("a.json", loads: "{\"front-seats\": 340}")
    try box.write("b.json", loads: "[{\"stationId\": \"front-seats\", \"weight\": {\"value\": 340, \"unit\": \"lb\"}}]")
    let records = try box.update().replica.list()
    #expect(
      records.map { $0.item["load front-seats"] } == Array(repeating: "{\"unit\":\"lb\",\"value\":340}", count: 2))
    #expect(records[0].item["aircraft"] == "{\"aircraftId\":\"cessna-172m\"}")
  }

  @Test func `is not written if nothing was received`() throws {
    let box = try Box()
    try box.write("a.json")
    let before = try box.text("a.json")
    #expect(try box.update().written == [])
    #expect(try box.text("a.json") == before)
  }

  @Test func `gets what another device has changed, with its comments left and a mark`() throws {
    let (box, other) = (try Box(), try Box())
    try box.write("a.json", "\n  \"notes\": \"fair\",")
    let item = try #require(try box.update().replica.list().first?.item)
    try other.update { $0.receive(item, words) }
    #expect(try other.update().replica.list().first?.file == "trip.json")
    try other.write("trip.json", "\n  \"notes\": \"rain\",")
    let changed = try #require(try other.update().replica.records[item.id]?.item)
    #expect(try box.update { $0.receive(changed, words) }.written == ["a.json"])
    let text = try box.text("a.json")
    #expect(
      text.contains("// of the club") && text.contains("\"rain\"") && text.contains("\"changedElsewhere\": [\"notes\"]")
    )
    // A person saves it.
    let store = ScenarioStore(folder: box.folder.path, library: box.library)
    try store.save("a.json", now: "2026-12-01T00:00:00Z")
    #expect(try !box.text("a.json").contains("changedElsewhere"))
    #expect(try box.update().replica.records[item.id]?.unseen == [])
  }

  @Test func `keeps a loading that does not fit here, and says so`() throws {
    let box = try Box()
    try box.write("a.json")
    let item = try #require(try box.update().replica.list().first?.item)
    var other = SyncReplica(device: .random())
    other.receive(item, words)
    for (id, _, values) in other.wanted {
      other.name(id, "x.json")
      other.isWritten(id, as: values)
    }
    var values = item.fields.compactMapValues(\.value)
    values["load second-row"] = "{\"unit\":\"lb\",\"value\":10}"
    other.read(["x.json": (.loading, values)], words, at: 0)
    let changed = try #require(other.records[item.id]?.item)
    let before = try box.text("a.json"), outcome = try box.update { $0.receive(changed, words) }
    #expect(outcome.written == [] && outcome.faults.count == 1)
    #expect(try box.text("a.json") == before)
    #expect(try box.update().replica.records[item.id]?.item["load second-row"] != nil)
  }

  @Test func `leaves a file alone that cannot be read`() throws {
    let box = try Box()
    try box.write("a.json")
    let before = try box.update().replica
    _ = try box.folder.write("{", to: "a.json")
    let outcome = try box.update()
    #expect(outcome.replica == before && outcome.faults.count == 1)
  }

  @Test func `refuses records that are damaged, and touches nothing`() throws {
    let box = try Box()
    try box.write("a.json")
    _ = try box.folder.write("{\"device\": 5}", to: ".sync.json")
    #expect { try box.update() } throws: { ($0 as? LapwingError)?.code == "bad-sync-file" }
    #expect(try box.text(".sync.json") == "{\"device\": 5}")
  }
}

@Suite("A key that is removed from a data file")
struct RemovedKeyTests {
  @Test(arguments: [
    ("{\"a\": 1, \"b\": 2}", "a", "{ \"b\": 2}"), ("{\"a\": 1, \"b\": 2}", "b", "{\"a\": 1}"),
    ("{\"a\": 1}", "a", "{}"),
    ("{\"a\": 1 // x, y\n, \"b\": 2}", "a", "{ \"b\": 2}"), ("{\"b\": 2}", "a", "{\"b\": 2}"),
  ]) func `takes its comma along`(text: String, key: String, rest: String) throws {
    let bytes = try JSONEdit.removing(key, in: Array(text.utf8), file: "x")
    #expect(String(decoding: bytes, as: UTF8.self) == rest)
  }
}
