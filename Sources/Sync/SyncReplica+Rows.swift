/// A record as a server of the specified protocol has it: whole, with the time of its last change.
package struct SyncRow: Sendable, Hashable {
  package let id: SyncID
  /// In our names of stations and tanks, written as the files write them: `aircraft`, `name`, `notes`, `load …`, `fuel …`, `deleted`.
  package let values: [String: String]
  /// ms since 1970, by the clock of the device that has changed it.
  package let changed: Int64

  package init(id: SyncID, values: [String: String], changed: Int64) {
    (self.id, self.values, self.changed) = (id, values, changed)
  }
}

extension SyncReplica {
  /// Goes by all rows of a server. What only the server has changed since the last exchange is taken; where both have changed something,
  /// the later one stays, as is specified, and the other one becomes a copy.
  /// - Parameters:
  ///   - ours: the present values of a record as the server would have them.
  ///   - at: ms since 1970, for people.
  package mutating func receive(
    _ rows: [SyncRow], _ words: CopyWords, at: Int64, ours: (SyncRecord) -> [String: String]
  ) {
    for row in rows.sorted(by: { $0.id < $1.id }) {
      guard let record = records[row.id] else {
        guard row.values[SyncField.deleted] == nil else { continue }
        add(row, at: at)
        continue
      }
      receive(row, over: record, ours(record), words, at: at)
    }
  }

  private mutating func receive(
    _ row: SyncRow, over record: SyncRecord, _ mine: [String: String], _ words: CopyWords, at: Int64
  ) {
    let before = record.shadow ?? [:]
    let changed = Set(row.values.keys).union(before.keys).filter {
      row.values[$0] != before[$0] && row.values[$0] != mine[$0]
    }
    let met = changed.filter { mine[$0] != before[$0] }
    let isTheirs = met.isEmpty || row.changed > record.item.changed
    let isDeleted = changed.contains(SyncField.deleted) && row.values[SyncField.deleted] != nil
    var losers: [String: SyncField] = [:]
    change(
      record.item.id,
      { after, edit in
        after.shadow = row.values
        for name in changed.sorted() where isTheirs || !met.contains(name) {
          after.item.set(name, edit(row.values[name]))
          after.unseen.insert(name)
        }
        for name in met.sorted() where name != SyncField.deleted {
          losers[name] = isTheirs ? record.item.fields[name] ?? edit(nil) : edit(row.values[name])
        }
      }, at: at)
    guard let after = records[record.item.id]?.item else { return }
    if isDeleted, isTheirs {
      if mine != before { insert(copy: record.item.copy(losers: [:], words.kept)) }
    } else if after.isDeleted {
      if !changed.isEmpty { insert(copy: after.copy(losers: [:], words.kept)) }
    } else if !losers.isEmpty {
      insert(copy: after.copy(losers: losers, words.otherVersion))
    }
  }

  private mutating func add(_ row: SyncRow, at: Int64) {
    insert(SyncRecord(SyncItem(id: row.id, kind: .loading, created: row.changed, fields: [:])))
    change(
      row.id,
      { record, edit in
        for (name, value) in row.values.sorted(by: { $0.key < $1.key }) {
          record.item.set(name, edit(value))
          record.unseen.insert(name)
        }
        record.shadow = row.values
      }, at: at)
  }

  /// The server has taken these values of a record.
  package mutating func isTaken(_ id: SyncID, _ values: [String: String]) {
    change(id, { record, _ in record.shadow = values }, at: 0)
  }
}
