import ArgumentParser
import Characters
import Readings
import WeightBalance

/// The options that give a loading without a file, or change that of a file.
struct LoadingChanges: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A load: front-seats=340, or with its arm rear-seats=120@74.",
      discussion: "May be given several times. It replaces what the scenario has in this station.", valueName: "load"))
  var load: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Usable fuel: 38 if there is one tank, else main-fuel=50.",
      discussion: "May be given several times. It replaces what the scenario has in this tank.", valueName: "volume"))
  var fuel: [String] = []

  // A number that begins with a minus is no option: it is refused as a negative volume.
  @Option(
    parsing: .unconditional, help: ArgumentHelp("The fuel from take-off to landing.", valueName: "volume"))
  var trip: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The fuel for start, run-up and taxi.", valueName: "volume"))
  var taxi: String?

  @Option(help: "The certification category.")
  var category: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The empty weight and its arm: 1454@39.0.", valueName: "weight@arm"))
  var empty: String?

  /// Applies the options.
  /// - Parameter units: the units of numbers without one.
  func apply(to loading: inout Loading, of aircraft: Aircraft, _ units: SheetUnits) throws(LapwingError) {
    try applyLoads(to: &loading, of: aircraft, units)
    try applyFuel(to: &loading, of: aircraft, units)
    if let trip {
      loading.tripFuel = try Self.notNegative(trip, units.volume, "--trip \(trip)")
      loading.hasTripFuel = true
    }
    if let taxi { loading.taxiFuel = try Self.notNegative(taxi, units.volume, "--taxi \(taxi)") }
    if let category {
      guard aircraft.categories.contains(where: { $0.id == category }) else {
        throw Self.fault(
          "--category \(category)", "write one of \(aircraft.categories.map(\.id).joined(separator: ", "))")
      }
      loading.category = category
    }
    if let empty {
      let (weight, arm) = try Self.weightAndArm(empty, units, "--empty \(empty)")
      guard let arm, weight > .zero else {
        throw Self.fault("--empty \(empty)", "write a weight above 0 and its arm, such as 1454@39.0")
      }
      if let other = loading.empty {
        loading.passedOver.append(.empty(other, from: loading.emptyOrigin ?? "the scenario"))
      }
      loading.empty = Loading.WeighingRecord(weight: weight, arm: arm)
      loading.emptyOrigin = "--empty"
      loading.weighedOn = nil
      loading.equipmentAsWeighed = []
    }
  }

  private func applyLoads(
    to loading: inout Loading, of aircraft: Aircraft, _ units: SheetUnits
  ) throws(LapwingError) {
    var loads: [Loading.StationLoad] = []
    for text in load {
      let option = "--load \(text)"
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw Self.fault(option, "write a station and a weight, such as front-seats=340") }
      guard let station = aircraft.station(String(parts[0])) else {
        throw Self.fault(option, "there is no such station; use \(aircraft.stations.map(\.id).joined(separator: ", "))")
      }
      let (weight, arm) = try Self.weightAndArm(String(parts[1]), units, option)
      loads.append(Loading.StationLoad(station: station.id, weight: weight, arm: arm))
    }
    loading.stationLoads.removeAll { old in loads.contains { $0.station == old.station } }
    loading.stationLoads += loads
  }

  private func applyFuel(
    to loading: inout Loading, of aircraft: Aircraft, _ units: SheetUnits
  ) throws(LapwingError) {
    var loads: [Loading.FuelLoad] = []
    let names = aircraft.tanks.map(\.id)
    for text in fuel {
      let option = "--fuel \(text)"
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let tank = parts.count == 2 ? String(parts[0]) : names.count == 1 ? names.first : nil
      guard let tank, names.contains(tank) else {
        guard !names.isEmpty else { throw Self.fault(option, "the \(aircraft.name) has no tank") }
        guard parts.count == 2 else {
          let examples = names.map { "--fuel \($0)=…" }.joined(separator: " ")
          throw Self.fault(option, "the \(aircraft.name) has several tanks; name one: \(examples)")
        }
        throw Self.fault(option, "there is no such tank; use \(names.joined(separator: ", "))")
      }
      guard !loads.contains(where: { $0.tank == tank }) else { throw Self.fault(option, "\(tank) is given twice") }
      let volume = try Self.quantity(parts.last ?? "", units.volume, option)
      loads.append(Loading.FuelLoad(tank: tank, volume: volume))
    }
    loading.fuelLoads.removeAll { old in loads.contains { $0.tank == old.tank } }
    loading.fuelLoads += loads
  }

  // MARK: Quantities

  /// A weight, or a weight and an arm: `120` or `120@74`.
  private static func weightAndArm(
    _ text: String, _ units: SheetUnits, _ option: String
  ) throws(LapwingError) -> (Weight, Arm?) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let weight = try quantity(parts.first ?? "", units.weight, option)
    guard parts.count == 2 else { return (weight, nil) }
    return (weight, try quantity(parts[1], units.length, option))
  }

  private static func notNegative(
    _ text: String, _ unit: VolumeUnit, _ option: String
  ) throws(LapwingError) -> Volume {
    let volume = try quantity(Substring(text), unit, option)
    guard volume >= .zero else { throw fault(option, "is negative; write 0 or more") }
    return volume
  }

  /// A number with an optional unit: `340`, `340lb`, `150 kg`.
  private static func quantity<Unit: QuantityUnit>(
    _ text: Substring, _ usual: Unit, _ option: String
  ) throws(LapwingError) -> Exact<Unit> {
    let number = text.prefix { "+-.0123456789".contains($0) }
    let symbol = text[number.endIndex...].drop { $0 == " " }
    guard !number.isEmpty else { throw fault(option, "the \(Unit.quantityName) is missing; write a number") }
    guard let unit = symbol.isEmpty ? usual : Unit(symbol: symbol) else {
      throw fault(option, "“\(symbol)” is not a unit; use \(Unit.allCases.map(\.symbol).joined(separator: ", "))")
    }
    do {
      return try Exact(number, unit)
    } catch {
      throw fault(option, "the \(Unit.quantityName) \(error.message)")
    }
  }

  private static func fault(_ option: String, _ sentence: String) -> LapwingError {
    LapwingError(.usage, code: .badOption, HiddenCharacter.visible("\(option): \(sentence)"))
  }
}
