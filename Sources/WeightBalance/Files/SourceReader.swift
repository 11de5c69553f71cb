extension DataField {
  /// Reads a source. The hash of its check is verified here; ``sourced(_:)`` verifies the number.
  func source() throws(DataFileError) -> Source {
    var object = try object()
    let source = Source(
      document: try object.required("document").line(), section: try object.required("section").line(),
      publisher: try object.required("publisher").line(),
      datePublished: try object.required("datePublished").dayOfPublication(),
      tcdsNumber: try object.nullable("tcdsNumber")?.line(), url: try object.nullable("url")?.address(),
      confidence: try object.required("confidence").choice(), lastVerified: try object.required("lastVerified").day(),
      notes: try object.required("notes").text(), check: try object.optional("check")?.sourceCheck())
    try object.finish()
    return source
  }

  private func sourceCheck() throws(DataFileError) -> SourceCheck {
    var object = try object()
    let textField = try object.required("text")
    let hashField = try object.required("sha256")
    let check = SourceCheck(
      text: try textField.text(), sha256: try hashField.text(), verifier: try object.required("verifier").line(),
      date: try object.required("date").day())
    guard !check.text.isEmpty else { throw textField.fault("is empty; transcribe the passage of the document") }
    guard check.sha256 == SHA256.hexadecimal(check.text.utf8) else {
      throw hashField.fault("is not the SHA-256 of the transcribed text; compare the text with the document again")
    }
    try object.finish()
    return check
  }

  /// Reads a value with its source from the keys `value` and, if it has one, `unit`.
  ///
  /// - Parameters:
  ///   - read: reads one value from an object with `value` and `unit`; it is also called for every alternative.
  ///   - numbers: the numbers of a value that must be in the transcribed passage.
  func sourced<Value>(
    _ read: (inout DataObject) throws(DataFileError) -> Value,
    numbers: (Value, DataField) throws(DataFileError) -> [ExactDecimal]
  ) throws(DataFileError) -> Sourced<Value> {
    var object = try object()
    let value = try read(&object)
    let isKnown = try object.required("known").truth()
    let sourceField = try object.required("source")
    let source = try sourceField.source()
    var alternatives: [Sourced<Value>.Alternative] = []
    for field in try object.optional("alternatives")?.list(0...20) ?? [] {
      var other = try field.object()
      let value = try read(&other)
      alternatives.append(Sourced.Alternative(value: value, source: try other.required("source").source()))
      try other.finish()
    }
    try object.finish()
    if let check = source.check {
      let written = Passage.numbers(in: check.text)
      for number in try numbers(value, self) where !written.contains(number) {
        throw sourceField.fault("its check fails: a number of \(path) is not in the transcribed text; compare them")
      }
    }
    return Sourced(value, isKnown: isKnown, source: source, alternatives: alternatives)
  }

  /// A quantity with unit and source.
  func sourcedQuantity<Unit: QuantityUnit>(
    _ allowed: NumberRange, of _: Unit.Type = Unit.self
  ) throws(DataFileError) -> Sourced<Exact<Unit>> {
    try sourced(
      { (object: inout DataObject) throws(DataFileError) in try object.quantity(allowed) },
      numbers: { (_, field) throws(DataFileError) in
        var object = try field.object()
        return [try object.required("value").number()]
      })
  }
}

/// The allowed sign of a number.
enum NumberRange {
  case any, notNegative, positive

  func check<Value: Comparable & AdditiveArithmetic>(_ value: Value, _ field: DataField) throws(DataFileError) {
    switch self {
    case .notNegative where value < .zero: throw field.fault("is negative; write 0 or more")
    case .positive where value <= .zero: throw field.fault("must be above 0")
    default: break
    }
  }
}

extension DataObject {
  /// Reads a quantity from the keys `value` and `unit`.
  mutating func quantity<Unit: QuantityUnit>(_ allowed: NumberRange) throws(DataFileError) -> Exact<Unit> {
    let field = try required("value")
    let quantity: Exact<Unit> = try field.quantity(in: try required("unit").unit())
    try allowed.check(quantity, field)
    return quantity
  }

  /// Reads a density from the keys `value` and `unit`; the unit is one such as `lb/gal`.
  mutating func density() throws(DataFileError) -> Density {
    let value = try required("value")
    let unit = try required("unit")
    for weight in WeightUnit.allCases {
      for volume in VolumeUnit.allCases where unit.node.kind == .string("\(weight.symbol)/\(volume.symbol)") {
        do {
          return try Density(try value.number(), weight, per: volume)
        } catch let error as QuantityError {
          throw value.fault(error.message)
        } catch let error as DataFileError {
          throw error
        } catch {
          throw value.fault("is not a density; write a number above 0 and at most 10 kg/l")
        }
      }
    }
    throw unit.fault("is not a unit of density; write lb/gal, lb/imp gal, lb/l, kg/gal, kg/imp gal or kg/l")
  }

  /// Reads a moment from the keys `value` and `unit`; the unit is one such as `lb·in`.
  mutating func moment() throws(DataFileError) -> Moment {
    let value = try required("value")
    let unit = try required("unit")
    let number = try value.number()
    for weight in WeightUnit.allCases {
      for length in LengthUnit.allCases where unit.node.kind == .string("\(weight.symbol)·\(length.symbol)") {
        do {
          return try Moment(number, weight, length)
        } catch {
          throw value.fault(error.message)
        }
      }
    }
    throw unit.fault("is not a unit of moment; write a weight and a length such as lb·in or kg·m")
  }
}

/// Searches the transcribed passage of a document.
enum Passage {
  /// The numbers in a text. A comma between digits groups thousands, as in 2,300.
  static func numbers(in text: String) -> Set<ExactDecimal> {
    var numbers: Set<ExactDecimal> = []
    var token = ""
    func take(_ token: String) {
      var token = token[...]
      while token.last == "." { token.removeLast() }
      if let number = ExactDecimal(token) { numbers.insert(number) }
    }
    let characters = Array(text)
    for (index, character) in characters.enumerated() {
      let isDigit = character.isASCII && character.isNumber
      if isDigit || (character == "." && !token.isEmpty) {
        token.append(character)
      } else if character == ",", !token.isEmpty, index + 1 < characters.count, characters[index + 1].isNumber {
        continue
      } else {
        take(token)
        token = ""
      }
    }
    take(token)
    return numbers
  }
}
