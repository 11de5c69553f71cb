/// The units of a load sheet: one each for weight, length and volume.
package struct SheetUnits: Sendable, Hashable {
  package let weight: WeightUnit
  package let length: LengthUnit
  package let volume: VolumeUnit

  package init(weight: WeightUnit, length: LengthUnit, volume: VolumeUnit) {
    (self.weight, self.length, self.volume) = (weight, length, volume)
  }

  package static let american = SheetUnits(weight: .pounds, length: .inches, volume: .usGallons)
  package static let metric = SheetUnits(weight: .kilograms, length: .millimetres, volume: .litres)

  /// A weight with its unit. An excess is rounded up, so that it is never shown as zero.
  func text(_ value: Weight, rounding: Rounding = .nearest) -> String {
    "\(value.text(in: weight, places: 2, rounding: rounding)) \(weight.symbol)"
  }
  /// A weight with as many places as show that it is not another one, which at least two do.
  func text(_ value: Weight, unlike other: Weight) -> String {
    let places = (2...9).first { value.text(in: weight, places: $0) != other.text(in: weight, places: $0) } ?? 2
    return "\(value.text(in: weight, places: places)) \(weight.symbol)"
  }
  func text(_ value: Arm, rounding: Rounding = .nearest) -> String {
    "\(value.text(in: length, places: 2, rounding: rounding)) \(length.symbol)"
  }
  func text(_ value: Volume, rounding: Rounding = .nearest) -> String {
    "\(value.text(in: volume, places: 2, rounding: rounding)) \(volume.symbol)"
  }
}
