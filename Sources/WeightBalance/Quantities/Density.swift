/// The density of fuel as it was written: a weight for a volume, so that gallons times pounds per gallon are exact.
package struct Density: Sendable, Hashable {
  package let weight: Weight
  package let volume: Volume

  /// Accepts a positive weight for one unit of volume, at most 10 kg per litre.
  package init(_ number: ExactDecimal, _ weight: WeightUnit, per volume: VolumeUnit) throws(QuantityError) {
    self.weight = try Weight(number, weight)
    self.volume = Volume(1, volume)
    guard self.weight > .zero, self.weight.double(in: .kilograms) <= 10 * self.volume.double(in: .litres) else {
      throw QuantityError("is not a density; write a number above 0 and at most 10 kg/l")
    }
  }

  init(weight: Weight, volume: Volume) {
    self.weight = weight
    self.volume = volume
  }

  /// Whether a fuel can have this density: 4.5 to 9 lb/gal, or 0.54 to 1.08 kg/l.
  var isOfFuel: Bool { (0.539...1.0801).contains(weight.double(in: .kilograms) / volume.double(in: .litres)) }

  /// The number of weight units per volume unit, as text.
  package func text(in weight: WeightUnit, per volume: VolumeUnit, places: Int) -> String {
    let converted = Weight(steps: rounded(self.weight.steps, times: volume.steps, over: self.volume.steps) ?? 0)
    return converted.text(in: weight, places: places)
  }
}

extension Exact where Unit == VolumeUnit {
  /// The weight of a volume. It is exact if volume and density are written in the same unit of volume, otherwise to the
  /// nearest 10⁻¹⁴ kg.
  package static func * (volume: Volume, density: Density) -> Weight {
    let steps = rounded(volume.steps, times: density.weight.steps, over: density.volume.steps) ?? 0
    return Weight(steps: steps)
  }
}

extension Exact where Unit == WeightUnit {
  /// The volume that has this weight, rounded to whole steps in the wanted direction: up if it is to be drained, down
  /// if it must still fit.
  package func volume(at density: Density) -> Volume {
    Volume(steps: rounded(steps, times: density.volume.steps, over: density.weight.steps) ?? 0)
  }
}
