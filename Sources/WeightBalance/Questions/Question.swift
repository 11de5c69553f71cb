/// A weight-and-balance question as handbooks and examinations ask it: one JSON object `{id, kind, units, inputs}`.
///
/// The kinds are those of FAA-H-8083-1B and of FAA-H-8083-25C chapter 10: totals, shifts, additions, weighing, percent
/// MAC, fuel, envelopes and phases. Numbers are answered in the units of the question.
package struct Question: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case sum, minimum
    case loading, phases, maxStation
    case shift, shiftNeeded, addRemove, addNeeded, locateBallast
    case weighing, percentMAC, drain, fuelBurnMoment
    case envelope
  }

  package let kind: Kind
  let inputs: QuestionInputs

  /// - Parameter node: the object; its `id` may be anything and is ignored.
  package init(_ node: JSONNode) throws(DataFileError) {
    guard case .object = node.kind else {
      throw DataFileError(
        file: "", line: node.line, "a question must be an object with kind and inputs, not \(node.kindName)")
    }
    guard case .string(let name)? = node["kind"]?.kind, let kind = Kind(rawValue: name) else {
      let known = Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw DataFileError(file: "", line: node.line, key: "kind", "must be one of \(known)")
    }
    guard let given = node["inputs"] else {
      throw DataFileError(file: "", line: node.line, key: "inputs", "is missing; add it")
    }
    var units = ""
    switch node["units"]?.kind {
    case nil, .null: break
    case .string(let text): units = text
    default: throw DataFileError(file: "", line: node.line, key: "units", "must be a text such as “lb,in” or “kg,m”")
    }
    self.kind = kind
    inputs = try QuestionInputs(given, units: QuestionInputs.Units(units), path: "")
  }

  /// Answers the question.
  /// - Throws: an error that says which input is wrong or missing.
  package func answer() throws(DataFileError) -> Answer {
    switch kind {
    case .sum: try sum()
    case .minimum: try minimum()
    case .loading: try loading()
    case .phases: try phases()
    case .maxStation: try maxStation()
    case .shift: try shift()
    case .shiftNeeded: try shiftNeeded()
    case .addRemove: try addRemove()
    case .addNeeded: try addNeeded()
    case .locateBallast: try locateBallast()
    case .weighing: try weighing()
    case .percentMAC: try percentMAC()
    case .drain: try drain()
    case .fuelBurnMoment: try fuelBurnMoment()
    case .envelope: try envelope()
    }
  }

  /// `terms` → `value`.
  private func sum() throws(DataFileError) -> Answer {
    guard let terms = try inputs.list("terms") else { throw inputs.missing("terms") }
    var total = Moment.zero
    for (index, term) in terms.enumerated() { total += try inputs.moment(term, "terms[\(index)]") }
    var answer = Answer(in: inputs)
    answer.add("value", total)
    return answer
  }

  /// `candidates`, numbers or `{name, value}` → the lowest one as `limit`, and its name.
  private func minimum() throws(DataFileError) -> Answer {
    guard let candidates = try inputs.list("candidates"), let first = candidates.first else {
      throw inputs.fault("candidates", "must be a list of at least one number")
    }
    var least = (node: first, value: try inputs.moment(first, "candidates[0]"))
    for (index, candidate) in candidates.enumerated() {
      let value = try inputs.moment(candidate, "candidates[\(index)]")
      if value < least.value { least = (candidate, value) }
    }
    var answer = Answer(in: inputs)
    answer.add("limit", least.value)
    if case .string(let name)? = least.node["name"]?.kind { answer.add("limitedBy", text: name) }
    return answer
  }

  /// `weight`, `cg` or `moment`, and `envelope` as a list of `[weight, cg]` or `{weight, cg}` → `inside`, and the limits
  /// at this weight.
  private func envelope() throws(DataFileError) -> Answer {
    let weight = try inputs.required("weight", inputs.weight)
    let ring = try inputs.required("envelope", inputs.envelope)
    let moment: Moment
    let isInside: Bool
    if let cg = try inputs.arm("cg") {
      moment = weight * cg
      isInside = ring.contains(weight: weight, roundedArm: cg)
    } else {
      moment = try inputs.required("moment", inputs.moment)
      isInside = ring.contains(weight: weight, moment: moment)
    }
    var answer = Answer(in: inputs)
    answer.add("inside", isInside)
    answer.addLimits(of: ring, at: weight, moment: moment)
    return answer
  }

  /// `cg` or `percentMAC`, `lemac`, and `mac` or `temac` → the other of the two.
  private func percentMAC() throws(DataFileError) -> Answer {
    guard let chord = try inputs.chord() else { throw inputs.missing("lemac") }
    var answer = Answer(in: inputs)
    if let cg = try inputs.arm("cg") {
      answer.add("percentMAC", chord.percentText(of: cg, places: 6))
    } else {
      guard let percent = try inputs.decimal("percentMAC") else { throw inputs.missing("cg") }
      guard let cg = chord.arm(atPercent: percent) else { throw inputs.fault("percentMAC", "is too large") }
      answer.add("cg", cg)
    }
    return answer
  }
}

extension QuestionInputs {
  func envelope(_ key: String) throws(DataFileError) -> Envelope? {
    guard let corners = try list(key) else { return nil }
    var points: [Envelope.Point] = []
    for (index, corner) in corners.enumerated() {
      let name = "\(key)[\(index)]"
      if case .array(let pair) = corner.kind {
        guard pair.count == 2 else { throw fault(name, "must be a weight and a centre of gravity") }
        points.append(
          Envelope.Point(
            weight: try quantity(pair[0], name, units.weight), arm: try quantity(pair[1], name, units.length)))
      } else {
        let point = try object(corner, name)
        guard let weight = try point.weight("weight") else { throw point.missing("weight") }
        guard let arm = try point.arm(point.firstKey(["cg", "arm"]) ?? "cg") else { throw point.missing("cg") }
        points.append(Envelope.Point(weight: weight, arm: arm))
      }
    }
    do { return try Envelope(points: points) } catch { throw fault(key, error.message) }
  }

  /// The mean aerodynamic chord: `lemac`, and `mac` or `temac`.
  func chord() throws(DataFileError) -> MeanAerodynamicChord? {
    guard let leadingEdge = try arm("lemac") else { return nil }
    var length = try arm("mac")
    if length == nil, let trailingEdge = try arm("temac") { length = trailingEdge - leadingEdge }
    guard let length else { throw missing("mac") }
    guard let chord = MeanAerodynamicChord(leadingEdge: leadingEdge, length: length) else {
      throw fault("mac", "must be above 0")
    }
    return chord
  }
}

extension Answer {
  mutating func addLimits(of envelope: Envelope, at weight: Weight, moment: Moment) {
    guard let limits = envelope.limits(at: weight) else { return }
    add("forwardLimit", limits.forward)
    add("aftLimit", limits.aft)
    guard let cg = moment.arm(of: weight) else { return }
    add("cgForwardMargin", cg - limits.forward)
    add("cgAftMargin", limits.aft - cg)
  }
}
