/// An object of a data file, read key by key. Keys that were not read are rejected at the end, so that a misspelt key
/// cannot remove a limit.
struct DataObject {
  let file: String
  let path: String
  let line: Int
  private let members: [JSONNode.Member]
  private var known: [String] = []

  init(members: [JSONNode.Member], file: String, path: String, line: Int) {
    self.members = members
    self.file = file
    self.path = path
    self.line = line
  }

  /// The value of a key; `nil` if it is missing.
  mutating func optional(_ key: String) -> DataField? {
    known.append(key)
    guard let member = members.first(where: { $0.key == key }) else { return nil }
    return DataField(node: member.value, file: file, path: path.isEmpty ? key : "\(path).\(key)", line: member.line)
  }

  /// The value of a required key.
  mutating func required(_ key: String) throws(DataFileError) -> DataField {
    guard let field = optional(key) else {
      throw DataFileError(
        file: file, line: line, key: path.isEmpty ? nil : path, "the key “\(key)” is missing; add it")
    }
    return field
  }

  /// The value of a required key that may be `null`.
  mutating func nullable(_ key: String) throws(DataFileError) -> DataField? {
    let field = try required(key)
    return field.isNull ? nil : field
  }

  /// Rejects keys that were not read. Call this after all keys.
  func finish() throws(DataFileError) {
    guard let unknown = members.first(where: { !known.contains($0.key) }) else { return }
    throw DataFileError(
      file: file, line: unknown.line, key: path.isEmpty ? nil : path,
      "the key “\(unknown.key.prefix(80))” is unknown here; use \(known.joined(separator: ", "))")
  }
}

/// Reads the root of a data file and the parts that all data files share.
enum DataFile {
  /// A shipped file has some ten thousand bytes.
  static let byteLimit = 1 << 20

  static func root(_ bytes: [UInt8], file: String) throws(DataFileError) -> DataField {
    guard bytes.count <= byteLimit else {
      throw DataFileError(file: file, line: 1, "the file has \(bytes.count) bytes, more than \(byteLimit)")
    }
    let node = try JSONNode.parse(bytes: bytes, file: file)
    return DataField(node: node, file: file, path: "", line: node.line)
  }

  /// Checks the version of the file format.
  static func checkVersion(_ object: inout DataObject) throws(DataFileError) {
    _ = try object.optional("$schema")?.text()
    let version = try object.required("schemaVersion")
    guard try version.number() == ExactDecimal(1) else {
      throw version.fault("is not 1, the only version that this Lapwing reads; write 1")
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
