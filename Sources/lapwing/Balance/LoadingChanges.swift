import AircraftFiles
import ArgumentParser
import Characters
import Readings
import WeightBalance

/// The options that give a loading without a file, or change that of a file.
struct LoadingChanges: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A load: front-seats=340, with its arm rear-seats=120@74, or a stored name front-seats=Ann.",
      discussion: "May be given several times. It replaces what the scenario has in this station.", valueName: "load"))
  var load: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Usable fuel: 38 if there is one tank, else main-fuel=50.",
      discussion: """
        May be given several times. It replaces what the scenario has in this tank. A weight, such as 228lb, has the \
        volume of the fuel's density; so with --trip and --taxi.
        """, valueName: "volume"))
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

  @Option(help: ArgumentHelp("The day of the weighing that --empty is of: 2024-05-01.", valueName: "date"))
  var weighed: String?

  /// Applies the options.
  /// - Parameters:
  ///   - library: holds the stored people and bags.
  ///   - units: the units of numbers without one.
  func apply(
    to loading: inout Loading, of aircraft: Aircraft, _ library: AircraftLibrary, _ units: SheetUnits
  ) throws(LapwingError) {
    try applyLoads(to: &loading, of: aircraft, library, units)
    try applyFuel(to: &loading, of: aircraft, units)
    if let trip {
      loading.tripFuel = try Self.fuel(trip, of: &loading, aircraft.tanks, units, "--trip \(trip)", from: .zero)
      loading.hasTripFuel = true
    }
    if let taxi {
      loading.taxiFuel = try Self.fuel(taxi, of: &loading, aircraft.tanks, units, "--taxi \(taxi)", from: .zero)
    }
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
      loading.weighedOn = weighed
      loading.equipmentAsWeighed = []
    }
  }

  private func applyLoads(
    to loading: inout Loading, of aircraft: Aircraft, _ library: AircraftLibrary, _ units: SheetUnits
  ) throws(LapwingError) {
    var loads: [Loading.StationLoad] = []
    for text in load {
      let option = "--load \(text)"
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw Self.fault(option, "write a station and a weight, such as front-seats=340") }
      guard let station = aircraft.station(String(parts[0])) else {
        throw Self.fault(option, "there is no such station; use \(aircraft.stations.map(\.id).joined(separator: ", "))")
      }
      loads.append(try Self.load(parts[1], in: station, library, units, option))
    }
    loading.stationLoads.removeAll { old in loads.contains { $0.station == old.station } }
    loading.stationLoads += loads
    let names = loading.stationLoads.compactMap(\.name)
    if let twin = loads.compactMap(\.name).first(where: { name in names.count { $0 == name } > 1 }) {
      throw Self.fault("--load …=\(twin)", "“\(twin)” is loaded twice; keep one")
    }
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
      let volume = try Self.fuel(
        String(parts.last ?? ""), of: &loading, aircraft.tanks.filter { $0.id == tank }, units, option)
      loads.append(Loading.FuelLoad(tank: tank, volume: volume))
    }
    loading.fuelLoads.removeAll { old in loads.contains { $0.tank == old.tank } }
    loading.fuelLoads += loads
  }

  /// A load: a weight or the name of a stored person or bag, and an arm if one is given.
  private static func load(
    _ text: Substring, in station: Station, _ library: AircraftLibrary, _ units: SheetUnits, _ option: String
  ) throws(LapwingError) -> Loading.StationLoad {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first?.first, first.isLetter else {
      let (weight, arm) = try weightAndArm(String(text), units, option)
      return Loading.StationLoad(station: station.id, weight: weight, arm: arm)
    }
    let name = String(parts[0]), stored = try library.namedLoads()
    guard let entry = stored[name] else { throw fault(option, "“\(name)” \(stored.advice)") }
    var arm: Arm?
    if parts.count == 2 { arm = try quantity(parts[1], units.length, option) }
    return Loading.StationLoad(station: station.id, weight: entry.weight, arm: arm, name: name)
  }

  /// A weight, or a weight and an arm: `120` or `120@74`.
  private static func weightAndArm(
    _ text: String, _ units: SheetUnits, _ option: String
  ) throws(LapwingError) -> (Weight, Arm?) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let weight = try quantity(parts.first ?? "", units.weight, option)
    guard parts.count == 2 else { return (weight, nil) }
    return (weight, try quantity(parts[1], units.length, option))
  }

  /// An amount of fuel as a volume: `38`, `144 l`, `228lb`.
  private static func fuel(
    _ text: String, of loading: inout Loading, _ tanks: [FuelTank], _ units: SheetUnits, _ option: String,
    from least: Volume? = nil
  ) throws(LapwingError) -> Volume {
    let (number, symbol) = parts(Substring(text))
    let amount: Volume
    if let unit = WeightUnit(symbol: symbol) {
      let weight = try quantity(Substring(text), unit, option)
      guard let volume = FuelTank.volume(of: weight, in: tanks, loading.wantedDensity) else {
        throw fault(option, "is a weight, and the tanks hold fuel of several densities; write a volume")
      }
      amount = volume
      loading.isRounded = true
    } else {
      amount = try quantity(Substring(text), units.volume, option)
      if ExactDecimal(number)?.hasManyDecimals ?? false { loading.isRounded = true }
    }
    if let least, amount < least { throw fault(option, "is negative; write 0 or more") }
    return amount
  }

  /// A number with an optional unit: `340`, `340lb`, `150 kg`.
  private static func quantity<Unit: QuantityUnit>(
    _ text: Substring, _ usual: Unit, _ option: String
  ) throws(LapwingError) -> Exact<Unit> {
    let (number, symbol) = parts(text)
    guard !number.isEmpty else { throw fault(option, "the \(Unit.quantityName) is missing; write a number") }
    if symbol.first == "," { throw fault(option, "has a comma; write the number with a point, such as 38.5") }
    guard let unit = symbol.isEmpty ? usual : Unit(symbol: symbol) else {
      throw fault(option, "“\(symbol)” is not a unit; use \(Unit.allCases.map(\.symbol).joined(separator: ", "))")
    }
    do {
      return try Exact(number, unit)
    } catch {
      throw fault(option, "the \(Unit.quantityName) \(error.message)")
    }
  }

  private static func parts(_ text: Substring) -> (number: Substring, symbol: Substring) {
    let number = text.prefix { "+-.0123456789".contains($0) }
    return (number, text[number.endIndex...].drop { $0 == " " })
  }

  private static func fault(_ option: String, _ sentence: String) -> LapwingError {
    LapwingError(.usage, code: "bad-option", HiddenCharacter.visible("\(option): \(sentence)"))
  }
}
