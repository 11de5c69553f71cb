/// The inputs of a question, read as quantities in the units of the question.
///
/// A number may also be written as `{"value": 80, "unit": "kg"}`, with its own unit.
struct QuestionInputs {
  /// The units of the question and of its answer.
  struct Units: Hashable {
    var weight = WeightUnit.pounds
    var length = LengthUnit.inches

    /// Reads `lb,in` or `kg,m`. A text without units (“as given”) means pounds and inches: if question and answer have
    /// the same unit, it does not matter which one.
    init(_ text: String) {
      for word in text.split(whereSeparator: { ",;/· ".contains($0) }) {
        if let unit = WeightUnit(symbol: word) { weight = unit }
        if let unit = LengthUnit(symbol: word) { length = unit }
      }
    }
  }

  let node: JSONNode
  let units: Units
  /// The path of the object, for errors.
  let path: String
  /// The number by which written moments are divided.
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

  /// The value of a key; `nil` if it is missing or null.
  func value(_ key: String) -> JSONNode? {
    guard let value = node[key], value.kind != .null else { return nil }
    return value
  }

  func firstKey(_ keys: [String]) -> String? { keys.first { value($0) != nil } }

  func fault(_ key: String, _ sentence: String) -> DataFileError {
    DataFileError(file: "", line: value(key)?.line ?? node.line, key: path.isEmpty ? key : "\(path).\(key)", sentence)
  }

  func missing(_ key: String) -> DataFileError { fault(key, "is missing; add it") }

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
        throw fault(key, "has the unit “\(symbol)”: \(Unit.quantityWithArticle) is in one of \(known)")
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

  func list(_ key: String) throws(DataFileError) -> [JSONNode]? {
    guard let value = value(key) else { return nil }
    guard case .array(let elements) = value.kind else { throw fault(key, "must be a list, not \(value.kindName)") }
    guard elements.count <= Self.listLimit else { throw fault(key, "has more than \(Self.listLimit) entries") }
    return elements
  }

  /// Three lists of this many moments, each at most ``QuestionLoad/momentLimit``, still fit into 128 bits.
  private static let listLimit = 500

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
