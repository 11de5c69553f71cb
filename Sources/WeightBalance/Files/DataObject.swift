/// An object of a data file, read key by key. What nobody asked for is refused at the end: a slip in a key must not
/// leave a limit out.
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

  /// The value of a key, or `nil` where it is missing.
  mutating func optional(_ key: String) -> DataField? {
    known.append(key)
    guard let member = members.first(where: { $0.key == key }) else { return nil }
    return DataField(node: member.value, file: file, path: path.isEmpty ? key : "\(path).\(key)", line: member.line)
  }

  /// The value of a key that must be there.
  mutating func required(_ key: String) throws(DataFileError) -> DataField {
    guard let field = optional(key) else {
      throw DataFileError(
        file: file, line: line, key: path.isEmpty ? nil : path, "the key “\(key)” is missing; add it")
    }
    return field
  }

  /// The value of a key that must be there and may be `null`.
  mutating func nullable(_ key: String) throws(DataFileError) -> DataField? {
    let field = try required(key)
    return field.isNull ? nil : field
  }

  /// To be called when every key has been asked for.
  func finish() throws(DataFileError) {
    guard let unknown = members.first(where: { !known.contains($0.key) }) else { return }
    throw DataFileError(
      file: file, line: unknown.line, key: path.isEmpty ? nil : path,
      "“\(unknown.key.prefix(80))” is no key here; allowed are \(known.joined(separator: ", "))")
  }
}

/// Where a whole file begins to be read.
enum DataFile {
  /// A file of ours has some ten thousand bytes.
  static let byteLimit = 1 << 20

  static func root(_ bytes: [UInt8], file: String) throws(DataFileError) -> DataField {
    guard bytes.count <= byteLimit else {
      throw DataFileError(file: file, line: 1, "the file has \(bytes.count) bytes, more than \(byteLimit)")
    }
    let node = try JSONNode.parse(bytes: bytes, file: file)
    return DataField(node: node, file: file, path: "", line: node.line)
  }

  /// The version of the file's form.
  static func checkVersion(_ object: inout DataObject) throws(DataFileError) {
    _ = try object.optional("$schema")?.text()
    let version = try object.required("schemaVersion")
    guard try version.number() == ExactDecimal(1) else {
      throw version.fault("is not 1, the only version that this Lapwing reads")
    }
  }

  /// Refuses an entry whose name another entry has.
  static func refuseTwins(_ words: [(word: String, field: DataField)]) throws(DataFileError) {
    var seen: Set<String> = []
    for (word, field) in words where !seen.insert(word).inserted {
      throw field.fault("“\(word)” stands twice; keep one")
    }
  }
}
