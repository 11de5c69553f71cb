import Glibc

/// Places in bands of latitude, each in the order of longitude: finds the nearest of many without a look at most of them.
package struct PlaceGrid: Sendable {
  package struct Neighbour: Sendable, Equatable {
    package let index: Int
    /// In km.
    package let distance: Double
  }

  private static let bandsPerDegree = 2.0
  private static let bands = 361

  private let places: [Place]
  /// For each band, where its part of `order` begins.
  private let starts: [Int]
  private let order: [Int32]
  private let longitudes: [Double]

  package init(_ places: [Place]) {
    self.places = places
    let wrapped = places.map { Self.wrapped($0.longitude) }
    let sorted = places.indices.sorted {
      let (first, second) = (Self.band(places[$0].latitude), Self.band(places[$1].latitude))
      return first != second ? first < second : wrapped[$0] < wrapped[$1]
    }
    order = sorted.map { Int32(truncatingIfNeeded: $0) }
    longitudes = sorted.map { wrapped[$0] }
    var starts = [Int](repeating: 0, count: Self.bands + 1)
    for place in places { starts[Self.band(place.latitude) + 1] += 1 }
    for band in 0..<Self.bands { starts[band + 1] += starts[band] }
    self.starts = starts
  }

  /// The nearest places that are wanted, nearest first; of equal distances the earlier one.
  package func nearest(
    _ count: Int, to place: Place, within limit: Double, where isWanted: (Int) -> Bool = { _ in true }
  ) -> [Neighbour] {
    guard count > 0 else { return [] }
    var found: [(haversine: Double, index: Int)] = []
    found.reserveCapacity(count + 1)
    // A little more than the truth, as bands and turns are rounded.
    let widened = { (haversine: Double) in haversine * (1 + 1e-12) + 1e-18 }
    let outermost = widened(pow(sin(min(limit / (2 * Place.earthRadius), .pi / 2)), 2))
    var bound = outermost
    func look(_ index: Int) {
      let haversine = place.haversine(to: places[index])
      guard haversine <= bound, isWanted(index) else { return }
      guard Place.distance(haversine: haversine) <= limit else { return }
      var at = found.count
      while at > 0, (haversine, index) < (found[at - 1].haversine, found[at - 1].index) { at -= 1 }
      found.insert((haversine, index), at: at)
      if found.count > count { found.removeLast() }
      if found.count == count { bound = min(outermost, widened(found[count - 1].haversine)) }
    }
    let home = Self.band(place.latitude)
    var step = 0
    while step < Self.bands {
      var isReached = false
      for band in step == 0 ? [home] : [home - step, home + step] where band >= 0 && band < Self.bands {
        guard gap(from: place.latitude, to: band) <= bound else { continue }
        isReached = true
        search(band, around: place, until: { bound }, look)
      }
      guard isReached || step == 0 else { break }
      step += 1
    }
    return found.map { Neighbour(index: $0.index, distance: Place.distance(haversine: $0.haversine)) }
  }

  /// Looks at the places of a band from the longitude outwards, both ways, until none can be near enough.
  private func search(_ band: Int, around place: Place, until bound: () -> Double, _ look: (Int) -> Void) {
    let range = starts[band]..<starts[band + 1]
    guard !range.isEmpty else { return }
    let longitude = Self.wrapped(place.longitude)
    // The least that a step in longitude can be within this band.
    let narrowest = Self.edges(band).map { cos($0 * .pi / 180) }.min().map { max(0, $0) } ?? 0
    let shrink = narrowest * cos(place.latitude * .pi / 180)
    var low = range.lowerBound, high = range.upperBound
    while low < high {
      let middle = (low + high) / 2
      if longitudes[middle] < longitude { low = middle + 1 } else { high = middle }
    }
    var seen = 0
    for direction in [1, -1] {
      var at = direction == 1 ? low : low - 1
      while seen < range.count {
        if at == range.upperBound { at = range.lowerBound } else if at < range.lowerBound { at = range.upperBound - 1 }
        // Half around the earth each way, also beyond the date line. A small turn may be rounded to 0; the count lets none be
        // seen twice.
        let turn = Self.wrapped(longitudes[at] - longitude)
        guard direction == 1 ? turn >= 0 : turn <= 0 else { break }
        let across = sin(turn * .pi / 360)
        guard shrink * across * across <= bound() else { break }
        look(Int(order[at]))
        seen += 1
        at += direction
      }
    }
  }

  private static func band(_ latitude: Double) -> Int {
    min(max(Int(((latitude + 90) * bandsPerDegree).rounded(.down)), 0), bands - 1)
  }

  private static func edges(_ band: Int) -> [Double] {
    [Double(band) / bandsPerDegree - 90, Double(band + 1) / bandsPerDegree - 90]
  }

  /// The least haversine from a latitude to a band.
  private func gap(from latitude: Double, to band: Int) -> Double {
    let edges = Self.edges(band)
    let degrees = max(0, edges[0] - latitude, latitude - edges[1])
    let across = sin(degrees * .pi / 360)
    return across * across
  }

  private static func wrapped(_ longitude: Double) -> Double {
    let turned = fmod(longitude + 180, 360)
    return (turned < 0 ? turned + 360 : turned) - 180
  }
}
