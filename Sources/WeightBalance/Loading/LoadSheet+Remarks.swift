extension LoadSheet {
  /// Sentences that change no verdict: which of two values is in force, and what is not checked.
  package var remarks: [Remark] {
    var remarks: [Remark] = []
    func add(_ subject: Remark.Subject, _ sentence: String) { remarks.append(Remark(subject, sentence)) }
    for other in scenario.passedOver {
      switch other {
      case .empty(let record, let origin):
        guard let empty = scenario.empty, empty != record else { continue }
        add(
          .emptyWeight,
          "The empty weight is that of \(scenario.emptyOrigin ?? "the scenario"), \(text(empty)); \(origin) has "
            + "\(text(record)).")
      case .tail(let registration):
        add(
          .tail,
          "The tail file of \(scenario.tail ?? "the options") is in force; the scenario names \(registration).")
      }
    }
    if !scenario.equipmentAsWeighed.isEmpty, let day = scenario.weighedOn {
      add(
        .equipment,
        "The weighing of \(day) includes what was changed on that day: "
          + "\(scenario.equipmentAsWeighed.joined(separator: ", ")).")
    }
    if aircraft.cruiseFlow == nil, scenario.tripFuel > .zero, !aircraft.tanks.isEmpty {
      add(
        .reserve,
        "The fuel reserve is not checked, because the type gives no cruiseFlow: give what it burns in an hour of cruise, "
          + "such as {\"value\": 8.3, \"unit\": \"gal/h\"}, in its aircraft file.")
    }
    return remarks
  }

  private func text(_ record: Loading.WeighingRecord) -> String {
    "\(units.text(record.weight)) at \(units.text(record.arm))"
  }
}
