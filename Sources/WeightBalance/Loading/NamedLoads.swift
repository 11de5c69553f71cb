/// People and bags whose weights are stored once, so that loadings can name them.
package struct NamedLoads: Sendable {
  package struct Entry: Sendable {
    package let name: String
    package let weight: Weight
    package let isPerson: Bool
  }

  /// In the order of the file, the people first.
  package let entries: [Entry]

  /// Of a box that stores no names.
  package static let none = NamedLoads(entries: [])

  /// Whether the data of a file look like such a list.
  package static func isList(_ node: JSONNode) -> Bool { node["people"] != nil || node["bags"] != nil }

  private init(entries: [Entry]) { self.entries = entries }

  /// Reads a file and checks the rules of `data/schemas/loads.schema.json`.
  package init(bytes: [UInt8], file: String) throws(DataFileError) {
    self = try DataFile.read(bytes, file: file) { (root) throws(DataFileError) in
      var object = try root.object()
      try DataFile.readHead(&object)
      var entries: [Entry] = [], names: [(word: String, field: DataField)] = []
      for (key, isPerson) in [("people", true), ("bags", false)] {
        for field in try object.optional(key)?.list(0...200) ?? [] {
          var entry = try field.object()
          let name = try entry.required("name").line(upTo: 60)
          entries.append(
            Entry(name: name, weight: try entry.required("weight").amount(.positive), isPerson: isPerson))
          try entry.finish()
          names.append((name, field))
        }
      }
      try object.finish()
      try DataFile.refuseTwins(names)
      return NamedLoads(entries: entries)
    }
  }

  package subscript(name: String) -> Entry? { entries.first { $0.name == name } }

  /// What to do about a name that is not stored.
  package var advice: String {
    entries.isEmpty
      ? "is not a stored name, and no names are stored; write a weight, or store people and bags in a loads file"
      : "is not a stored name; use one of \(entries.map(\.name).joined(separator: ", ")), or write a weight"
  }
}
