/// A step of weight whose amount is still open: weight that is moved, taken off or put in as ballast.
struct OpenStep {
  /// What the search needs of it, without a reference: it looks at very many pairs.
  struct Part {
    /// Its place in the list of steps.
    let index: Int
    let weight: Double
    let moment: Double
    let least: Int
    let most: Int
    let greatest: Double
    /// The stations that it changes, and the one that loses weight, a bit for each of the first 64.
    let places: UInt64
    let from: UInt64
  }

  let kind: Remedy.Kind
  /// The station that loses weight, and the one that gets it.
  let from: StationDetail?
  let to: StationDetail?
  /// The change of weight and of moment, in kilogram metres, for each kilogram that is handled.
  let weight: Double
  let moment: Double
  /// The whole steps of weight that are allowed. The last may be what is left of a load.
  let least: Int
  let most: Int
  /// The weight of the greatest amount, in kilograms.
  let greatest: Double

  /// How willingly a person would do it.
  var reluctance: Reluctance {
    if kind == .ballast { return .ballast }
    return from?.station.kind == .seat || to?.station.kind == .seat ? .partOfPeople : .baggage
  }

  /// How a limit of several stations feels each kilogram: 1, 0 or -1.
  func change(of limit: CombinedLimit) -> Double {
    let gains = to.map { limit.stations.contains($0.station.id) } ?? false
    let loses = from.map { limit.stations.contains($0.station.id) } ?? false
    return (gains ? 1 : 0) - (loses ? 1 : 0)
  }
}

extension LoadSheet {
  /// What a station has to lose in any case: what is above its limit, or everything if the category wants it empty.
  func excess(_ detail: StationDetail) -> Weight {
    if mustBeEmpty(detail.station) { return max(detail.weight, .zero) }
    return detail.station.maxIsLimit ? max(.zero - detail.margin, .zero) : .zero
  }

  /// Whether the category is known to want a station empty.
  func mustBeEmpty(_ station: Station) -> Bool {
    category.emptyStations.map { $0.isKnown && $0.value.contains(station.id) } ?? false
  }
}
