import Sync
import Testing

private let words = CopyWords(otherVersion: "(other version)", kept: "(kept)")

/// A device and a server of the specified protocol, which has whole rows.
@Suite("A row of a server of the specified protocol")
struct SyncRowTests {
  private var replica: SyncReplica
  private let id: SyncID

  init() {
    replica = SyncReplica(device: SyncID(high: 0, low: 1))
    replica.read(["a.json": (.loading, ["name": "\"Trip\"", "load front-seats": "170"])], words, at: 1000)
    id = replica.list()[0].item.id
    replica.isTaken(id, ["name": "\"Trip\"", "load front-seats": "170"])
  }

  private mutating func edit(_ values: [String: String]) {
    replica.read(["a.json": (.loading, values)], words, at: 2000)
  }

  private mutating func receive(_ values: [String: String], changed: Int64) {
    replica.receive([SyncRow(id: id, values: values, changed: changed)], words, at: 3000) {
      $0.item.fields.compactMapValues(\.value)
    }
  }

  private var item: SyncItem {
    replica.records[id]?.item ?? SyncItem(id: id, kind: .loading, created: 0, fields: [:])
  }
  private var copies: [SyncItem] { replica.records.values.map(\.item).filter { $0.id != id } }

  @Test mutating func `is taken where only the server has changed it, and marked`() {
    receive(["name": "\"Trip\"", "load front-seats": "180"], changed: 1)
    #expect(item["load front-seats"] == "180" && copies.isEmpty)
    #expect(replica.records[id]?.unseen == ["load front-seats"])
  }

  @Test mutating func `reverts no newer field of a colleague`() {
    edit(["name": "\"Oslo\"", "load front-seats": "170"])
    receive(["name": "\"Trip\"", "load front-seats": "180"], changed: 9000)
    #expect(item["name"] == "\"Oslo\"" && item["load front-seats"] == "180" && copies.isEmpty)
  }

  @Test(arguments: [(Int64(9000), "180", "175"), (1500, "175", "180")])
  mutating func `that meets an edit of the same field: the later stays, the other is a copy`(
    changed: Int64, stays: String, copied: String
  ) {
    edit(["name": "\"Trip\"", "load front-seats": "175"])
    receive(["name": "\"Trip\"", "load front-seats": "180"], changed: changed)
    #expect(item["load front-seats"] == stays)
    #expect(copies.map { $0["load front-seats"] } == [copied])
    #expect(copies[0]["name"] == "\"Trip (other version)\"")
  }

  @Test mutating func `that is deleted there takes no edit with it`() {
    edit(["name": "\"Trip\"", "load front-seats": "175"])
    receive(["name": "\"Trip\"", "load front-seats": "170", "deleted": "true"], changed: 9000)
    #expect(item.isDeleted)
    #expect(copies.map { $0["load front-seats"] } == ["175"])
    #expect(copies.allSatisfy { !$0.isDeleted })
  }

  @Test mutating func `that was changed there after its deletion here is kept as a copy`() {
    edit(["name": "\"Trip\"", "load front-seats": "170", "deleted": "true"])
    receive(["name": "\"Trip\"", "load front-seats": "190"], changed: 9000)
    #expect(item.isDeleted)
    #expect(copies.map { $0["load front-seats"] } == ["190"])
  }

  @Test mutating func `is the same twice`() {
    receive(["name": "\"Trip\"", "load front-seats": "180"], changed: 1)
    let before = replica
    receive(["name": "\"Trip\"", "load front-seats": "180"], changed: 1)
    #expect(replica == before)
  }
}

@Suite("The names of stations at a server")
struct StationTableTests {
  @Test func `are translated where they mean another place`() {
    let table = StationTable(aircraft: "bonanza-a36")
    #expect(table?.theirs(of: "load middle-seats") == "load rear-seats")
    #expect(table?.ours(of: "load rear-seats") == "load middle-seats")
  }

  @Test func `are not guessed`() {
    #expect(StationTable(aircraft: "bonanza-a36")?.theirs(of: "load rear-seats") == nil)
    #expect(StationTable(aircraft: "bonanza-a36")?.ours(of: "load baggage") == nil)
    #expect(StationTable(aircraft: "navajo-chieftain-pa31")?.ours(of: "load row-2") == nil)
    #expect(StationTable(aircraft: "my-own") == nil)
  }
}

@Suite("A device that is copied")
struct CopiedDeviceTests {
  private let words = CopyWords(otherVersion: "(other version)", kept: "(kept)")

  private func replica() -> SyncReplica {
    var replica = SyncReplica(device: SyncID(high: 0, low: 1))
    replica.move(to: "here")
    replica.read(["a.json": (.loading, ["name": "\"A\""])], words, at: 0)
    return replica
  }

  @Test func `goes on as another one on another machine`() {
    var copy = replica()
    copy.move(to: "here")
    #expect(copy.device == SyncID(high: 0, low: 1))
    copy.move(to: "there")
    #expect(copy.device != SyncID(high: 0, low: 1))
  }

  @Test func `goes on as another one if it was set back to an older copy`() throws {
    var old = replica(), new = old
    new.read(["a.json": (.loading, ["name": "\"B\""])], words, at: 0)
    let item = try #require(new.list().first?.item)
    old.receive(item, words)
    #expect(old.device != new.device)
    #expect(old.list().first?.item["name"] == "\"B\"")
  }

  @Test func `does not believe an answer whose numbers run away`() throws {
    let replica = replica(), id = SyncID(high: 5, low: 5)
    func answer(_ count: UInt64, _ value: String) -> SyncAnswer {
      let item = SyncItem(
        id: id, kind: .loading, created: 0, fields: ["name": SyncField(value, SyncStamp(count, id), at: 0)])
      return SyncAnswer(
        cursor: "1.1", isFull: false, accepted: [:], changes: [SyncAnswer.Change(item: item, version: 1)])
    }
    #expect(replica.canUse(answer(7, "\"A\"")))
    #expect(!replica.canUse(answer(1 << 52, "\"A\"")))
    #expect(!replica.canUse(answer(7, "no JSON")))
  }
}
