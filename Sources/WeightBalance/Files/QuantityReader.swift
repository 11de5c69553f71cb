/// Reads quantities: `{"value": 340, "unit": "lb"}`, or a plain number in the units of the file.
extension DataField {
  /// A quantity, as an object or as a plain number.
  func amount<Unit: QuantityUnit>(_ allowed: NumberRange) throws(DataFileError) -> Exact<Unit> {
    if isNumber { return try plainAmount(allowed) }
    var object = try object(or: "a number, or an object with value and unit")
    let quantity: Exact<Unit> = try object.quantity(allowed)
    try object.finish()
    return quantity
  }

  /// A plain number in the units of the file.
  func plainAmount<Unit: QuantityUnit>(_ allowed: NumberRange) throws(DataFileError) -> Exact<Unit> {
    guard let unit = reading.units.unit(of: Unit.self) else { throw fault("needs a unit") }
    let quantity = try quantity(in: unit)
    try allowed.check(quantity, self)
    return quantity
  }

  /// The units of the plain numbers of a file, such as `{"weight": "kg", "arm": "mm", "volume": "l"}`.
  func units() throws(DataFileError) -> SheetUnits {
    var object = try object()
    let usual = SheetUnits.american
    let units = SheetUnits(
      weight: try object.optional("weight")?.unit() ?? usual.weight,
      length: try object.optional("arm")?.unit() ?? usual.length,
      volume: try object.optional("volume")?.unit() ?? usual.volume)
    try object.finish()
    return units
  }

  /// A density, as an object or as a plain number in the file's units of weight and volume.
  func density() throws(DataFileError) -> Density {
    if isNumber { return try density(reading.units.weight, per: reading.units.volume) }
    var object = try object(or: "a number, or an object with value and unit")
    let density = try object.density()
    try object.finish()
    return density
  }

  /// A plain number as a density in given units. It must be one that a fuel can have: the usual mistake is a number
  /// in the units of another file.
  fileprivate func density(_ weight: WeightUnit, per volume: VolumeUnit) throws(DataFileError) -> Density {
    let number = try number()
    let density: Density
    do { density = try Density(number, weight, per: volume) } catch { throw fault(error.message) }
    guard !density.isOfFuel, !isPlaceholder else { return density }
    let written = "\(density.text(in: weight, per: volume, places: 6)) \(weight.symbol)/\(volume.symbol)"
    var question = "check the number and its unit"
    if let other = try? Density(number, .kilograms, per: .litres), other.isOfFuel { question = "is it in kg/l?" }
    if let other = try? Density(number, .pounds, per: .usGallons), other.isOfFuel { question = "is it in lb/gal?" }
    throw fault("is \(written); fuel weighs 5 to 8 lb/gal (0.6 to 0.96 kg/l): \(question)")
  }

  /// A temperature, such as `{"value": 30, "unit": "°C"}` or 30.
  func celsius() throws(DataFileError) -> ExactDecimal {
    var value = self
    if !isNumber {
      var object = try object(or: "a number, or an object with value and unit")
      value = try object.required("value")
      _ = try object.required("unit").choice(["°C"])
      try object.finish()
    }
    let number = try value.number()
    guard let millidegrees = number.scaled(by: 1000), (-60_000...60_000).contains(millidegrees) else {
      throw value.fault("is not a temperature of fuel; write -60 to 60 °C")
    }
    return number
  }
}

extension SheetUnits {
  fileprivate func unit<Unit: QuantityUnit>(of _: Unit.Type) -> Unit? {
    (weight as? Unit) ?? (length as? Unit) ?? (volume as? Unit)
  }
}

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
    let unit = optional("unit")
    if unit == nil, reading.hasUnits { return try field.plainAmount(allowed) }
    let quantity: Exact<Unit> = try field.quantity(in: try required("unit").unit())
    try allowed.check(quantity, field)
    return quantity
  }

  /// Reads a density from the keys `value` and `unit`; the unit is one such as `lb/gal`.
  mutating func density() throws(DataFileError) -> Density {
    let value = try required("value")
    if optional("unit") == nil, reading.hasUnits { return try value.density() }
    let unit = try required("unit")
    if unit.isPlaceholder { return Density(weight: Weight(6, .pounds), volume: Volume(1, .usGallons)) }
    for weight in WeightUnit.allCases {
      for volume in VolumeUnit.allCases where unit.node.kind == .string("\(weight.symbol)/\(volume.symbol)") {
        return try value.density(weight, per: volume)
      }
    }
    throw unit.fault("is not a unit of density; write lb/gal, lb/imp gal, lb/l, kg/gal, kg/imp gal or kg/l")
  }

  /// Reads a moment from the keys `value` and `unit`; the unit is one such as `lb·in`.
  mutating func moment() throws(DataFileError) -> Moment {
    let value = try required("value")
    let number = try value.number()
    if optional("unit") == nil, reading.hasUnits {
      do {
        return try Moment(number, reading.units.weight, reading.units.length)
      } catch {
        throw value.fault(error.message)
      }
    }
    let unit = try required("unit")
    if unit.isPlaceholder { return .zero }
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
