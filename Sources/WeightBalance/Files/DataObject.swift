/// An object of a data file, read key by key. Keys that were not read are rejected at the end, so that a misspelt key
/// cannot remove a limit.
struct DataObject {
  let file: String
  let path: String
  let line: Int
  let reading: DataReading
  /// Whether it stands in for a value that is missing: then every key is a placeholder.
  private let isPlaceholder: Bool
  private let members: [JSONNode.Member]
  /// Where each key stands among the members, so that the time for a file grows with its length only.
  private let positions: [String: Int]
  /// The keys that were read, for the advice about an unknown one, and the same as a set.
  private var known: [String] = []
  private var knownKeys: Set<String> = []

  init(members: [JSONNode.Member]?, file: String, path: String, line: Int, reading: DataReading) {
    self.members = members ?? []
    positions = Dictionary(
      self.members.enumerated().map { ($0.element.key, $0.offset) }, uniquingKeysWith: { first, _ in first })
    isPlaceholder = members == nil
    self.file = file
    self.path = path
    self.line = line
    self.reading = reading
  }

  /// The value of a key; `nil` if it is missing.
  mutating func optional(_ key: String) -> DataField? {
    if knownKeys.insert(key).inserted { known.append(key) }
    guard let position = positions[key] else { return nil }
    let member = members[position]
    return DataField(
      node: member.value, file: file, path: path(of: key), line: member.line, reading: reading)
  }

  /// The value of a required key. If it is missing, this is recorded and the value is a placeholder.
  mutating func required(_ key: String) throws(DataFileError) -> DataField {
    if let field = optional(key) { return field }
    if !isPlaceholder {
      reading.record(
        DataFileError(file: file, line: line, key: path.isEmpty ? nil : path, "the key “\(key)” is missing; add it"))
    }
    return DataField(placeholderFor: path(of: key), file: file, line: line, reading: reading)
  }

  /// The value of a required key that may be `null`.
  mutating func nullable(_ key: String) throws(DataFileError) -> DataField? {
    let field = try required(key)
    return field.isNull ? nil : field
  }

  /// All keys in the order of the file. They count as read.
  mutating func allKeys() -> [String] {
    let keys = members.map(\.key)
    known += keys
    knownKeys.formUnion(keys)
    return keys
  }

  /// Rejects keys that were not read. Call this after all keys.
  func finish() throws(DataFileError) {
    let unknownMembers = members.filter { !knownKeys.contains($0.key) }
    guard !unknownMembers.isEmpty else { return }
    let advice = known.joined(separator: ", ")
    // A longer list is not read; the others only count.
    let shown = unknownMembers.prefix(DataFileError.shownFaults)
    reading.recordMore(unknownMembers.count - shown.count)
    for unknown in shown {
      reading.record(
        DataFileError(
          file: file, line: unknown.line, key: path.isEmpty ? nil : path,
          "the key “\(unknown.key.prefix(80))” is unknown here; use \(advice)"))
    }
  }

  private func path(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
}

/// Reads the root of a data file and the parts that all data files share.
enum DataFile {
  /// A shipped file has some ten thousand bytes.
  static let byteLimit = 1 << 20

  /// With more faults, the reader does not look for those behind a wrong value: only 50 are shown, and each further
  /// pass would find the same ones again.
  private static let faultLimit = 1000

  /// Reads a file, and reports all its missing and unknown keys at once together with the first wrong value.
  static func read<Content>(
    _ bytes: [UInt8], file: String, _ content: (DataField) throws(DataFileError) -> Content
  ) throws(DataFileError) -> Content {
    let node = try node(bytes, file: file)
    var excused: Set<String> = []
    var faults: [DataFileError] = [], more = 0
    // Each pass excuses one more part of the file: first small ones, then whole entries of the root, so that the passes
    // reach its end.
    for pass in 0..<60 {
      let reading = DataReading(excused: excused)
      do throws(DataFileError) {
        defer { more = max(more, reading.more) }
        let read = try content(DataField(node: node, file: file, path: "", line: node.line, reading: reading))
        faults += reading.faults
        guard faults.isEmpty else { break }
        return read
      } catch {
        faults += reading.isIncomplete ? reading.faults : [error]
        guard faults.count + more <= faultLimit else { break }
        let key = pass < 10 ? error.key : error.key.map { String($0.prefix { $0 != "." && $0 != "[" }) }
        guard let part = smallestPart(of: key, besides: excused) else { break }
        excused.insert(part)
      }
    }
    throw DataFileError(all: faults, more: more)
  }

  /// The smallest part of the file around a wrong value that is not excused yet; `nil` if only the file itself is left.
  private static func smallestPart(of key: String?, besides excused: Set<String>) -> String? {
    var part = key ?? ""
    while excused.contains(part), let end = part.lastIndex(where: { $0 == "." || $0 == "[" }) {
      part = String(part[..<end])
    }
    return part.isEmpty || excused.contains(part) ? nil : part
  }

  private static func node(_ bytes: [UInt8], file: String) throws(DataFileError) -> JSONNode {
    guard bytes.count <= byteLimit else {
      throw DataFileError(file: file, line: 1, "the file has \(bytes.count) bytes, more than \(byteLimit)")
    }
    return try JSONNode.parse(bytes: bytes, file: file)
  }

  /// Reads what stands at the head of every file: the version of the format, if it is given, and the units of plain
  /// numbers.
  static func readHead(_ object: inout DataObject) throws(DataFileError) {
    _ = try object.optional("$schema")?.text()
    if let version = object.optional("schemaVersion"), try version.number() != ExactDecimal(1) {
      throw version.fault("is not 1, the only version that this Lapwing reads; write 1")
    }
    if let units = object.optional("units") {
      object.reading.units = try units.units()
      object.reading.hasUnits = true
    }
  }

  /// Rejects an entry that has the same name as another.
  static func refuseTwins(_ words: [(word: String, field: DataField)]) throws(DataFileError) {
    var seen: Set<String> = []
    for (word, field) in words where !seen.insert(word).inserted {
      throw field.fault("“\(word)” occurs twice; keep one")
    }
  }
}
