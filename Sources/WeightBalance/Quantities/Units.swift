/// A unit of a quantity. All units of a quantity are whole multiples of one small step, so that a decimal number of any
/// of them is a whole number of steps.
package protocol QuantityUnit: Sendable, Hashable, CaseIterable {
  /// The number of steps in one unit.
  var steps: Int128 { get }
  /// The symbol after a number.
  var symbol: String { get }
  /// Other accepted spellings.
  var otherSymbols: [String] { get }
  /// The largest accepted amount, in steps. It keeps every product within 128 bits.
  static var limit: Int128 { get }
  static var quantityName: String { get }
}

extension QuantityUnit {
  /// The same with its article: “an arm”.
  static var quantityWithArticle: String { (quantityName.hasPrefix("a") ? "an " : "a ") + quantityName }

  /// The unit with this symbol or spelling; upper and lower case are the same.
  package init?(symbol: some StringProtocol) {
    let wanted = symbol.lowercased()
    guard
      let unit = Self.allCases.first(where: {
        $0.symbol.lowercased() == wanted || $0.otherSymbols.contains(wanted)
      })
    else { return nil }
    self = unit
  }
}

/// A unit of weight. The step is 10⁻¹⁴ kg: a pound is exactly 0.45359237 kg (international yard and pound agreement of
/// 1959), so six decimals of a pound are whole steps.
package enum WeightUnit: QuantityUnit {
  case pounds, kilograms

  package var steps: Int128 { self == .pounds ? 45_359_237_000_000 : 100_000_000_000_000 }
  package var symbol: String { self == .pounds ? "lb" : "kg" }
  package var otherSymbols: [String] { self == .pounds ? ["lbs", "pounds"] : ["kilograms", "kgs"] }
  /// 4000 t, six times the heaviest aeroplane ever flown.
  package static var limit: Int128 { 4_000_000 * 100_000_000_000_000 }
  package static var quantityName: String { "weight" }
}

/// A unit of length. The step is 10⁻¹⁰ mm: an inch is exactly 25.4 mm, so nine decimals of every unit are whole steps.
package enum LengthUnit: QuantityUnit {
  case inches, feet, millimetres, centimetres, metres

  package var steps: Int128 {
    switch self {
    case .inches: 254_000_000_000
    case .feet: 12 * 254_000_000_000
    case .millimetres: 10_000_000_000
    case .centimetres: 100_000_000_000
    case .metres: 10_000_000_000_000
    }
  }
  package var symbol: String {
    switch self {
    case .inches: "in"
    case .feet: "ft"
    case .millimetres: "mm"
    case .centimetres: "cm"
    case .metres: "m"
    }
  }
  package var otherSymbols: [String] {
    switch self {
    case .inches: ["inches", "inch"]
    case .feet: ["feet", "foot"]
    case .millimetres: ["millimetres", "millimeters"]
    case .centimetres: ["centimetres", "centimeters"]
    case .metres: ["metres", "meters"]
    }
  }
  /// A kilometre.
  package static var limit: Int128 { 1000 * 10_000_000_000_000 }
  package static var quantityName: String { "arm" }
}

/// A unit of volume. The step is 10⁻¹² l: a US gallon is 231 cubic inches, exactly 3.785411784 l; an imperial gallon is
/// exactly 4.54609 l.
package enum VolumeUnit: QuantityUnit {
  case usGallons, imperialGallons, litres

  package var steps: Int128 {
    switch self {
    case .usGallons: 3_785_411_784_000
    case .imperialGallons: 4_546_090_000_000
    case .litres: 1_000_000_000_000
    }
  }
  package var symbol: String {
    switch self {
    case .usGallons: "gal"
    case .imperialGallons: "imp gal"
    case .litres: "l"
    }
  }
  package var otherSymbols: [String] {
    switch self {
    case .usGallons: ["gallons", "us gal", "usgal", "us gallons", "usg"]
    case .imperialGallons: ["impgal", "imperial gallons", "ukgal", "uk gal", "ig"]
    case .litres: ["litres", "liters", "litre", "liter", "ltr"]
    }
  }
  /// A million litres.
  package static var limit: Int128 { 1_000_000 * 1_000_000_000_000 }
  package static var quantityName: String { "volume" }
}
