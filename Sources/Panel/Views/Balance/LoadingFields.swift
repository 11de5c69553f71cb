import Characters
import Readings
import Web
import WeightBalance

/// A number field, by its name in the form.
struct LoadingField: Sendable {
  let name: String
  var text: String
  var fault: LoadingFault?
}

/// The unit systems by their names in the form.
enum UnitSystem: String, Sendable, CaseIterable {
  case imperial, metric

  var units: SheetUnits { self == .metric ? .metric : .american }
}

/// How the amounts of fuel are typed.
enum FuelMeasure: String, Sendable, CaseIterable {
  case volume, weight

  func unit(_ units: SheetUnits) -> String { self == .weight ? units.weight.symbol : units.volume.symbol }
}

/// Reads the fields of a form. If another system of units was chosen, what was typed in the old one is converted.
struct FieldReader {
  let query: FormFields
  let wanted: SheetUnits
  let fuel: FuelMeasure
  /// The density of fuel that may be typed by its weight; `nil` if it has several.
  let density: Density?

  /// The units of what was typed; `nil` if the form was not sent.
  private let typed: SheetUnits?

  /// - Throws: `badForm` for units that there are not. Fields throw it for a number without units: it would be dropped, and
  ///   the sheet would be that of another loading.
  init(query: FormFields, wanted: SheetUnits, fuel: FuelMeasure, density: Density?) throws(LapwingError) {
    (self.query, self.wanted, self.fuel, self.density) = (query, wanted, fuel, density)
    guard let text = query["typed"] else {
      typed = nil
      return
    }
    guard let system = UnitSystem(rawValue: text) else {
      throw .badForm("`typed` is \"\(text.prefix(20))\" and must be metric or imperial; load the page again")
    }
    typed = system.units
  }

  func weight(_ name: String, _ usual: Weight?, from least: Weight? = nil) throws(LapwingError) -> LoadingField {
    try field(name, usual, least, \.weight)
  }
  func arm(_ name: String, _ usual: Arm?) throws(LapwingError) -> LoadingField { try field(name, usual, nil, \.length) }
  /// An amount of fuel: what was typed by volume is shown by weight, or the other way round, if that was chosen.
  func volume(_ name: String, _ usual: Volume?, from least: Volume? = nil) throws(LapwingError) -> LoadingField {
    let measure = query["typed-fuel"].flatMap(FuelMeasure.init(rawValue:)) ?? .volume
    guard let density, measure == .weight || fuel == .weight else { return try field(name, usual, least, \.volume) }
    let found =
      try measure == .weight
      ? field(name, usual.map { $0 * density }, least.map { $0 * density }, \.weight)
      : field(name, usual, least, \.volume)
    let text = DecimalComma.pointed(query[name] ?? found.text)
    guard measure != fuel, found.fault == nil, let number = ExactDecimal(text) else { return found }
    let units = query[name] == nil ? wanted : typed ?? wanted
    var converted = found
    do {
      converted.text =
        try fuel == .weight
        ? (Volume(number, units.volume) * density).text(in: wanted.weight, places: 2)
        : Weight(number, units.weight).volume(at: density).text(in: wanted.volume, places: 2)
    } catch {
      converted.fault = .tooLarge(error.message)
    }
    return converted
  }

  private func field<Unit: QuantityUnit>(
    _ name: String, _ usual: Exact<Unit>?, _ least: Exact<Unit>?, _ unit: (SheetUnits) -> Unit
  ) throws(LapwingError) -> LoadingField {
    let wanted = unit(wanted)
    guard let text = query[name] else {
      return LoadingField(name: name, text: usual?.text(in: wanted, places: 2) ?? "")
    }
    guard let typed else {
      throw .badForm("\(name) has no unit: `typed` is missing, which is metric or imperial; load the page again")
    }
    guard !text.isEmpty else { return LoadingField(name: name, text: "") }
    guard let number = ExactDecimal(DecimalComma.pointed(text)) else {
      return LoadingField(name: name, text: text, fault: .notANumber)
    }
    do {
      let value = try Exact(number, unit(typed))
      if let least, value < least { return LoadingField(name: name, text: text, fault: .tooSmall) }
      let isSame = unit(typed) == wanted
      return LoadingField(name: name, text: isSame ? text : value.text(in: wanted, places: 2))
    } catch {
      return LoadingField(name: name, text: text, fault: .tooLarge(error.message))
    }
  }
}

enum LoadingFault: Sendable {
  case notANumber
  case tooSmall
  /// The sentence of the reader, in English.
  case tooLarge(String)
}
