import Sync

/// Three devices with folders of files, and a hub.
package struct SyncWorld {
  package struct Device {
    package var files: [String: [String: String]] = [:]
    package var replica: SyncReplica
    var clock: Int64 = 1_700_000_000_000
    var sent: (request: SyncRequest, answer: SyncAnswer?)?
  }

  package private(set) var devices: [Device]
  package private(set) var hub = SyncHub()
  private var copy: SyncHub?
  private var ids: [String: SyncID] = [:]
  package private(set) var losses = Losses()
  private static let words = CopyWords(otherVersion: "(other version)", kept: "(kept)")
  /// How many exchanges a device may need until it has all, once nothing else happens.
  private static let patience = 12

  package init() {
    devices = (0..<SyncHistory.devices).map {
      Device(replica: SyncReplica(device: SyncID(high: 0, low: UInt64($0 + 1))))
    }
  }

  package mutating func play(_ step: SyncStep) {
    let place = step.device
    devices[place].clock += 1000
    let name = file(step.number, of: place)
    switch step.kind {
    case .create:
      let file = "\(step.text).json"
      ids[file] = SyncID(step.text)
      let values = Dictionary(uniqueKeysWithValues: SyncHistory.fields.map { ($0, "\"\($0)-\(step.text.prefix(8))\"") })
      devices[place].files[file] = values
      losses.write(values.values)
    case .edit:
      guard let name, devices[place].files[name]?[SyncField.deleted] == nil else { return }
      losses.replace(devices[place].files[name]?[step.field], by: "\"\(step.text)\"")
      devices[place].files[name]?[step.field] = "\"\(step.text)\""
    case .delete:
      guard let name, let values = devices[place].files[name], values[SyncField.deleted] == nil else { return }
      losses.delete(id(of: name, on: place), knowing: values.values)
      devices[place].files[name]?[SyncField.deleted] = SyncField.yes
    case .restore:
      guard let name, devices[place].files[name]?[SyncField.deleted] != nil else { return }
      losses.restore(id(of: name, on: place))
      devices[place].files[name]?[SyncField.deleted] = nil
    case .remove:
      guard let name, let values = devices[place].files[name] else { return }
      // A file that the program has made, and did not note before its end, may be gone or never have been there: it is made again.
      let record = devices[place].replica.records.values.first { $0.file == name }
      let isUnnoted = record != nil && record?.written == nil
      losses.delete(isUnnoted ? nil : id(of: name, on: place), knowing: values.values)
      devices[place].files[name] = nil
    case .read: read(place)
    case .send:
      read(place)
      devices[place].sent = (devices[place].replica.request(), nil)
    case .serve:
      guard let request = devices[place].sent?.request, devices[place].sent?.answer == nil else { return }
      devices[place].sent?.answer = hub.answer(request, mark: UInt64(step.text) ?? 1)
    case .receive:
      guard let sent = devices[place].sent, let answer = sent.answer else { return }
      _ = devices[place].replica.receive(answer, to: sent.request, Self.words)
      devices[place].sent = nil
    case .loseRequest: if devices[place].sent?.answer == nil { devices[place].sent = nil }
    case .loseAnswer: if devices[place].sent?.answer != nil { devices[place].sent = nil }
    case .write: write(place, step.number, isNoted: true)
    case .half: write(place, step.number, isNoted: false)
    case .clock: devices[place].clock += step.number
    case .backup: copy = hub
    case .rollback: if let copy { hub = copy }
    }
  }

  private func file(_ number: Int64, of place: Int) -> String? {
    let names = devices[place].files.keys.sorted()
    return names.isEmpty ? nil : names[Int(number.magnitude) % names.count]
  }

  private func id(of file: String, on place: Int) -> SyncID? {
    devices[place].replica.records.values.first { $0.file == file }?.item.id ?? ids[file]
  }

  private mutating func read(_ place: Int) {
    let files = devices[place].files.mapValues { (kind: SyncKind.loading, values: $0) }
    devices[place].replica.read(files, Self.words, at: devices[place].clock) { [ids] in ids[$0] ?? .random() }
  }

  private mutating func write(_ place: Int, _ number: Int64, isNoted: Bool) {
    read(place)
    let wanted = devices[place].replica.wanted
    guard !wanted.isEmpty else { return }
    let next = wanted[Int(number.magnitude) % wanted.count], file = next.record.file ?? "\(next.id.text).json"
    devices[place].replica.name(next.id, file)
    devices[place].files[file] = next.values
    if isNoted { devices[place].replica.isWritten(next.id, as: next.values) }
  }

  /// All comes to rest: nothing is lost any more, and every device exchanges until it has all.
  /// - Returns: what is wrong then; empty if all is well.
  package mutating func rest() -> [String] {
    for place in devices.indices { devices[place].sent = nil }
    var faults: [String] = []
    // Twice, since the first device sees only then what the last one sent.
    for _ in 0..<3 {
      for place in devices.indices {
        var rounds = 0
        read(place)
        while true {
          let request = devices[place].replica.request(), answer = hub.answer(request, mark: 1)
          let isOpen = devices[place].replica.receive(answer, to: request, Self.words)
          rounds += 1
          guard isOpen, rounds < Self.patience else { break }
        }
        if rounds == Self.patience { faults.append("device \(place) is stuck") }
        var files = 0
        while !devices[place].replica.wanted.isEmpty, files < 1000 {
          write(place, 0, isNoted: true)
          files += 1
        }
        if files == 1000 { faults.append("device \(place) writes for ever") }
      }
    }
    return faults + judge()
  }

  private func judge() -> [String] {
    var faults: [String] = []
    let items = states
    for place in devices.indices {
      if items[place] != items[0] { faults.append("device \(place) has other records than device 0") }
      if devices[place].replica.records.values.contains(where: \.isDirty) {
        faults.append("device \(place) is not clean")
      }
      for (name, values) in devices[place].files {
        let record = devices[place].replica.records.values.first { $0.file == name }
        if record?.item.fields.compactMapValues(\.value) != values {
          faults.append("device \(place): \(name) is not its record")
        }
      }
    }
    if hub.items != items[0] { faults.append("the hub has other records than device 0") }
    let live = items[0].filter { !$0.isDeleted }
    faults += losses.missing(in: live.map { $0.fields.compactMapValues(\.value) }).map { "\($0) is lost" }
    faults += losses.returned(among: Set(live.map(\.id))).map { "\($0.text) came back" }
    return faults.sorted()
  }

  /// How many records no person has made.
  package var copies: Int { Set(devices.flatMap(\.replica.records.keys)).subtracting(ids.values).count }

  package var states: [[SyncItem]] {
    devices.map { $0.replica.records.values.map(\.item).sorted { $0.id < $1.id } }
  }
}

/// What people have written and may expect to find again, by what they saw. It knows nothing of how devices exchange.
package struct Losses: Sendable {
  private var known: Set<String> = [], replaced: Set<String> = [], deleted: Set<SyncID> = [], restored: Set<SyncID> = []

  mutating func write(_ values: some Sequence<String>) { known.formUnion(values.map(Self.plain)) }

  mutating func replace(_ old: String?, by new: String) {
    if let old { replaced.insert(Self.plain(old)) }
    write([new])
  }

  mutating func delete(_ id: SyncID?, knowing values: some Sequence<String>) {
    replaced.formUnion(values.map(Self.plain))
    if let id { deleted.insert(id) }
  }

  mutating func restore(_ id: SyncID?) { if let id { restored.insert(id) } }

  /// The values that nobody replaced or deleted who saw them, and that are in no record.
  func missing(in records: [[String: String]]) -> [String] {
    let there = Set(records.flatMap(\.values).map(Self.plain))
    return known.subtracting(replaced).subtracting(there).sorted()
  }

  func returned(among live: Set<SyncID>) -> [SyncID] {
    deleted.subtracting(restored).intersection(live).sorted()
  }

  /// The first word: a copy has more in its name.
  private static func plain(_ value: String) -> String { String(value.split(separator: " ")[0].filter { $0 != "\"" }) }
}
