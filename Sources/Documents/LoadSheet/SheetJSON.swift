import Status
import WeightBalance

package struct SheetJSON {
  private let sheet: LoadSheet
  private let units: SheetUnits

  private init(_ sheet: LoadSheet) { (self.sheet, units) = (sheet, sheet.units) }

  package static func line(
    _ sheet: LoadSheet, _ risk: RiskEstimate? = nil, _ deviations: Deviations = Deviations()
  ) -> JSONObject {
    SheetJSON(sheet).object(risk, deviations)
  }

  private func object(_ risk: RiskEstimate?, _ deviations: Deviations) -> JSONObject {
    let verdict: JSONObject = [
      "aircraftId": sheet.aircraft.id, "aircraft": sheet.aircraft.name, "scenarioId": sheet.scenario.id,
      "scenario": sheet.scenario.name, "registration": JSONObject.orNull(sheet.scenario.registration),
      "pilot": JSONObject.orNull(sheet.scenario.pilot), "date": JSONObject.orNull(sheet.scenario.date),
      "datum": sheet.aircraft.datum.value, "weighedOn": JSONObject.orNull(sheet.weighedOn),
      "category": sheet.category.id, "units": unitNames,
      "verdict": sheet.verdict.level.rawValue, "verdictState": sheet.verdict.state,
      "verdictSentence": SheetWords.verdict(sheet), "phases": sheet.phases.map(phase),
      "isWithinWeightLimit": sheet.isWithinWeightLimit, "isWithinCGEnvelope": sheet.isWithinCGEnvelope,
      "isWithinAllStationLimits": sheet.isWithinAllStationLimits, "weightMargin": weight(sheet.weightMargin),
      "usefulLoad": weight(sheet.usefulLoad), "cgForwardMargin": arm(sheet.cgForwardMargin),
      "cgAftMargin": arm(sheet.cgAftMargin), "stationDetails": sheet.stationDetails.map(station),
      "combinedDetails": sheet.combinedDetails.map(combined), "fuelDetails": sheet.fuelDetails.map(fuel),
      "fuelDensityBasis": sheet.fuelDensityBasis.text, "worksheet": Worksheet(sheet).lines.map(line),
    ]
    let room = sheet.room.map {
      ["weight": weight($0.weight), "station": $0.station.id, "limit": $0.limit.rawValue] as JSONObject
    }
    let rest: JSONObject = [
      "worst": JSONObject.orNull(sheet.worst.map(worst)), "room": JSONObject.orNull(room),
      "burnPath": sheet.burnPath.map(point), "warnings": sheet.warnings.map(warning),
      "remarks": sheet.remarks.map(\.sentence), "limitingFactor": sheet.limitingFactor,
      "risk": risk.map { self.risk($0, deviations) }, "sources": sheet.aircraft.attributions.map(SourceText.json),
      "disclaimer": LoadSheet.disclaimer,
    ]
    return verdict.adding(rest)
  }

  private func risk(_ risk: RiskEstimate, _ deviations: Deviations) -> JSONObject {
    [
      "probability": risk.probability, "standardError": risk.standardError, "samples": risk.samples,
      "seed": risk.seed, "personDeviation": weight(deviations.person), "meanPerson": weight(deviations.meanPerson),
      "scaleDeviationPercent": deviations.scalePercent,
      "byCode": JSONObject(risk.byCode.map { ($0.code.rawValue, $0.probability) }),
    ]
  }

  private var unitNames: JSONObject {
    [
      "weight": units.weight.symbol, "arm": units.length.symbol,
      "moment": "\(units.weight.symbol)·\(units.length.symbol)", "volume": units.volume.symbol,
    ]
  }

  private func phase(_ phase: LoadPhase) -> JSONObject {
    [
      "name": phase.name.rawValue, "weight": weight(phase.weight), "moment": moment(phase.moment),
      "cg": cg(phase.moment, phase.weight), "inEnvelope": phase.inEnvelope,
      "forwardLimit": arm(phase.forwardLimit), "aftLimit": arm(phase.aftLimit),
      "maxWeight": weight(phase.maxWeight), "percentMAC": phase.percentMAC.map { JSONDecimal($0) },
    ]
  }

  private func line(_ line: Worksheet.Line) -> JSONObject {
    let (kind, id) = line.words
    return [
      "kind": kind, "id": id, "weight": weight(line.weight), "arm": cg(line.moment, line.weight),
      "moment": moment(line.moment),
    ]
  }

  private func station(_ detail: StationDetail) -> JSONObject {
    let station = detail.station
    return [
      "id": station.id, "name": station.name, "weight": weight(detail.weight), "arm": arm(detail.arm),
      "moment": moment(detail.moment), "maxWeight": weight(station.maxWeight.value),
      "defaultWeight": station.defaultWeight.map { weight($0.value) }, "margin": weight(detail.margin),
      "isWithinLimit": detail.isWithinLimit, "armBadge": station.arm.badge.rawValue,
      "maxWeightBadge": station.maxWeight.badge.rawValue, "maxIsLimit": station.maxIsLimit,
    ]
  }

  private func combined(_ detail: CombinedDetail) -> JSONObject {
    [
      "id": detail.limit.id, "name": detail.limit.name, "weight": weight(detail.weight),
      "maxWeight": weight(detail.limit.maxWeight.value), "margin": weight(detail.margin),
      "isWithinLimit": detail.margin >= Weight.zero,
    ]
  }

  private func fuel(_ detail: FuelDetail) -> JSONObject {
    let density = detail.density.text(in: units.weight, per: units.volume, places: 6)
    return [
      "id": detail.tank.id, "name": detail.tank.name, "volume": volume(detail.loaded),
      "weight": weight(detail.weight), "arm": arm(detail.tank.arm.value), "moment": moment(detail.moment),
      "density": JSONDecimal(density), "capacity": volume(detail.tank.capacity.value),
      "isOptional": detail.tank.isOptional, "margin": volume(detail.margin), "taxiBurn": volume(detail.taxiBurn),
      "tripBurn": volume(detail.tripBurn), "remaining": volume(detail.remaining),
      "isWithinLimit": detail.isWithinLimit,
    ]
  }

  private func point(_ point: PathPoint) -> JSONObject {
    [
      "label": point.label, "weight": weight(point.weight), "moment": moment(point.moment),
      "cg": cg(point.moment, point.weight), "inEnvelope": point.inEnvelope,
    ]
  }

  private func worst(_ worst: WorstPoint) -> JSONObject {
    let margin = worst.margin
    return [
      "weight": weight(margin.weight), "cg": cg(margin.moment, margin.weight), "limit": margin.side.rawValue,
      "limitCG": arm(margin.limit), "margin": arm(margin.margin), "point": worst.label,
    ]
  }

  private func warning(_ warning: Warning) -> JSONObject {
    [
      "level": warning.level.rawValue, "code": warning.code.rawValue, "message": warning.message,
      "detail": warning.detail, "regulatoryRef": JSONObject.orNull(warning.regulatoryRef),
    ]
  }

  private func cg(_ moment: Moment, _ weight: Weight) -> JSONDecimal {
    JSONDecimal(moment.armText(of: weight, in: units.length, places: 6))
  }
  private func weight(_ weight: Weight?) -> JSONDecimal { JSONDecimal(weight?.text(in: units.weight, places: 6)) }
  private func arm(_ arm: Arm?) -> JSONDecimal { JSONDecimal(arm?.text(in: units.length, places: 6)) }
  private func volume(_ volume: Volume) -> JSONDecimal { JSONDecimal(volume.text(in: units.volume, places: 6)) }
  private func moment(_ moment: Moment) -> JSONDecimal {
    JSONDecimal(moment.text(in: units.weight, units.length, places: 6))
  }
}
