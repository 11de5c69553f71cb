/// One number of an aircraft file with everything that is known about its source. The sources page of the load sheet
/// shows it.
package struct Attribution: Sendable, Hashable {
  /// The key of the number, such as `stations.front-seats.arm`.
  package let key: String
  /// The number in force with its unit, for display.
  package let value: String
  package let badge: Badge
  package let source: Source
  package let alternatives: [(value: String, source: Source)]

  /// Equal if everything that is displayed is equal.
  package static func == (a: Attribution, b: Attribution) -> Bool {
    a.key == b.key && a.value == b.value && a.badge == b.badge && a.source == b.source
      && a.alternatives.map(\.value) == b.alternatives.map(\.value)
      && a.alternatives.map(\.source) == b.alternatives.map(\.source)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(value)
  }

  init<Value>(_ key: String, _ sourced: Sourced<Value>, _ text: (Value) -> String) {
    self.key = key
    value = text(sourced.value)
    badge = sourced.badge
    source = sourced.source
    alternatives = sourced.alternatives.map { (text($0.value), $0.source) }
  }
}

extension Aircraft {
  /// Every number of the file, in the order of the file.
  package var attributions: [Attribution] {
    var all = [
      Attribution("datum", datum) { $0 }, Attribution("emptyWeight", emptyWeight, Self.pounds),
      Attribution("emptyArm", emptyArm, Self.inches), Attribution("limits.takeoff", limits.takeoff, Self.pounds),
    ]
    for (name, limit) in [("ramp", limits.ramp), ("landing", limits.landing), ("zeroFuel", limits.zeroFuel)] {
      if let limit { all.append(Attribution("limits.\(name)", limit, Self.pounds)) }
    }
    for category in categories {
      all.append(Attribution("categories.\(category.id).maxWeight", category.maxWeight, Self.pounds))
      all.append(Attribution("categories.\(category.id).envelope", category.envelope, Self.ring))
      let limits = [
        ("maxRamp", category.maxRamp), ("maxLanding", category.maxLanding), ("maxZeroFuel", category.maxZeroFuel),
      ]
      for (name, limit) in limits {
        if let limit { all.append(Attribution("categories.\(category.id).\(name)", limit, Self.pounds)) }
      }
      if let empty = category.emptyStations {
        all.append(Attribution("categories.\(category.id).emptyStations", empty) { $0.joined(separator: ", ") })
      }
    }
    for station in stations {
      all.append(Attribution("stations.\(station.id).arm", station.arm, Self.inches))
      if let range = station.armRange {
        all.append(
          Attribution("stations.\(station.id).armRange", range) {
            "\(Self.inches($0.lowerBound)) to \(Self.inches($0.upperBound))"
          })
      }
      all.append(
        Attribution("stations.\(station.id).maxWeight", station.maxWeight) {
          Self.pounds($0) + (station.maxIsLimit ? "" : ", a plausible load and no limit")
        })
      if let usual = station.defaultWeight {
        all.append(Attribution("stations.\(station.id).defaultWeight", usual, Self.pounds))
      }
    }
    for limit in combinedLimits {
      all.append(Attribution("combinedLimits.\(limit.id).maxWeight", limit.maxWeight, Self.pounds))
    }
    for tank in tanks {
      all.append(Attribution("tanks.\(tank.id).arm", tank.arm, Self.inches))
      all.append(Attribution("tanks.\(tank.id).capacity", tank.capacity, Self.gallons))
      all.append(
        Attribution("tanks.\(tank.id).density", tank.density) {
          $0.text(in: .pounds, per: .usGallons, places: 3) + " lb/gal"
        })
    }
    all.append(Attribution("taxiFuel", taxiFuel, Self.gallons))
    if let cruiseFlow { all.append(Attribution("cruiseFlow", cruiseFlow) { Self.gallons($0) + "/h" }) }
    for item in fixedItems {
      all.append(Attribution("fixedItems.\(item.id).weight", item.weight, Self.pounds))
      all.append(
        Attribution("fixedItems.\(item.id).moment", item.moment) {
          $0.text(in: .pounds, .inches, places: 2) + " lb·in"
        })
    }
    if let meanChord {
      all.append(Attribution("meanChord.leadingEdge", meanChord.leadingEdge, Self.inches))
      all.append(Attribution("meanChord.length", meanChord.length, Self.inches))
    }
    return all
  }

  private static func pounds(_ weight: Weight) -> String { weight.text(in: .pounds, places: 2) + " lb" }
  private static func inches(_ arm: Arm) -> String { arm.text(in: .inches, places: 3) + " in" }
  private static func gallons(_ volume: Volume) -> String { volume.text(in: .usGallons, places: 2) + " gal" }
  private static func ring(_ envelope: Envelope) -> String {
    envelope.points.map { "\(inches($0.arm)) @ \(pounds($0.weight))" }.joined(separator: ", ")
  }
}
