/// Reads amounts of fuel: a volume, or a weight, which has the volume of its density.
final class FuelReader {
  private let tanks: [FuelTank]
  /// The density that a scenario asks for; `nil` for that of the tanks.
  private let density: Density?
  /// Whether an amount was rounded: it was given as a weight, or with nine decimals or more.
  private(set) var isRounded = false

  init(tanks: [FuelTank], density: Density?) { (self.tanks, self.density) = (tanks, density) }

  /// The volume of a weight.
  /// - Parameter tank: the id of the tank that holds it; `nil` for fuel that may burn from each tank.
  /// - Returns: `nil` if the tanks have several densities.
  fileprivate func volume(of weight: Weight, in tank: String?) -> Volume? {
    isRounded = true
    return FuelTank.volume(of: weight, in: tanks.filter { tank == nil || $0.id == tank }, density)
  }

  fileprivate func record(_ number: ExactDecimal) {
    if number.hasManyDecimals { isRounded = true }
  }
}

extension FuelTank {
  /// The volume of a weight of fuel, to the nearest step; `nil` if the tanks have several densities.
  package static func volume(of weight: Weight, in tanks: [FuelTank], _ wanted: Density?) -> Volume? {
    density(in: tanks, wanted).map { weight.volume(at: $0) }
  }

  /// The one density of these tanks; `nil` if they have several.
  /// - Parameter wanted: the density that a scenario asks for.
  package static func density(in tanks: [FuelTank], _ wanted: Density?) -> Density? {
    let densities = wanted.map { [$0] } ?? tanks.map(\.density.value)
    return densities.first.flatMap { first in densities.allSatisfy { $0 == first } ? first : nil }
  }
}

extension ExactDecimal {
  /// Whether it has nine decimals or more: a fraction such as 4/3 that somebody had to cut.
  package var hasManyDecimals: Bool { exponent <= -9 }
}

extension DataField {
  func fuel(_ allowed: NumberRange, _ reader: FuelReader, in tank: String? = nil) throws(DataFileError) -> Volume {
    if isNumber {
      reader.record(try number())
      return try plainAmount(allowed)
    }
    var object = try object(or: "a number, or an object with value and unit")
    let volume = try object.fuel(allowed, reader, in: tank)
    try object.finish()
    return volume
  }

  /// Fuel that may burn from each tank, with its source.
  func sourcedFuel(_ reader: FuelReader) throws(DataFileError) -> Sourced<Volume> {
    try sourced(
      plain: { (field) throws(DataFileError) in try field.fuel(.notNegative, reader) },
      { (object: inout DataObject) throws(DataFileError) in try object.fuel(.notNegative, reader, in: nil) },
      numbers: { (_, field) throws(DataFileError) in [try field.valueNumber()] })
  }
}

extension DataObject {
  fileprivate mutating func fuel(
    _ allowed: NumberRange, _ reader: FuelReader, in tank: String?
  ) throws(DataFileError) -> Volume {
    guard let unit = optional("unit"), case .string(let symbol) = unit.node.kind,
      WeightUnit.allCases.contains(where: { $0.symbol == symbol })
    else {
      if let value = optional("value"), value.isNumber { reader.record(try value.number()) }
      return try quantity(allowed)
    }
    let weight: Weight = try quantity(allowed)
    guard let volume = reader.volume(of: weight, in: tank) else {
      throw unit.fault("is a weight, and the tanks hold fuel of several densities; write a volume")
    }
    return volume
  }
}
