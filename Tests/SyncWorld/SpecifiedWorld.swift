import Sync

/// The same devices with the protocol as it is specified, 004.449-463: whole rows, wall clocks, the last write wins.
package struct SpecifiedWorld {
  struct Row: Hashable {
    let id: SyncID
    var values: [String: String]
    var updatedAt: Int64
    var isDirty = false
    var isDeleted: Bool { values[SyncField.deleted] != nil }
  }

  struct Device {
    var rows: [SyncID: Row] = [:]
    var lastSync: Int64?
    var clock: Int64 = 1_700_000_000_000
    var sent: (since: Int64?, changes: [Row], answer: (rows: [Row], at: Int64)?)?
  }

  private var devices = Array(repeating: Device(), count: SyncHistory.devices)
  private var server: [SyncID: Row] = [:]
  private var serverClock: Int64 = 1_700_000_000_000
  private var copy: [SyncID: Row]?
  private var losses = Losses()

  package init() {}

  package mutating func play(_ step: SyncStep) {
    let place = step.device
    devices[place].clock += 1000
    serverClock += 1000
    let ids = devices[place].rows.keys.sorted()
    let id = ids.isEmpty ? nil : ids[Int(step.number.magnitude) % ids.count]
    switch step.kind {
    case .create:
      guard let id = SyncID(step.text) else { return }
      let values = Dictionary(uniqueKeysWithValues: SyncHistory.fields.map { ($0, "\"\($0)-\(step.text.prefix(8))\"") })
      losses.write(values.values)
      devices[place].rows[id] = Row(id: id, values: values, updatedAt: devices[place].clock, isDirty: true)
    case .edit:
      guard let id, let row = devices[place].rows[id], !row.isDeleted else { return }
      losses.replace(row.values[step.field], by: "\"\(step.text)\"")
      change(place, id, step.field, "\"\(step.text)\"")
    case .delete, .remove:
      guard let id, let row = devices[place].rows[id], !row.isDeleted else { return }
      losses.delete(id, knowing: row.values.values)
      change(place, id, SyncField.deleted, SyncField.yes)
    case .restore:
      guard let id, devices[place].rows[id]?.isDeleted == true else { return }
      losses.restore(id)
      change(place, id, SyncField.deleted, nil)
    case .send: send(place)
    case .serve: serve(place)
    case .receive: receive(place)
    case .loseRequest: if devices[place].sent?.answer == nil { devices[place].sent = nil }
    case .loseAnswer: if devices[place].sent?.answer != nil { devices[place].sent = nil }
    case .clock: devices[place].clock += step.number
    case .backup: copy = server
    case .rollback: if let copy { server = copy }
    case .read, .write, .half: break
    }
  }

  private mutating func change(_ place: Int, _ id: SyncID, _ field: String, _ value: String?) {
    let now = devices[place].clock
    devices[place].rows[id]?.values[field] = value
    devices[place].rows[id]?.updatedAt = now
    devices[place].rows[id]?.isDirty = true
  }

  private mutating func send(_ place: Int) {
    let changes = devices[place].rows.values.filter(\.isDirty)
    devices[place].sent = (devices[place].lastSync, changes.sorted { $0.id < $1.id }, nil)
  }

  private mutating func serve(_ place: Int) {
    guard let sent = devices[place].sent, sent.answer == nil else { return }
    for row in sent.changes {
      if let stored = server[row.id] {
        if row.updatedAt > stored.updatedAt { server[row.id] = row }
      } else if !row.isDeleted {
        // A deletion of what it never saw is dropped.
        server[row.id] = row
      }
    }
    let rows = server.values.filter { $0.updatedAt > sent.since ?? .min }
    devices[place].sent?.answer = (rows.sorted { $0.id < $1.id }, serverClock)
  }

  private mutating func receive(_ place: Int) {
    guard let sent = devices[place].sent, let answer = sent.answer else { return }
    for row in sent.changes where devices[place].rows[row.id]?.updatedAt == row.updatedAt {
      devices[place].rows[row.id]?.isDirty = false
    }
    for row in answer.rows {
      if let mine = devices[place].rows[row.id], mine.isDirty, mine.updatedAt >= row.updatedAt { continue }
      var row = row
      row.isDirty = false
      devices[place].rows[row.id] = row
    }
    devices[place].lastSync = answer.at
    devices[place].sent = nil
  }

  /// - Returns: how many values are lost, how many deleted records came back, and whether the devices differ.
  package mutating func rest() -> (lost: Int, returned: Int, isApart: Bool) {
    for place in devices.indices { devices[place].sent = nil }
    for _ in 0..<3 {
      for place in devices.indices {
        serverClock += 1000
        send(place)
        serve(place)
        receive(place)
      }
    }
    let live = devices.map { $0.rows.values.filter { !$0.isDeleted }.sorted { $0.id < $1.id } }
    let lost = losses.missing(in: live[0].map(\.values)).count
    let returned = losses.returned(among: Set(live[0].map(\.id))).count
    return (lost, returned, !live.allSatisfy { $0.map(\.values) == live[0].map(\.values) })
  }
}
