import WeightBalance

/// All records of one device. It is a value: what is kept on the disk is the whole of it, before anything is sent.
package struct SyncReplica: Sendable, Codable, Hashable {
  package private(set) var device: SyncID
  /// The highest number of an edit that it knows.
  private(set) var count: UInt64 = 0
  package private(set) var records: [SyncID: SyncRecord] = [:]
  /// Up to where it has received from the server, in the server's words.
  package private(set) var cursor: String?
  /// When it last exchanged with the server, for people, and in the words of a server of the specified protocol.
  package internal(set) var lastSync: String?
  /// The server that ``cursor`` and what is known of it are of.
  package private(set) var server: String?

  /// The machine that these records are of, as a hash.
  private var machine: String?

  package init(device: SyncID) { self.device = device }

  /// A folder that was copied to another machine is another device: no two may number edits alike.
  package mutating func move(to machine: String, as newDevice: SyncID = .random()) {
    if let old = self.machine, old != machine { device = newDevice }
    self.machine = machine
  }

  private mutating func edit(_ value: String?, at: Int64) -> SyncField {
    count = min(count, SyncStamp.most - 1) + 1
    return SyncField(value, SyncStamp(count, device), at: at)
  }

  // MARK: Files

  /// Compares the files of a folder with what they had. New files become records, changed ones edits, missing ones deletions.
  /// - Parameters:
  ///   - files: the fields of each file, by its name. A file that cannot be read is in `unread` and stays as it was.
  ///   - at: ms since 1970.
  package mutating func read(
    _ files: [String: (kind: SyncKind, values: [String: String])], unread: Set<String> = [], _ words: CopyWords,
    at: Int64, newID: (String) -> SyncID = { _ in .random() }
  ) {
    var owners: [String: SyncID] = [:]
    for (id, record) in records {
      guard let file = record.file else { continue }
      // A file that is put back after its deletion is a new one: what is deleted stays so.
      if record.item.isDeleted, record.written == nil, files[file] != nil {
        records[id]?.file = nil
      } else {
        owners[file] = id
      }
    }
    let fresh = files.keys.filter { owners[$0] == nil }.sorted()
    var missing = owners.filter { files[$0.key] == nil && !unread.contains($0.key) }
    for name in fresh {
      guard let file = files[name] else { continue }
      // A file with another name and the same content was renamed.
      if let old = missing.sorted(by: { $0.key < $1.key }).first(where: { records[$0.value]?.written == file.values }) {
        missing[old.key] = nil
        owners[old.key] = nil
        owners[name] = old.value
        records[old.value]?.file = name
      } else {
        let id = newID(name), fields = file.values.keys.sorted().map { ($0, edit(file.values[$0], at: at)) }
        let item = SyncItem(id: id, kind: file.kind, created: at, fields: Dictionary(uniqueKeysWithValues: fields))
        records[id] = SyncRecord(item, file: name, written: file.values)
      }
    }
    for (name, id) in owners.sorted(by: { $0.key < $1.key }) where !unread.contains(name) {
      guard var record = records[id] else { continue }
      let copies = record.read(files[name]?.values, words) { edit($0, at: at) }
      records[id] = record
      for copy in copies { keep(copy) }
    }
  }

  /// What files have to become. The caller has read the folder just before, and writes them one by one.
  package var wanted: [(id: SyncID, record: SyncRecord, values: [String: String])] {
    records.sorted { $0.key < $1.key }.compactMap { id, record in record.wanted.map { (id, record, $0) } }
  }

  package mutating func isWritten(_ id: SyncID, as values: [String: String]) { records[id]?.written = values }

  /// The name of the file in which a record is to be, kept before it is written.
  package mutating func name(_ id: SyncID, _ file: String) { records[id]?.file = file }

  /// A person has looked at a loading.
  package mutating func look(at id: SyncID) { records[id]?.unseen = [] }

  // MARK: Exchange

  /// What is sent to a server: where this device stands, and what the server lacks.
  package func request(atMost count: Int = .max) -> SyncRequest {
    SyncRequest(
      cursor: cursor,
      changes: records.values.filter(\.isDirty).sorted { $0.item.id < $1.item.id }.prefix(count).map {
        SyncRequest.Change(item: $0.item, version: $0.hub?.version)
      })
  }

  /// Asks for everything at the next exchange.
  package mutating func beginAgain() { cursor = nil }

  /// How far numbers of edits may go beyond those that a device knows. No history gets there, and numbers must not run out.
  private static let mostNews: UInt64 = 1 << 32

  /// Whether a device can have written it: every value is a JSON text, and every edit is in its record's vector.
  package func canUse(_ answer: SyncAnswer) -> Bool {
    answer.changes.allSatisfy { change in
      let item = change.item
      return item.vector.counts.values.allSatisfy { $0 <= count + Self.mostNews }
        && item.fields.values.allSatisfy { field in
          item.vector.contains(field.stamp) && (field.value.map { (try? JSONNode.parse($0)) != nil } ?? true)
        }
    }
  }

  /// Goes by the answer of a server to a request. What was edited since the request stays.
  /// - Returns: whether something is left to be sent.
  package mutating func receive(_ answer: SyncAnswer, to request: SyncRequest, _ words: CopyWords) -> Bool {
    if answer.isFull {
      let there = Set(answer.changes.map(\.item.id))
      for id in records.keys where !there.contains(id) { records[id]?.hub = nil }
    }
    for change in request.changes {
      guard let version = answer.accepted[change.item.id] else { continue }
      records[change.item.id]?.hub = HubState(version: version, vector: change.item.vector)
    }
    for change in answer.changes.sorted(by: { $0.item.id < $1.item.id }) {
      receive(change.item, words)
      records[change.item.id]?.hub = HubState(version: change.version, vector: change.item.vector)
    }
    cursor = answer.cursor
    return records.values.contains(where: \.isDirty)
  }

  /// Goes by the state of a record from another device, by whatever way it came.
  package mutating func receive(_ item: SyncItem, _ words: CopyWords) {
    // Edits of its own that it does not know: the folder is an older copy, so it goes on as another device.
    if item.vector.counts[device] ?? 0 > count { device = .random() }
    count = item.vector.counts.values.reduce(count) { max($0, $1) }
    guard var record = records[item.id] else {
      var record = SyncRecord(item)
      record.unseen = Set(item.fields.keys)
      records[item.id] = record
      return
    }
    let merged = record.item.merged(with: item, words)
    record.item = merged.item
    record.unseen.formUnion(merged.changed)
    records[item.id] = record
    for copy in merged.copies { keep(copy) }
  }

  /// A copy that is there already was made by another device from the same, and may have been edited since.
  private mutating func keep(_ copy: SyncItem) {
    guard records[copy.id] == nil else { return }
    var record = SyncRecord(copy)
    record.unseen = Set(copy.fields.keys)
    records[copy.id] = record
  }

  /// Forgets what is known of a server if it is another one than before: all is sent to it.
  package mutating func use(server name: String) {
    guard server != name else { return }
    (server, cursor, lastSync) = (name, nil, nil)
    for id in records.keys {
      records[id]?.hub = nil
      records[id]?.shadow = nil
    }
  }

  package mutating func isSynced(at time: String) { lastSync = time }

  mutating func change(_ id: SyncID, _ body: (inout SyncRecord, _ edit: (String?) -> SyncField) -> Void, at: Int64) {
    guard var record = records[id] else { return }
    body(&record) { edit($0, at: at) }
    records[id] = record
  }

  mutating func insert(_ record: SyncRecord) { records[record.item.id] = record }
  mutating func insert(copy: SyncItem) { keep(copy) }
}

extension SyncReplica {
  package struct Filter: Sendable {
    var aircraft: String?
    var isDirty: Bool?
    var isDeleted: Bool?

    package init(aircraft: String? = nil, isDirty: Bool? = nil, isDeleted: Bool? = nil) {
      (self.aircraft, self.isDirty, self.isDeleted) = (aircraft, isDirty, isDeleted)
    }
  }

  /// The records, the last changed first.
  package func list(_ filter: Filter = Filter()) -> [SyncRecord] {
    records.values.filter { record in
      (filter.isDirty.map { $0 == record.isDirty } ?? true)
        && (filter.isDeleted.map { $0 == record.item.isDeleted } ?? true)
        && (filter.aircraft.map { record.item["aircraft"]?.contains("\"\($0)\"") ?? false } ?? true)
    }.sorted {
      $0.item.changed == $1.item.changed ? $0.item.id < $1.item.id : $0.item.changed > $1.item.changed
    }
  }
}
