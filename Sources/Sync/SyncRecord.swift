/// The state of a record on the hub: the number that the hub has given to it, and the edits that it contains.
struct HubState: Sendable, Codable, Hashable {
  let version: UInt64
  let vector: SyncVector
}

/// A record on a device: its state, what its file has of it, and what the server has.
package struct SyncRecord: Sendable, Codable, Hashable {
  package internal(set) var item: SyncItem
  /// The name of its file, without a folder.
  package internal(set) var file: String?
  /// What the file had when it was last read or written; `nil` if there is no file.
  package internal(set) var written: [String: String]?
  /// The fields that a synchronisation has changed since a person looked at them.
  package internal(set) var unseen: Set<String> = []
  /// What the hub has of it; `nil` if it does not have it.
  var hub: HubState?
  /// What a server of the specified protocol had of it last, and its time.
  package internal(set) var shadow: [String: String]?

  init(_ item: SyncItem, file: String? = nil, written: [String: String]? = nil) {
    (self.item, self.file, self.written) = (item, file, written)
  }

  /// Whether the server lacks something of it.
  package var isDirty: Bool { hub?.vector != item.vector }

  /// What the file has to become; `nil` if it is as it should be. A deleted record needs no file that is not there.
  package var wanted: [String: String]? {
    let values = item.fields.compactMapValues(\.value)
    guard written != values, written != nil || !item.isDeleted else { return nil }
    return values
  }

  /// Whether it holds a change that is not yet in its file, so that a person who edits the file does not know it.
  private func isPending(_ name: String) -> Bool { written != nil && item[name] != written?[name] }

  /// Compares the file with what it had. What a person has changed becomes an edit.
  /// - Parameter values: of the file; `nil` if there is none.
  /// - Returns: copies of what would be lost because the person did not know what was received.
  mutating func read(
    _ values: [String: String]?, _ words: CopyWords, edit: (String?) -> SyncField
  ) -> [SyncItem] {
    guard let values else {
      guard let before = written else { return [] }
      let isUnknown = item.fields.contains { $0.key != SyncField.deleted && $0.value.value != before[$0.key] }
      let copies = isUnknown && !item.isDeleted ? [item.copy(losers: [:], words.kept)] : []
      written = nil
      if !item.isDeleted { item.set(SyncField.deleted, edit(SyncField.yes)) }
      return copies
    }
    let before = written ?? [:]
    let names = Set(values.keys).union(before.keys)
    // A file that was just made, or a value that was just written, before the end of the process.
    let changed = names.filter { values[$0] != before[$0] && values[$0] != item[$0] }.sorted()
    var copies: [SyncItem] = []
    let isUnknown = changed.contains { $0 != SyncField.deleted && isPending($0) }
    let isDeleted = changed.contains(SyncField.deleted) && values[SyncField.deleted] != nil
    let hasPending = item.fields.keys.contains { name in
      name != SyncField.deleted && isPending(name) && values[name] != item[name]
    }
    if isUnknown || isDeleted && hasPending {
      copies.append(item.copy(losers: [:], isDeleted ? words.kept : words.otherVersion))
    }
    for name in changed { item.set(name, edit(values[name])) }
    // The file does not say yet that another device has deleted it.
    if item.isDeleted, values[SyncField.deleted] == nil, changed.contains(where: { $0 != SyncField.deleted }) {
      copies.append(item.copy(losers: [:], words.kept))
    }
    unseen.subtract(changed)
    written = values
    return copies
  }
}
