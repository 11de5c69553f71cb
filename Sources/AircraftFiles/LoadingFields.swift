import Sync
import WeightBalance

/// A scenario file as the fields that devices exchange (docs/sync.md), and back into the file.
enum LoadingFields {
  /// Fields that are one key of the file each.
  private static let single = [
    "name", "notes", "registration", "pilot", "date", "category", "taxiFuel", "tripFuel", "burnOrder",
  ]
  /// Keys that only make sense together.
  private static let groups = [
    "aircraft": ["aircraftId", "tail"], "empty": ["emptyWeight", "emptyArm", "weighedOn"],
    "density": ["fuelDensity", "fuelGrade", "fuelTemperature"],
  ]
  /// The loads: the start of the field's name, the key of the file, and the keys of an entry in its long form.
  private static let lists = [("load ", "stationLoads", "stationId"), ("fuel ", "fuelLoads", "tankId")]
  /// The key of the file that names the fields which a person has not yet looked at.
  static let mark = "changedElsewhere"

  /// Whether this Lapwing knows where in a file the field stands.
  static func knows(_ field: String) -> Bool {
    single.contains(field) || groups[field] != nil || field == SyncField.deleted
      || lists.contains { field.hasPrefix($0.0) && field.utf8.count > $0.0.utf8.count }
  }

  static func fields(of root: JSONNode) -> [String: String] {
    let units = units(of: root)
    var fields: [String: String] = [:]
    for key in single { fields[key] = root[key].flatMap { text(of: $0, key, units) } }
    for (field, keys) in groups {
      let parts = keys.compactMap { key in root[key].flatMap { text(of: $0, key, units) }.map { "\"\(key)\":\($0)" } }
      if !parts.isEmpty { fields[field] = "{\(parts.joined(separator: ","))}" }
    }
    for (start, key, id) in lists {
      for (name, value) in loads(root[key], key, id, units) { fields[start + name] = value }
    }
    if case .string? = root["deletedAt"]?.kind { fields[SyncField.deleted] = SyncField.yes }
    return fields
  }

  /// The file with the values of a record. What it has alike stays as it is written, with its comments.
  /// - Parameters:
  ///   - fields: all of the record that are known here.
  ///   - times: when it was changed and deleted, such as `2026-11-22T10:00:00Z`.
  static func file(
    _ bytes: [UInt8], with fields: [String: String], unseen: [String], changed: String, deleted: String?, path: String
  ) throws(DataFileError) -> [UInt8] {
    let root = try JSONNode.parse(bytes: bytes, file: path), before = Self.fields(of: root)
    var bytes = bytes
    func set(_ key: String, _ value: String?) throws(DataFileError) {
      bytes =
        if let value { try JSONEdit.setting(key, to: value, in: bytes, file: path) } else {
          try JSONEdit.removing(key, in: bytes, file: path)
        }
    }
    for field in single where fields[field] != before[field] { try set(field, fields[field]) }
    for (field, keys) in groups.sorted(by: { $0.key < $1.key }) where fields[field] != before[field] {
      let group = try fields[field].map { (text) throws(DataFileError) in try JSONNode.parse(text, file: path) }
      for key in keys { try set(key, group?[key].map(canonical)) }
    }
    for (start, key, _) in lists {
      let loads = fields.filter { $0.key.hasPrefix(start) }
      guard loads != before.filter({ $0.key.hasPrefix(start) }) else { continue }
      let lines = loads.sorted { $0.key < $1.key }.map { field, value in
        "\n    \(JSONEdit.quoted(String(field.dropFirst(start.count)))): \(value)"
      }
      try set(key, "{\(lines.joined(separator: ","))\(lines.isEmpty ? "" : "\n  ")}")
    }
    // Both are required, though they may be empty.
    for (start, key, _) in lists where root[key] == nil && !fields.keys.contains(where: { $0.hasPrefix(start) }) {
      try set(key, "{}")
    }
    if fields[SyncField.deleted] != before[SyncField.deleted] {
      try set("deletedAt", fields[SyncField.deleted] == nil ? "null" : JSONEdit.quoted(deleted ?? changed))
    }
    try set("updatedAt", JSONEdit.quoted(changed))
    try set(mark, unseen.isEmpty ? nil : "[\(unseen.map(JSONEdit.quoted).joined(separator: ", "))]")
    return bytes
  }

  // MARK: Values

  private static func units(of root: JSONNode) -> SheetUnits {
    func unit<Unit: QuantityUnit>(_ key: String, _ usual: Unit) -> Unit {
      guard case .string(let symbol)? = root["units"]?[key]?.kind else { return usual }
      return Unit(symbol: symbol) ?? usual
    }
    let usual = SheetUnits.american
    return SheetUnits(
      weight: unit("weight", usual.weight), length: unit("arm", usual.length), volume: unit("volume", usual.volume))
  }

  /// A value with its unit; `nil` for null.
  private static func text(of node: JSONNode, _ key: String, _ units: SheetUnits) -> String? {
    if case .null = node.kind { return nil }
    switch key {
    case "taxiFuel", "tripFuel": return amount(node, units.volume.symbol)
    case "emptyWeight": return amount(node, units.weight.symbol)
    case "emptyArm": return amount(node, units.length.symbol)
    case "fuelDensity": return amount(node, "\(units.weight.symbol)/\(units.volume.symbol)")
    case "fuelTemperature": return amount(node, "°C")
    case "burnOrder":
      guard case .array(let steps) = node.kind else { return canonical(node) }
      return "[\(steps.map { object($0, ["volume": units.volume.symbol]) }.joined(separator: ","))]"
    default: return canonical(node)
    }
  }

  private static func amount(_ node: JSONNode, _ unit: String) -> String {
    guard case .number(let text) = node.kind else { return canonical(node) }
    return "{\"unit\":\(JSONEdit.quoted(unit)),\"value\":\(text)}"
  }

  /// An object whose plain numbers get units; anything else as it is.
  private static func object(_ node: JSONNode, _ units: [String: String], without id: String? = nil) -> String {
    guard case .object(let members) = node.kind else { return canonical(node) }
    let parts = members.filter { $0.key != id }.sorted { $0.key < $1.key }.map { member in
      let value = units[member.key].map { amount(member.value, $0) } ?? canonical(member.value)
      return "\(JSONEdit.quoted(member.key)):\(value)"
    }
    return "{\(parts.joined(separator: ","))}"
  }

  /// The loads of the stations, or the fuel of the tanks, in the short form of the file, from either form.
  private static func loads(
    _ node: JSONNode?, _ key: String, _ id: String, _ units: SheetUnits
  ) -> [String: String] {
    let isFuel = key == "fuelLoads", unit = isFuel ? units.volume.symbol : units.weight.symbol
    func value(_ node: JSONNode) -> String {
      if case .array(let parts) = node.kind {
        let values = parts.map(value)
        return values.count == 1 ? values[0] : "[\(values.joined(separator: ","))]"
      }
      return node["weight"] == nil
        ? amount(node, unit) : object(node, ["weight": units.weight.symbol, "arm": units.length.symbol], without: id)
    }
    switch node?.kind {
    case .object(let members)?: return Dictionary(members.map { ($0.key, value($0.value)) }) { first, _ in first }
    case .array(let entries)?:
      var found: [String: [String]] = [:]
      for entry in entries {
        guard case .string(let name)? = entry[id]?.kind else { continue }
        // A tank, or a station with a weight alone, is that amount.
        let members: Int = if case .object(let members) = entry.kind { members.count } else { 0 }
        let plain = isFuel ? entry["volume"] : members == 2 ? entry["weight"] : nil
        found[name, default: []].append(plain.map { amount($0, unit) } ?? value(entry))
      }
      return found.mapValues { $0.count == 1 ? $0[0] : "[\($0.joined(separator: ","))]" }
    default: return [:]
    }
  }

  /// Without white space and comments, the keys in their order: the same value is always the same text.
  static func canonical(_ node: JSONNode) -> String {
    switch node.kind {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let text): text
    case .string(let text): JSONEdit.quoted(text)
    case .array(let parts): "[\(parts.map(canonical).joined(separator: ","))]"
    case .object: object(node, [:])
    }
  }
}
