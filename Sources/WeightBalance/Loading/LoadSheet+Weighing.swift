extension LoadSheet {
  /// The empty weight in force.
  package var emptyRecord: Loading.WeighingRecord { scenario.empty ?? aircraft.emptyRecord }

  /// Whether the empty weight is that of the aircraft file, or a copy of it.
  private var isEmptyOfType: Bool { scenario.weighedOn == nil && emptyRecord == aircraft.emptyRecord }

  /// The day of the weighing that the empty weight is of; `nil` if no file gives one.
  package var weighedOn: String? { scenario.weighedOn ?? (isEmptyOfType ? aircraft.weighedOn : nil) }

  /// Whether the empty weight is the typical one of the type.
  package var hasTypicalEmpty: Bool { isEmptyOfType && weighedOn == nil }

  /// Whether the empty weight is that of no weighing of this aeroplane up to the day of the sheet.
  package var isEmptyUnverified: Bool {
    guard let weighedOn else { return true }
    return scenario.date.map { weighedOn > $0 } ?? false
  }

  /// A caution if the empty weight is not that of this aeroplane, or if its weighing is more than 36 months before the
  /// day of the sheet.
  ///
  /// 14 CFR Part 91 sets no interval. 36 months is that of 14 CFR 125.91(b) and only serves as a yardstick.
  func weighingWarnings() -> [Warning] {
    if isEmptyUnverified { return [unverifiedEmpty] }
    guard let weighedOn, let day = scenario.date, Tail.isOld(weighedOn: weighedOn, on: day) else { return [] }
    return [
      Warning(
        level: .caution, code: .oldWeighing,
        message:
          "The newest weighing of \(scenario.tail ?? "the aeroplane") is of \(weighedOn), more than 36 months ago.",
        detail:
          "Part 91 sets no interval; 36 months is that of 14 CFR 125.91(b). Make sure that the record still holds.",
        regulation: .preflight)
    ]
  }

  private var unverifiedEmpty: Warning {
    let used = "\(units.text(emptyRecord.weight)) at \(units.text(emptyRecord.arm)) is used"
    let message: String, detail: String
    if hasTypicalEmpty {
      message = "The empty weight is typical of the type: no weighing of this aeroplane is given."
      detail =
        "\(used), and no aeroplane of the type weighs just that: enter the empty weight, its arm and the day of the "
        + "weighing from its weighing record."
    } else if let weighedOn {
      message = "The weighing of \(weighedOn) is after the day of the sheet."
      detail = "\(used): correct one of the days, or enter the weighing that held then."
    } else {
      message = "The day of the weighing is missing: whose empty weight it is cannot be verified."
      detail = "\(used): enter the day of the weighing from the weighing record of this aeroplane."
    }
    return Warning(
      level: .caution, code: .unverifiedEmpty, message: message, detail: detail, regulation: .preflight)
  }

  /// How much people, baggage and fuel may weigh together: the take-off limit less the empty weight.
  package var usefulLoad: Weight {
    min(aircraft.limits.takeoff.value, category.maxWeight.value) - emptyRecord.weight
  }
}

extension Aircraft {
  var emptyRecord: Loading.WeighingRecord { Loading.WeighingRecord(weight: emptyWeight.value, arm: emptyArm.value) }

  /// The take-off limit less the typical empty weight.
  package var usefulLoad: Weight { limits.takeoff.value - emptyWeight.value }
}
