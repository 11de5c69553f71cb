extension LoadSheet {
  /// A caution if the newest weighing of the aeroplane is more than 36 months before the day of the sheet.
  ///
  /// 14 CFR Part 91 sets no interval. 36 months is that of 14 CFR 125.91(b) and only serves as a yardstick.
  func oldWeighing() -> [Warning] {
    guard let weighed = scenario.weighedOn, let day = scenario.date,
      Tail.isOld(weighedOn: weighed, on: day)
    else { return [] }
    return [
      Warning(
        level: .caution, code: .oldWeighing,
        message:
          "The newest weighing of \(scenario.tail ?? "the aeroplane") is of \(weighed), more than 36 months ago.",
        detail:
          "Part 91 sets no interval; 36 months is that of 14 CFR 125.91(b). Make sure that the record still holds.",
        regulation: .preflight)
    ]
  }

  /// How much people, baggage and fuel may weigh together: the take-off limit less the empty weight.
  package var usefulLoad: Weight {
    let empty = scenario.empty?.weight ?? aircraft.emptyWeight.value
    return min(aircraft.limits.takeoff.value, category.maxWeight.value) - empty
  }
}

extension Aircraft {
  /// The take-off limit less the typical empty weight.
  package var usefulLoad: Weight { limits.takeoff.value - emptyWeight.value }
}
