/// What a device sends to a hub of Lapwing.
package struct SyncRequest: Sendable, Codable, Hashable {
  package struct Change: Sendable, Codable, Hashable {
    package let item: SyncItem
    /// The number of the state that the server had when this one was made from it; `nil` if it had none. Only over that one it is
    /// stored.
    package let version: UInt64?
  }

  package let cursor: String?
  package let changes: [Change]

  package init(cursor: String?, changes: [Change]) { (self.cursor, self.changes) = (cursor, changes) }
}

package struct SyncAnswer: Sendable, Codable, Hashable {
  package struct Change: Sendable, Codable, Hashable {
    package let item: SyncItem
    package let version: UInt64

    package init(item: SyncItem, version: UInt64) { (self.item, self.version) = (item, version) }
  }

  package let cursor: String
  /// Whether it has all records of the server, since the server does not know the cursor: it was set up again, or restored from
  /// an older copy. Then it stores nothing of the request.
  package let isFull: Bool
  /// The new numbers of what was stored, by the record's id.
  package let accepted: [SyncID: UInt64]
  /// What has changed since the cursor, and what was sent and not stored.
  package let changes: [Change]

  package init(cursor: String, isFull: Bool, accepted: [SyncID: UInt64], changes: [Change]) {
    (self.cursor, self.isFull, self.accepted, self.changes) = (cursor, isFull, accepted, changes)
  }
}
