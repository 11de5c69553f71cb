/// What a record is of.
package enum SyncKind: String, Codable, Sendable, CaseIterable {
  case loading, tail, people
}

/// A value, and the edit that it is from.
package struct SyncField: Hashable, Sendable, Codable {
  /// JSON text, always written alike; `nil` for a value that was taken away.
  package let value: String?
  package let stamp: SyncStamp
  /// What the clock of the device said, ms since 1970. It is shown to people and decides nothing.
  package let at: Int64

  package init(_ value: String?, _ stamp: SyncStamp, at: Int64) {
    (self.value, self.stamp, self.at) = (value, stamp, at)
  }

  /// The name of the field that says whether a record is deleted, and its value then.
  package static let deleted = "deleted", yes = "true"
  package static let name = "name"
}

/// The state of a record as it is exchanged.
package struct SyncItem: Hashable, Sendable, Codable {
  package let id: SyncID
  package let kind: SyncKind
  /// ms since 1970, for people.
  package var created: Int64
  package var fields: [String: SyncField]
  package var vector: SyncVector

  package init(id: SyncID, kind: SyncKind, created: Int64, fields: [String: SyncField]) {
    (self.id, self.kind, self.created, self.fields) = (id, kind, created, fields)
    vector = SyncVector(fields.values.map(\.stamp))
  }

  package var isDeleted: Bool { fields[SyncField.deleted]?.value == SyncField.yes }
  private var newest: SyncField? { fields.values.max { $0.stamp < $1.stamp } }
  package var changed: Int64 { newest?.at ?? created }
  package var deletedAt: Int64? { isDeleted ? fields[SyncField.deleted]?.at : nil }
  /// JSON text.
  package subscript(field: String) -> String? { fields[field]?.value }

  mutating func set(_ field: String, _ value: SyncField) {
    fields[field] = value
    vector.insert(value.stamp)
  }
}
