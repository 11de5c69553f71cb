/// The inputs of a question, read as quantities in the question's units.
///
/// A number may also be written as `{"value": 80, "unit": "kg"}`, in a unit of its own.
struct QuestionInputs {
  /// The units in which the question is put and answered.
  struct Units: Hashable {
    var weight = WeightUnit.pounds
    var length = LengthUnit.inches

    /// Reads `lb,in` or `kg,m`. What names no unit (“as given”) leaves pounds and inches: an answer in the same unit as
    /// its question does not depend on which one that is.
    init(_ text: String) {
      for word in text.split(whereSeparator: { ",;/· ".contains($0) }) {
        if let unit = WeightUnit(symbol: word) { weight = unit }
        if let unit = LengthUnit(symbol: word) { length = unit }
      }
    }
  }

  let node: JSONNode
  let units: Units
  /// How the object is reached, for errors.
  let path: String
  /// What moments are divided by where they are written.
  let momentDivisor: Int

  init(_ node: JSONNode, units: Units, path: String, momentDivisor: Int? = nil) throws(DataFileError) {
    self.node = node
    self.units = units
    self.path = path
    guard case .object = node.kind else {
      throw DataFileError(file: "", line: node.line, key: path, "must be an object, not \(node.kindName)")
    }
    if let momentDivisor {
      self.momentDivisor = momentDivisor
    } else if let written = node["momentDivisor"], written.kind != .null {
      guard case .number(let text) = written.kind, let divisor = Int(text), (1...1_000_000).contains(divisor) else {
        throw DataFileError(file: "", line: 1, key: "momentDivisor", "must be a whole number from 1 to 1000000")
      }
      self.momentDivisor = divisor
    } else {
      self.momentDivisor = 1
    }
  }

  /// The value of a key; `nil` where it is missing or null.
  func value(_ key: String) -> JSONNode? {
    guard let value = node[key], value.kind != .null else { return nil }
    return value
  }

  /// The first of some keys that there is.
  func firstKey(_ keys: [String]) -> String? { keys.first { value($0) != nil } }

  func fault(_ key: String, _ sentence: String) -> DataFileError {
    DataFileError(file: "", line: value(key)?.line ?? node.line, key: path.isEmpty ? key : "\(path).\(key)", sentence)
  }

  func missing(_ key: String) -> DataFileError { fault(key, "is missing") }

  // MARK: Quantities

  func weight(_ key: String) throws(DataFileError) -> Weight? { try quantity(key, units.weight) }
  func arm(_ key: String) throws(DataFileError) -> Arm? { try quantity(key, units.length) }

  func moment(_ key: String) throws(DataFileError) -> Moment? {
    guard let value = value(key) else { return nil }
    return try moment(value, key)
  }

  func moment(_ value: JSONNode, _ key: String) throws(DataFileError) -> Moment {
    let number = try decimal(value, key)
    do { return try Moment(number, units.weight, units.length, divisor: momentDivisor) } catch {
      throw fault(key, error.message)
    }
  }

  func required<Value>(
    _ key: String, _ read: (String) throws(DataFileError) -> Value?
  ) throws(DataFileError) -> Value {
    guard let value = try read(key) else { throw missing(key) }
    return value
  }

  func quantity<Unit: QuantityUnit>(_ key: String, _ unit: Unit) throws(DataFileError) -> Exact<Unit>? {
    guard let value = value(key) else { return nil }
    return try quantity(value, key, unit)
  }

  func quantity<Unit: QuantityUnit>(_ value: JSONNode, _ key: String, _ unit: Unit) throws(DataFileError) -> Exact<Unit>
  {
    var unit = unit
    if case .string(let symbol)? = value["unit"]?.kind {
      guard let own = Unit(symbol: symbol) else {
        let known = Unit.allCases.map(\.symbol).joined(separator: ", ")
        throw fault(key, "has the unit “\(symbol)”: a \(Unit.quantityName) is in one of \(known)")
      }
      unit = own
    }
    let number = try decimal(value, key)
    do { return try Exact(number, unit) } catch { throw fault(key, error.message) }
  }

  func decimal(_ key: String) throws(DataFileError) -> ExactDecimal? {
    guard let value = value(key) else { return nil }
    return try decimal(value, key)
  }

  private func decimal(_ node: JSONNode, _ key: String) throws(DataFileError) -> ExactDecimal {
    guard case .number(let text) = (node["value"] ?? node).kind else {
      throw fault(key, "must be a number, not \(node.kindName)")
    }
    guard let number = ExactDecimal(text) else { throw fault(key, "is too large") }
    return number
  }

  // MARK: Lists and objects

  func list(_ key: String) throws(DataFileError) -> [JSONNode]? {
    guard let value = value(key) else { return nil }
    guard case .array(let elements) = value.kind else { throw fault(key, "must be a list, not \(value.kindName)") }
    guard elements.count <= Self.listLimit else { throw fault(key, "has more than \(Self.listLimit) entries") }
    return elements
  }

  /// So many moments, each within its limit, still add up within 128 bits.
  private static let listLimit = 1000

  func objects(_ key: String) throws(DataFileError) -> [QuestionInputs]? {
    guard let elements = try list(key) else { return nil }
    var objects: [QuestionInputs] = []
    for (index, element) in elements.enumerated() { objects.append(try object(element, "\(key)[\(index)]")) }
    return objects
  }

  func object(_ key: String) throws(DataFileError) -> QuestionInputs? {
    guard let value = value(key) else { return nil }
    return try object(value, key)
  }

  func object(_ node: JSONNode, _ key: String) throws(DataFileError) -> QuestionInputs {
    try QuestionInputs(node, units: units, path: path.isEmpty ? key : "\(path).\(key)", momentDivisor: momentDivisor)
  }

  /// Two limits: `[35, 47.3]`, or an object with `forward` and `aft` or `min` and `max`.
  func pair<Value>(
    _ key: String, _ read: (JSONNode, String) throws(DataFileError) -> Value
  ) throws(DataFileError) -> (Value, Value)? {
    guard let value = value(key) else { return nil }
    var ends: [JSONNode] = []
    if case .array(let elements) = value.kind { ends = elements }
    for names in [("forward", "aft"), ("min", "max")] {
      if let low = value[names.0], let high = value[names.1] { ends = [low, high] }
    }
    guard ends.count == 2 else { throw fault(key, "must be two numbers: the forward and the aft limit") }
    return (try read(ends[0], key), try read(ends[1], key))
  }
}
