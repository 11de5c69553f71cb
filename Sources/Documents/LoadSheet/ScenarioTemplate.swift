import WeightBalance

/// A new scenario file: zeros to replace, with comments that name every station, tank, unit and default.
package enum ScenarioTemplate {
  /// - Parameter tail: the aeroplane, if it has a tail file.
  package static func text(_ aircraft: Aircraft, tail: Tail? = nil) -> String {
    var lines = [
      "// A loading of the \(aircraft.name). From // to the end of a line is a comment.",
      "// Write your weights and fuel in place of the zeros. Then: lapwing balance compute --scenario FILE",
      "{",
    ]
    if let tail { lines.append("  \"tail\": \"\(tail.registration)\",") }
    lines += [
      "  \"aircraftId\": \"\(aircraft.id)\",",
      "  // The units of plain numbers here. Weight: lb, kg. Arm: in, ft, mm, cm, m. Volume: gal, imp gal, l.",
      "  \"units\": {\"weight\": \"lb\", \"arm\": \"in\", \"volume\": \"gal\"},",
      "",
      "  // Defaults. Delete the // to change one.",
      "  // \"name\": \"My flight\",  // default: the name of the file",
    ]
    let categories = aircraft.categories.map(\.id)
    let others = categories.count > 1 ? "  // or \(categories.dropFirst().joined(separator: ", "))" : ""
    lines.append("  // \"category\": \"\(categories.first ?? "")\",\(others)")
    lines += empty(aircraft, tail)
    if !aircraft.tanks.isEmpty {
      let grade = FuelGrade(rawValue: aircraft.fuelGrade) ?? .avgas100LL
      lines += [
        "  // \"taxiFuel\": \(volume(aircraft.taxiFuel.value)),",
        "  // \"tripFuel\": 20,  // from take-off to landing; without it landing is computed as take-off",
      ]
      if aircraft.tanks.count > 1 {
        let order = aircraft.tanks.map { "\"\($0.id)\"" }.joined(separator: ", ")
        lines.append(
          "  // \"burnOrder\": [\(order)],  // the order in which tanks are emptied; default: that of the type")
      }
      lines.append(
        "  // \"fuelGrade\": \"\(grade.rawValue)\", \"fuelTemperature\": 15,  // °C; or measured: \"fuelDensity\": 6.0")
    }
    lines += [
      "  // \"notes\": \"\",",
      "",
      "  // People and baggage. Several in one station: \(example(aircraft))",
      "  \"stationLoads\": {",
    ]
    lines += entries(
      aircraft.stations.map { station in
        (station.id, station.defaultWeight.map { weight($0.value) } ?? "0", comment(station))
      })
    lines += ["  },", "  // Usable fuel.", "  \"fuelLoads\": {"]
    lines += entries(
      aircraft.tanks.map { tank in
        let optional = tank.isOptional ? "; only in some aeroplanes" : ""
        return (tank.id, "0", "\(tank.name): up to \(volume(tank.capacity.value)) gal\(optional)")
      })
    lines += ["  }", "}"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// Two loads of one station, one with an arm if any station has a range.
  private static func example(_ aircraft: Aircraft) -> String {
    let ranges = aircraft.stations.compactMap(\.armRange?.value)
    let ownArm = ranges.first.map { "\"arm\": \(arm($0.upperBound)), " } ?? ""
    return "[170, {\"weight\": 120, \(ownArm)\"name\": \"Ann\"}]"
  }

  private static func empty(_ aircraft: Aircraft, _ tail: Tail?) -> [String] {
    if let tail, let record = tail.empty {
      return [
        "  // Empty weight: \(weight(record.weight)) lb at \(arm(record.arm)) in, from the tail file "
          + "(weighed \(tail.newestWeighing?.date ?? ""))."
      ]
    }
    return [
      "  // The aeroplane's own weighing record, with its day. Without it the typical values of the type are used:",
      "  // \"emptyWeight\": \(weight(aircraft.emptyWeight.value)), \"emptyArm\": \(arm(aircraft.emptyArm.value)), "
        + "\"weighedOn\": \"2024-05-01\",",
    ]
  }

  private static func comment(_ station: Station) -> String {
    var text = "\(station.name): up to \(weight(station.maxWeight.value)) lb, arm \(arm(station.arm.value)) in"
    if let range = station.armRange?.value { text += " (\(arm(range.lowerBound)) to \(arm(range.upperBound)))" }
    return text
  }

  /// The lines of an object: a comma after each value but the last.
  private static func entries(_ entries: [(key: String, value: String, comment: String)]) -> [String] {
    entries.enumerated().map { index, entry in
      "    \"\(entry.key)\": \(entry.value)\(index == entries.count - 1 ? "" : ",")  // \(entry.comment)"
    }
  }

  private static func weight(_ weight: Weight) -> String { weight.text(in: .pounds, places: 2) }
  private static func arm(_ arm: Arm) -> String { arm.text(in: .inches, places: 2) }
  private static func volume(_ volume: Volume) -> String { volume.text(in: .usGallons, places: 2) }
}
