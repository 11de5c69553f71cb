import WeightBalance

/// The loading as a pilot adds it up: weight, arm and moment of every line, and the sum at each phase.
package struct Worksheet {
  package struct Line {
    package enum Kind: Sendable, Equatable {
      case empty
      case fixed(FixedItem)
      case station(StationDetail)
      case tank(FuelDetail)
      /// What burns up to a phase. Its weight and moment are negative.
      case burned(LoadPhase.Name, Volume)
      case sum(LoadPhase)
    }

    package let kind: Kind
    package let weight: Weight
    package let moment: Moment

    /// What it is, for programs, and of what.
    var words: (kind: String, id: String?) {
      switch kind {
      case .empty: ("empty", nil)
      case .fixed(let item): ("fixed", item.id)
      case .station(let detail): ("station", detail.station.id)
      case .tank(let detail): ("tank", detail.tank.id)
      case .burned(let phase, _): ("burned", phase.rawValue)
      case .sum(let phase): ("sum", phase.name.rawValue)
      }
    }

    package var arm: Arm? {
      if case .station(let detail) = kind { return detail.arm }
      return moment.arm(of: weight)
    }
  }

  package let lines: [Line]
  private let units: SheetUnits
  private let weightPlaces: Int?
  private let momentPlaces: Int?

  /// Whether the columns add up to the last digit; if not, their figures are rounded.
  package var addsUp: Bool { weightPlaces != nil && momentPlaces != nil }

  package init(_ sheet: LoadSheet) {
    units = sheet.units
    let empty = sheet.emptyRecord
    var lines = [Line(kind: .empty, weight: empty.weight, moment: empty.moment)]
    lines += sheet.aircraft.fixedItems.map {
      Line(kind: .fixed($0), weight: $0.weight.value, moment: $0.moment.value)
    }
    lines += sheet.stationDetails.map { Line(kind: .station($0), weight: $0.weight, moment: $0.moment) }
    lines += sheet.fuelDetails.map { Line(kind: .tank($0), weight: $0.weight, moment: $0.moment) }
    var before: LoadPhase?
    for phase in sheet.phases {
      if let before, before.weight != phase.weight || before.moment != phase.moment {
        lines.append(
          Line(
            kind: .burned(phase.name, Self.burned(phase.name, sheet)), weight: phase.weight - before.weight,
            moment: phase.moment - before.moment))
      }
      lines.append(Line(kind: .sum(phase), weight: phase.weight, moment: phase.moment))
      before = phase
    }
    self.lines = lines
    weightPlaces = Self.places(lines.map { $0.weight.text(in: sheet.units.weight, places: 9) })
    momentPlaces = Self.places(
      lines.map { $0.moment.text(in: sheet.units.weight, sheet.units.length, places: 9) })
  }

  private static func burned(_ phase: LoadPhase.Name, _ sheet: LoadSheet) -> Volume {
    sheet.fuelDetails.reduce(.zero) { sum, detail in
      switch phase {
      case .ramp: sum
      case .takeoff: sum + detail.taxiBurn
      case .landing: sum + detail.tripBurn
      case .zeroFuel: sum + detail.remaining
      }
    }
  }

  /// The decimals of a column: as many as its exact figures need, so that it adds up; one if they need too many.
  private static func places(_ exact: [String]) -> Int? {
    let needed = exact.map { text in text.split(separator: ".").dropFirst().first?.count ?? 0 }.max() ?? 0
    return needed <= 3 ? needed : nil
  }

  /// A figure with all decimals of its column, so that they stand below each other.
  private static func padded(_ text: String, _ places: Int) -> String {
    guard places > 0 else { return text }
    let decimals = text.split(separator: ".").dropFirst().first?.count ?? 0
    return text + (decimals == 0 ? "." : "") + String(repeating: "0", count: places - decimals)
  }

  package func table(_ sheet: LoadSheet, in terms: any SheetTerms = EnglishSheetTerms()) -> SheetTables.Table {
    let moment = "\(units.weight.symbol)·\(units.length.symbol)"
    let titles = [
      terms.text(.line), units.weight.symbol, terms.text(.arm(units.length.symbol)), moment, terms.text(.limit), "",
    ]
    return SheetTables.Table(
      titles,
      lines.map { line in
        let figures = [
          Self.padded(line.weight.text(in: units.weight, places: weightPlaces ?? 1), weightPlaces ?? 1),
          line.arm.map { SheetWords.text($0, units) } ?? "-",
          Self.padded(
            line.moment.text(in: units.weight, units.length, places: momentPlaces ?? 1), momentPlaces ?? 1),
        ]
        let (limit, note, isFault) = limit(line, sheet, terms)
        var isSum = false
        if case .sum = line.kind { isSum = true }
        return SheetTables.Table.Row(
          [name(line, sheet, terms)] + figures + [limit.map { SheetWords.text($0, units) } ?? "-", note], isSum: isSum,
          isFault: isFault)
      })
  }

  private func name(_ line: Line, _ sheet: LoadSheet, _ terms: any SheetTerms) -> String {
    func volume(_ volume: Volume) -> String { "\(SheetWords.text(volume, units)) \(units.volume.symbol)" }
    switch line.kind {
    case .empty: return terms.text(Self.emptyName(sheet))
    case .fixed(let item): return terms.name(item.name)
    case .station(let detail): return terms.name(detail.station.name)
    case .tank(let detail): return "\(terms.name(detail.tank.name)), \(volume(detail.loaded))"
    case .burned(let phase, let amount): return terms.text(.burned(phase, volume(amount)))
    case .sum(let phase): return "= \(terms.text(.phaseName(phase.name)))"
    }
  }

  private static func emptyName(_ sheet: LoadSheet) -> SheetTerm {
    if sheet.hasTypicalEmpty { return .emptyOfType }
    guard let day = sheet.weighedOn else { return .emptyUndated }
    return .emptyWeighed(tail: sheet.scenario.tail ?? sheet.aircraft.name, day: day)
  }

  /// The limit of a line, what is said of it, and whether that is a fault. A plausible load is no limit and is not shown
  /// as one.
  private func limit(
    _ line: Line, _ sheet: LoadSheet, _ terms: any SheetTerms
  ) -> (Weight?, note: String, isFault: Bool) {
    switch line.kind {
    case .empty, .fixed, .burned: return (nil, "", false)
    case .station(let detail):
      let most = detail.station.maxWeight.value
      let note: SheetTerm? =
        !detail.isWithinLimit
        ? .overItsLimit : detail.isImplausible ? .implausible(above: SheetWords.text(most, units)) : nil
      return (detail.station.maxIsLimit ? most : nil, note.map(terms.text) ?? "", !detail.isWithinLimit)
    case .tank(let detail):
      return (nil, detail.isWithinLimit ? "" : terms.text(.overCapacity), !detail.isWithinLimit)
    case .sum(let phase):
      return (phase.maxWeight, phase.isTooHeavy ? terms.text(.tooHeavy) : "", phase.isTooHeavy)
    }
  }
}
