import WeightBalance

/// What is said in the name of a copy.
package struct CopyWords: Sendable {
  /// Of a version that another one was preferred to; of a loading that another device has deleted.
  let otherVersion, kept: String

  package init(otherVersion: String, kept: String) { (self.otherVersion, self.kept) = (otherVersion, kept) }
}

/// The rules by which two states of a record become one (docs/sync.md). They give the same on every device, in any order.
extension SyncItem {
  struct Merged {
    var item: SyncItem
    /// A record of its own, with what would be lost.
    var copies: [SyncItem] = []
    /// The fields whose value is another one than before.
    var changed: Set<String> = []
  }

  func merged(with other: SyncItem, _ words: CopyWords) -> Merged {
    var result = self, losers: [String: SyncField] = [:], changed: Set<String> = []
    for (name, theirs) in other.fields {
      guard let mine = fields[name] else {
        result.fields[name] = theirs
        if theirs.value != nil { changed.insert(name) }
        continue
      }
      let isTheirs: Bool
      if mine.stamp == theirs.stamp {
        // The same edit has one value; if a file was damaged, all devices prefer the same one.
        isTheirs = (theirs.value ?? "") > (mine.value ?? "")
      } else if vector.contains(theirs.stamp), !other.vector.contains(mine.stamp) {
        isTheirs = false
      } else if other.vector.contains(mine.stamp), !vector.contains(theirs.stamp) {
        isTheirs = true
      } else {
        isTheirs = Self.prefers(theirs, to: mine, name)
        if mine.value != theirs.value, name != SyncField.deleted { losers[name] = isTheirs ? mine : theirs }
      }
      guard isTheirs else { continue }
      result.fields[name] = theirs
      if mine.value != theirs.value { changed.insert(name) }
    }
    result.created = min(created, other.created)
    result.vector.join(other.vector)
    var copies: [SyncItem] = []
    if result.isDeleted, deletes(unseen: other) || other.deletes(unseen: self) {
      copies.append(result.copy(losers: [:], words.kept))
    }
    if !losers.isEmpty { copies.append(result.copy(losers: losers, words.otherVersion)) }
    return Merged(item: result, copies: copies, changed: changed)
  }

  /// Of two edits that knew nothing of each other. A person who restores a record wants it, so it stays.
  private static func prefers(_ theirs: SyncField, to mine: SyncField, _ name: String) -> Bool {
    if name == SyncField.deleted, theirs.value != mine.value { return theirs.value != SyncField.yes }
    return theirs.stamp > mine.stamp
  }

  /// Whether this state has a deletion that did not know an edit of the other one.
  private func deletes(unseen other: SyncItem) -> Bool {
    guard isDeleted, let deletion = fields[SyncField.deleted], !other.vector.contains(deletion.stamp) else {
      return false
    }
    return other.fields.contains { $0.key != SyncField.deleted && !vector.contains($0.value.stamp) }
  }

  /// A copy whose id and content follow from what it is made of: two devices that make it make the same one.
  func copy(losers: [String: SyncField], _ suffix: String) -> SyncItem {
    var copied = fields.merging(losers) { $1 }
    copied[SyncField.deleted] = nil
    let stem = copied[SyncField.name]?.value ?? "\"\""
    if let last = copied.values.max(by: { $0.stamp < $1.stamp }) {
      let name = stem.dropLast() + (stem == "\"\"" ? "" : " ") + JSONEdit.quoted(suffix).dropFirst()
      copied[SyncField.name] = SyncField(String(name), copied[SyncField.name]?.stamp ?? last.stamp, at: last.at)
    }
    let edits = vector.counts.sorted { $0.key < $1.key }.map { "\($0.value)@\($0.key.text)" }
    let lost = losers.sorted { $0.key < $1.key }.map {
      "\($0.key)=\($0.value.stamp.count)@\($0.value.stamp.device.text)"
    }
    return SyncItem(
      id: SyncID(hashOf: ([id.text] + edits + ["/"] + lost).joined(separator: " ")), kind: kind, created: created,
      fields: copied)
  }
}

extension SyncID {
  /// The first 128 bits of the SHA-256 of a text.
  init(hashOf text: String) {
    let digits = SHA256.hexadecimal(text.utf8)
    self.init(
      high: UInt64(digits.prefix(16), radix: 16) ?? 0, low: UInt64(digits.dropFirst(16).prefix(16), radix: 16) ?? 0)
  }
}
