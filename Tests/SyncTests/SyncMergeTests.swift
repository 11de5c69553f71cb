import Sync
import SyncWorld
import Testing

private let words = CopyWords(otherVersion: "(other version)", kept: "(kept)")

extension SyncItem {
  fileprivate static let none = SyncItem(id: SyncID(high: 0, low: 0), kind: .loading, created: 0, fields: [:])
}

/// Two devices that exchange states, as by a stick.
private struct Pair {
  var one = SyncReplica(device: SyncID(high: 0, low: 1)), two = SyncReplica(device: SyncID(high: 0, low: 2))

  init(_ values: [String: String]) {
    one.read(["a.json": (.loading, values)], words, at: 0)
    two.receive(item, words)
    write()
  }

  var item: SyncItem { one.list().first { $0.file == "a.json" }?.item ?? SyncItem.none }
  var other: SyncItem { two.records[item.id]?.item ?? SyncItem.none }

  mutating func write() {
    for (id, _, values) in two.wanted {
      two.name(id, "a.json")
      two.isWritten(id, as: values)
    }
    for (id, _, values) in one.wanted {
      if one.records[id]?.file == nil { one.name(id, "\(id.text).json") }
      one.isWritten(id, as: values)
    }
  }

  mutating func edit(_ first: [String: String], _ second: [String: String]) {
    one.read(["a.json": (.loading, first)], words, at: 1)
    two.read(["a.json": (.loading, second)], words, at: 2)
  }

  mutating func exchange() {
    let (first, second) = (item, other)
    one.receive(second, words)
    two.receive(first, words)
  }
}

@Suite("Two edits of a loading")
struct SyncMergeTests {
  @Test func `of two fields are both kept, without a copy`() {
    var pair = Pair(["name": "\"Trip\"", "load front-seats": "170"])
    pair.edit(["name": "\"Oslo\"", "load front-seats": "170"], ["name": "\"Trip\"", "load front-seats": "180"])
    pair.exchange()
    #expect(pair.item["name"] == "\"Oslo\"" && pair.item["load front-seats"] == "180")
    #expect(pair.item == pair.other)
    #expect(pair.one.records.count == 1)
  }

  @Test func `of the same field make one copy, the same on both devices`() throws {
    var pair = Pair(["name": "\"Trip\"", "load front-seats": "170"])
    pair.edit(["name": "\"Trip\"", "load front-seats": "175"], ["name": "\"Trip\"", "load front-seats": "180"])
    pair.exchange()
    #expect(pair.item == pair.other)
    let copy = try #require(pair.one.records.values.first { $0.item.id != pair.item.id }?.item)
    #expect(pair.two.records[copy.id]?.item == copy)
    #expect(copy["name"] == "\"Trip (other version)\"")
    #expect(Set([pair.item["load front-seats"], copy["load front-seats"]]) == ["175", "180"])
  }

  @Test func `of the same field to the same value make none`() {
    var pair = Pair(["load front-seats": "170"])
    pair.edit(["load front-seats": "180"], ["load front-seats": "180"])
    pair.exchange()
    #expect(pair.one.records.count == 1)
  }

  @Test func `one of which deletes it: it stays deleted, and the edit is in a copy`() throws {
    var pair = Pair(["name": "\"Trip\"", "load front-seats": "170"])
    pair.edit(
      ["name": "\"Trip\"", "load front-seats": "170", "deleted": "true"],
      ["name": "\"Trip\"", "load front-seats": "180"])
    pair.exchange()
    #expect(pair.item.isDeleted && pair.other.isDeleted)
    let copy = try #require(pair.two.records.values.first { $0.item.id != pair.item.id }?.item)
    #expect(!copy.isDeleted && copy["load front-seats"] == "180" && copy["name"] == "\"Trip (kept)\"")
  }

  @Test func `are marked until a person has looked at them`() throws {
    var pair = Pair(["load front-seats": "170", "load rear-seats": "100"])
    pair.two.look(at: pair.item.id)
    pair.edit(
      ["load front-seats": "175", "load rear-seats": "100"], ["load front-seats": "170", "load rear-seats": "100"])
    pair.exchange()
    #expect(pair.two.records[pair.item.id]?.unseen == ["load front-seats"])
    #expect(pair.one.records[pair.item.id]?.unseen == [])
    pair.two.look(at: pair.item.id)
    #expect(pair.two.records[pair.item.id]?.unseen == [])
  }
}

@Suite("A folder and its records")
struct SyncFolderTests {
  private func replica(_ files: [String: [String: String]]) -> SyncReplica {
    var replica = SyncReplica(device: SyncID(high: 0, low: 1))
    replica.read(files.mapValues { (.loading, $0) }, words, at: 5)
    return replica
  }

  private func read(_ replica: inout SyncReplica, _ files: [String: [String: String]], unread: Set<String> = []) {
    replica.read(files.mapValues { (.loading, $0) }, unread: unread, words, at: 9)
  }

  @Test func `give an old file its identity once`() {
    var replica = replica(["a.json": ["name": "\"A\""]])
    let id = replica.records.keys.first
    read(&replica, ["a.json": ["name": "\"A\""]])
    #expect(replica.records.keys.first == id && replica.records.count == 1)
    #expect(replica.list()[0].item.created == 5 && replica.list()[0].isDirty)
  }

  @Test func `keep it through a renaming`() {
    var replica = replica(["a.json": ["name": "\"A\""], "b.json": ["name": "\"B\""]])
    let ids = Set(replica.records.keys)
    read(&replica, ["c.json": ["name": "\"A\""], "b.json": ["name": "\"B\""]])
    #expect(Set(replica.records.keys) == ids)
    #expect(replica.list().allSatisfy { !$0.item.isDeleted })
  }

  @Test func `count a missing file as deleted, and the same file later as a new one`() {
    var replica = replica(["a.json": ["name": "\"A\""]])
    read(&replica, [:])
    #expect(replica.list()[0].item.deletedAt == 9)
    read(&replica, ["a.json": ["name": "\"A\""]])
    #expect(replica.records.count == 2)
    #expect(replica.list(SyncReplica.Filter(isDeleted: false)).count == 1)
  }

  @Test func `leave a file alone that cannot be read`() {
    var replica = replica(["a.json": ["name": "\"A\""]])
    let before = replica
    read(&replica, [:], unread: ["a.json"])
    #expect(replica == before)
  }

  @Test func `list the last changed first, by aircraft, and what is to be sent`() {
    var replica = replica([
      "a.json": ["aircraft": "{\"aircraftId\":\"x\"}"], "b.json": ["aircraft": "{\"aircraftId\":\"y\"}"],
    ])
    read(
      &replica,
      [
        "a.json": ["aircraft": "{\"aircraftId\":\"x\"}", "notes": "\"n\""],
        "b.json": ["aircraft": "{\"aircraftId\":\"y\"}"],
      ])
    #expect(replica.list().map(\.file) == ["a.json", "b.json"])
    #expect(replica.list(SyncReplica.Filter(aircraft: "y")).map(\.file) == ["b.json"])
    #expect(replica.list(SyncReplica.Filter(isDirty: true)).count == 2)
  }
}

@Suite("Random histories of three devices and a hub")
struct SyncHistoryTests {
  @Test(arguments: [0, 1000, 2000]) func `end without a loss`(first: UInt64) {
    for seed in first..<first + 300 {
      var world = SyncWorld()
      for step in SyncHistory(seed: seed).steps { world.play(step) }
      #expect(world.rest() == [], "seed \(seed)")
    }
  }

  @Test func `lose values by the specified protocol`() {
    var lost = 0
    for seed in UInt64(0)..<300 {
      var world = SpecifiedWorld()
      for step in SyncHistory(seed: seed).steps { world.play(step) }
      lost += world.rest().lost
    }
    #expect(lost > 100)
  }
}
