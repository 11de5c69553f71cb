import Sync

/// What a hub has to do, as a value: it stores a state only over the one that it was made from, and understands nothing of it.
package struct SyncHub: Sendable {
  private struct Stored {
    var item: SyncItem
    var version: UInt64
  }

  private var stored: [SyncID: Stored] = [:]
  private var sequence: UInt64 = 0
  /// A random mark of each step of the sequence. A copy that is restored has others from then on.
  private var marks: [UInt64: UInt64] = [0: 0]

  package init() {}

  package mutating func answer(_ request: SyncRequest, mark: UInt64) -> SyncAnswer {
    guard let since = place(request.cursor) else { return answer(since: nil, accepted: [:], refused: []) }
    var accepted: [SyncID: UInt64] = [:], refused: Set<SyncID> = []
    for change in request.changes {
      let id = change.item.id, before = stored[id]
      guard before?.version == change.version || before?.item == change.item else {
        refused.insert(id)
        continue
      }
      if before?.item != change.item {
        sequence += 1
        marks[sequence] = mark
        stored[id] = Stored(item: change.item, version: sequence)
      }
      accepted[id] = stored[id]?.version
    }
    return answer(since: since, accepted: accepted, refused: refused)
  }

  /// - Returns: `nil` if the cursor is of another history.
  private func place(_ cursor: String?) -> UInt64? {
    guard let cursor else { return 0 }
    let parts = cursor.split(separator: ".").compactMap { UInt64($0) }
    guard parts.count == 2, marks[parts[0]] == parts[1] else { return nil }
    return parts[0]
  }

  private func answer(since: UInt64?, accepted: [SyncID: UInt64], refused: Set<SyncID>) -> SyncAnswer {
    let changes = stored.values.filter {
      accepted[$0.item.id] == nil && ($0.version > since ?? 0 || refused.contains($0.item.id))
    }
    return SyncAnswer(
      cursor: "\(sequence).\(marks[sequence] ?? 0)", isFull: since == nil, accepted: accepted,
      changes: changes.sorted { $0.item.id < $1.item.id }.map { SyncAnswer.Change(item: $0.item, version: $0.version) })
  }

  package var items: [SyncItem] { stored.values.map(\.item).sorted { $0.id < $1.id } }
}
