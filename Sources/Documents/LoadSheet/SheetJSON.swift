import Status
import WeightBalance

/// Formats a load sheet as one JSON object.
package enum SheetJSON {
  package static func line(
    _ sheet: LoadSheet, _ risk: RiskEstimate? = nil, _ deviations: Deviations = Deviations()
  ) -> JSONLine {
    var line = JSONLine()
    line.add("aircraftId", sheet.aircraft.id)
    line.add("aircraft", sheet.aircraft.name)
    line.add("scenarioId", sheet.scenario.id)
    line.add("scenario", sheet.scenario.name)
    line.add("category", sheet.category.id)
    line.add("units", units(sheet.units))
    line.add("verdict", sheet.verdict.rawValue)
    line.add("phases", sheet.phases.map { phase($0, sheet.units) })
    line.add("isWithinWeightLimit", sheet.isWithinWeightLimit)
    line.add("isWithinCGEnvelope", sheet.isWithinCGEnvelope)
    line.add("isWithinAllStationLimits", sheet.isWithinAllStationLimits)
    line.add("weightMargin", decimal: number(sheet.weightMargin, sheet.units))
    line.add("usefulLoad", decimal: number(sheet.usefulLoad, sheet.units))
    line.add("cgForwardMargin", decimal: sheet.cgForwardMargin.map { number($0, sheet.units) })
    line.add("cgAftMargin", decimal: sheet.cgAftMargin.map { number($0, sheet.units) })
    line.add("stationDetails", sheet.stationDetails.map { station($0, sheet.units) })
    line.add("combinedDetails", sheet.combinedDetails.map { combined($0, sheet.units) })
    line.add("fuelDetails", sheet.fuelDetails.map { fuel($0, sheet.units) })
    line.add("fuelDensityBasis", sheet.fuelDensityBasis.text)
    if let worst = sheet.worst {
      line.add("worst", Self.worst(worst, sheet.units))
    } else {
      line.add("worst", decimal: nil)
    }
    if let room = sheet.room {
      var fits = JSONLine()
      fits.add("weight", decimal: number(room.weight, sheet.units))
      fits.add("station", room.station.id)
      fits.add("limit", room.limit.rawValue)
      line.add("room", fits)
    } else {
      line.add("room", decimal: nil)
    }
    line.add("burnPath", sheet.burnPath.map { point($0, sheet.units) })
    line.add("warnings", sheet.warnings.map(warning))
    line.add("remarks", sheet.remarks.map(\.sentence))
    line.add("limitingFactor", sheet.limitingFactor)
    if let risk {
      var estimate = JSONLine()
      estimate.add("probability", risk.probability)
      estimate.add("standardError", risk.standardError)
      estimate.add("samples", risk.samples)
      estimate.add("seed", risk.seed)
      estimate.add("personDeviation", decimal: number(deviations.person, sheet.units))
      estimate.add("meanPerson", decimal: number(deviations.meanPerson, sheet.units))
      estimate.add("scaleDeviationPercent", deviations.scalePercent)
      var codes = JSONLine()
      for entry in risk.byCode { codes.add(entry.code.rawValue, entry.probability) }
      estimate.add("byCode", codes)
      line.add("risk", estimate)
    }
    line.add("sources", sheet.aircraft.attributions.map(SourceText.json))
    line.add("disclaimer", LoadSheet.disclaimer)
    return line
  }

  private static func units(_ units: SheetUnits) -> JSONLine {
    var line = JSONLine()
    line.add("weight", units.weight.symbol)
    line.add("arm", units.length.symbol)
    line.add("moment", "\(units.weight.symbol)·\(units.length.symbol)")
    line.add("volume", units.volume.symbol)
    return line
  }

  private static func phase(_ phase: LoadPhase, _ units: SheetUnits) -> JSONLine {
    var line = JSONLine()
    line.add("name", phase.name.rawValue)
    line.add("weight", decimal: number(phase.weight, units))
    line.add("moment", decimal: number(phase.moment, units))
    line.add("cg", decimal: phase.moment.armText(of: phase.weight, in: units.length, places: 6))
    line.add("inEnvelope", phase.inEnvelope)
    line.add("forwardLimit", decimal: phase.forwardLimit.map { number($0, units) })
    line.add("aftLimit", decimal: phase.aftLimit.map { number($0, units) })
    line.add("maxWeight", decimal: phase.maxWeight.map { number($0, units) })
    if let percent = phase.percentMAC { line.add("percentMAC", decimal: percent) }
    return line
  }

  private static func station(_ detail: StationDetail, _ units: SheetUnits) -> JSONLine {
    var line = JSONLine()
    line.add("id", detail.station.id)
    line.add("name", detail.station.name)
    line.add("weight", decimal: number(detail.weight, units))
    line.add("arm", decimal: number(detail.arm, units))
    line.add("moment", decimal: number(detail.moment, units))
    line.add("maxWeight", decimal: number(detail.station.maxWeight.value, units))
    if let usual = detail.station.defaultWeight { line.add("defaultWeight", decimal: number(usual.value, units)) }
    line.add("margin", decimal: number(detail.margin, units))
    line.add("isWithinLimit", detail.isWithinLimit)
    line.add("armBadge", detail.station.arm.badge.rawValue)
    line.add("maxWeightBadge", detail.station.maxWeight.badge.rawValue)
    line.add("maxIsLimit", detail.station.maxIsLimit)
    return line
  }

  private static func combined(_ detail: CombinedDetail, _ units: SheetUnits) -> JSONLine {
    var line = JSONLine()
    line.add("id", detail.limit.id)
    line.add("name", detail.limit.name)
    line.add("weight", decimal: number(detail.weight, units))
    line.add("maxWeight", decimal: number(detail.limit.maxWeight.value, units))
    line.add("margin", decimal: number(detail.margin, units))
    line.add("isWithinLimit", detail.margin >= .zero)
    return line
  }

  private static func fuel(_ detail: FuelDetail, _ units: SheetUnits) -> JSONLine {
    var line = JSONLine()
    line.add("id", detail.tank.id)
    line.add("name", detail.tank.name)
    line.add("volume", decimal: number(detail.loaded, units))
    line.add("weight", decimal: number(detail.weight, units))
    line.add("arm", decimal: number(detail.tank.arm.value, units))
    line.add("moment", decimal: number(detail.moment, units))
    line.add("density", decimal: detail.density.text(in: units.weight, per: units.volume, places: 6))
    line.add("capacity", decimal: number(detail.tank.capacity.value, units))
    line.add("isOptional", detail.tank.isOptional)
    line.add("margin", decimal: number(detail.margin, units))
    line.add("taxiBurn", decimal: number(detail.taxiBurn, units))
    line.add("tripBurn", decimal: number(detail.tripBurn, units))
    line.add("remaining", decimal: number(detail.remaining, units))
    line.add("isWithinLimit", detail.isWithinLimit)
    return line
  }

  private static func point(_ point: PathPoint, _ units: SheetUnits) -> JSONLine {
    var line = JSONLine()
    line.add("label", point.label)
    line.add("weight", decimal: number(point.weight, units))
    line.add("moment", decimal: number(point.moment, units))
    line.add("cg", decimal: point.moment.armText(of: point.weight, in: units.length, places: 6))
    line.add("inEnvelope", point.inEnvelope)
    return line
  }

  private static func worst(_ worst: WorstPoint, _ units: SheetUnits) -> JSONLine {
    var line = JSONLine()
    line.add("weight", decimal: number(worst.margin.weight, units))
    line.add("cg", decimal: worst.margin.moment.armText(of: worst.margin.weight, in: units.length, places: 6))
    line.add("limit", worst.margin.side.rawValue)
    line.add("limitCG", decimal: number(worst.margin.limit, units))
    line.add("margin", decimal: number(worst.margin.margin, units))
    line.add("point", worst.label)
    return line
  }

  private static func warning(_ warning: Warning) -> JSONLine {
    var line = JSONLine()
    line.add("level", warning.level.rawValue)
    line.add("code", warning.code.rawValue)
    line.add("message", warning.message)
    line.add("detail", warning.detail)
    if let regulation = warning.regulatoryRef {
      line.add("regulatoryRef", regulation)
    } else {
      line.add("regulatoryRef", decimal: nil)
    }
    return line
  }

  private static func number(_ weight: Weight, _ units: SheetUnits) -> String {
    weight.text(in: units.weight, places: 6)
  }
  private static func number(_ arm: Arm, _ units: SheetUnits) -> String { arm.text(in: units.length, places: 6) }
  private static func number(_ volume: Volume, _ units: SheetUnits) -> String {
    volume.text(in: units.volume, places: 6)
  }
  private static func number(_ moment: Moment, _ units: SheetUnits) -> String {
    moment.text(in: units.weight, units.length, places: 6)
  }
}
