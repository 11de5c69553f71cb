import Glibc

/// An index of air quality for PM2.5: its table with its source. docs/outdoor-air.md gives the rules.
package struct AirIndex: Sendable {
  /// What a concentration is brought onto before it is looked up.
  package enum Grid: Sendable {
    case tenthsCut, onesRounded, none
  }

  package struct Row: Sendable {
    package let concentrations: ClosedRange<Double>
    package let index: ClosedRange<Double>
    package let airClass: String
  }

  /// What stands above the last row.
  package enum Above: Sendable {
    case lineGoesOn, stays(Int, String)
  }

  package let name: String
  package let source: String
  package let date: String
  package let grid: Grid
  package let rows: [Row]
  package let above: Above
  /// The concentrations at which the class changes, in order.
  package let edges: [Double]

  /// The index and the class of a concentration in µg/m³.
  package func value(of concentration: Double) -> (index: Int, airClass: String) {
    let amount = Self.onGrid(concentration, grid)
    guard let row = rows.first(where: { amount <= $0.concentrations.upperBound }) ?? lineOnward else {
      if case .stays(let index, let name) = above { return (index, name) }
      return (0, "")
    }
    return (Self.whole(row.index(at: amount)), row.airClass)
  }

  /// The lowest and highest concentration of the class of a value; without a bound it has no end.
  package func bounds(of concentration: Double) -> (lower: Double?, upper: Double?) {
    let name = value(of: concentration).airClass
    // The edges stand on the grid of the table, so the class of a value is found by its row and not by an edge.
    let place = classes.firstIndex(of: name) ?? 0
    return (place == 0 ? nil : edges[place - 1], place < edges.count ? edges[place] : nil)
  }

  /// The classes from the best to the worst.
  package var classes: [String] {
    var names: [String] = []
    for row in rows where names.last != row.airClass { names.append(row.airClass) }
    if case .stays(_, let name) = above, names.last != name { names.append(name) }
    return names
  }

  /// The concentration that an index stands for.
  package func concentration(ofIndex index: Double) -> Double? {
    guard index >= 0, index <= 500, let row = rows.first(where: { index <= $0.index.upperBound }) else { return nil }
    let share = (index - row.index.lowerBound) / (row.index.upperBound - row.index.lowerBound)
    return row.concentrations.lowerBound + share * (row.concentrations.upperBound - row.concentrations.lowerBound)
  }

  /// What a US index stands for if its year is not known: the two tables of EPA differ by a third in clean air.
  package static func concentration(ofUSIndex index: Double) -> (concentration: Double, ownError: Double)? {
    guard let new = us.concentration(ofIndex: index), let old = us2012.concentration(ofIndex: index) else { return nil }
    let (first, second) = (LogScale.z(new), LogScale.z(old))
    return (LogScale.concentration((first + second) / 2), max(0.05, abs(first - second) / 2))
  }

  private var lineOnward: Row? {
    if case .lineGoesOn = above { rows.last } else { nil }
  }

  static func onGrid(_ concentration: Double, _ grid: Grid) -> Double {
    let amount = max(concentration, 0)
    return switch grid {
    case .tenthsCut: floor(amount * 10 + 1e-6) / 10
    case .onesRounded: floor(amount + 0.5 + 1e-9)
    case .none: amount
    }
  }

  private static func whole(_ index: Double) -> Int {
    Int(exactly: floor(min(index, 1e9) + 0.5)) ?? 0
  }
}

extension AirIndex.Row {
  /// In tenths, as the table is cut: 9.1 − 0.1 is not 9 in binary numbers.
  fileprivate func index(at amount: Double) -> Double {
    let (low, high) = (
      (concentrations.lowerBound * 10).rounded(), (concentrations.upperBound * 10).rounded()
    )
    return index.lowerBound
      + ((amount * 10).rounded() - low) * (index.upperBound - index.lowerBound) / (high - low)
  }
}
