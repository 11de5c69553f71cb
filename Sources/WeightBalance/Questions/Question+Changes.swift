/// Questions about weight that is moved, added or removed.
///
/// All of them use one balance of moments (FAA-H-8083-25C, chapter 10): weight shifted / total weight = change of CG /
/// distance shifted.
extension Question {
  /// `totalWeight`, `weight`, `from` and `to` or `distance` → `cgShift`, and with `cg` the `newCG`.
  func shift() throws(DataFileError) -> Answer {
    let total = try positive("totalWeight")
    let weight = try inputs.required("weight", inputs.weight)
    let shift = weight * (try distance())
    var answer = Answer(in: inputs)
    answer.addCG("cgShift", shift, of: total)
    if let cg = try inputs.arm("cg") { answer.addCG("newCG", total * cg + shift, of: total) }
    return answer
  }

  /// `totalWeight`, `cg`, `newCG`, and `from` and `to` or `distance` → the `weight` to be shifted. With `weight` and
  /// `from` instead → `to` and the `distance`.
  func shiftNeeded() throws(DataFileError) -> Answer {
    let total = try positive("totalWeight")
    let change = total * (try inputs.required("newCG", inputs.arm) - inputs.required("cg", inputs.arm))
    var answer = Answer(in: inputs)
    if let weight = try inputs.weight("weight"), inputs.value("to") == nil, inputs.value("distance") == nil {
      guard let distance = change.arm(of: weight) else { throw inputs.fault("weight", "must not be 0") }
      answer.add("distance", distance)
      if let from = try inputs.arm("from") { answer.add("to", from + distance) }
      return answer
    }
    let distance = try distance()
    guard distance != .zero else {
      throw inputs.fault("to", "is the same as from, so no weight can shift the CG; give another arm")
    }
    answer.add("weight", change.weight(over: distance))
    return answer
  }

  /// `totalWeight`, `cg` or `totalMoment`, and `changes` as a list of `{weight, arm}`, negative if removed →
  /// `newWeight`, `newMoment`, `newCG`, `cgShift`.
  func addRemove() throws(DataFileError) -> Answer {
    let (weight, moment) = try before()
    var new = QuestionLoad(weight: weight, moment: moment)
    if let changes = try inputs.objects("changes") {
      for change in changes { new = new + (try change.load()) }
    } else {
      new = new + (try inputs.load())
    }
    guard new.weight > .zero else { throw inputs.fault("changes", "leave no weight") }
    var answer = Answer(in: inputs)
    answer.add("newWeight", new.weight)
    answer.add("newMoment", new.moment)
    answer.addCG("newCG", new.moment, of: new.weight)
    if let old = moment.arm(of: weight), let arm = new.moment.arm(of: new.weight) { answer.add("cgShift", arm - old) }
    return answer
  }

  /// `totalWeight`, `cg`, `newCG` and the `arm` of the ballast → the `weight` to be added, negative if it is to be
  /// removed, and `newWeight`.
  func addNeeded() throws(DataFileError) -> Answer {
    let (total, moment) = try before()
    let wanted = try inputs.required("newCG", inputs.arm), arm = try inputs.required("arm", inputs.arm)
    guard arm != wanted else {
      throw inputs.fault("arm", "is the wanted CG itself, so no weight there can move the CG to it; give another arm")
    }
    let weight = (total * wanted - moment).weight(over: arm - wanted)
    var answer = Answer(in: inputs)
    answer.add("weight", weight)
    answer.add("newWeight", total + weight)
    return answer
  }

  /// `totalWeight`, `cg`, `newCG` and the `weight` that is added → the `arm` at which it must be placed.
  func locateBallast() throws(DataFileError) -> Answer {
    let (total, moment) = try before()
    let wanted = try inputs.required("newCG", inputs.arm), weight = try inputs.required("weight", inputs.weight)
    guard let arm = ((total + weight) * wanted - moment).arm(of: weight) else {
      throw inputs.fault("weight", "must not be 0")
    }
    var answer = Answer(in: inputs)
    answer.add("arm", arm)
    answer.add("newWeight", total + weight)
    return answer
  }

  /// `totalWeight`, and `cg` or `totalMoment`.
  private func before() throws(DataFileError) -> (Weight, Moment) {
    let weight = try positive("totalWeight")
    if let moment = try inputs.moment("totalMoment") { return (weight, moment) }
    return (weight, weight * (try inputs.required("cg", inputs.arm)))
  }

  private func distance() throws(DataFileError) -> Arm {
    if let distance = try inputs.arm("distance") { return distance }
    return try inputs.required("to", inputs.arm) - inputs.required("from", inputs.arm)
  }

  func positive(_ key: String) throws(DataFileError) -> Weight {
    let weight = try inputs.required(key, inputs.weight)
    guard weight > .zero else { throw inputs.fault(key, "must be above 0") }
    return weight
  }
}
