import AirQuality
import Testing

@Suite struct `Places and their neighbours` {
  @Test func `the great circle from Nashville to Los Angeles`() throws {
    let nashville = try place(36.12, -86.67), angeles = try place(33.94, -118.40)
    #expect(abs(nashville.distance(to: angeles) - 2886.448) < 0.001)
    #expect(abs(angeles.distance(to: nashville) - nashville.distance(to: angeles)) < 1e-9)
  }

  @Test func `half round the earth is the longest way`() throws {
    #expect(abs(try place(0, 0).distance(to: try place(0, 180)) - 20015.1) < 0.1)
    #expect(try place(90, 0).distance(to: try place(90, 120)) < 1e-9)
  }

  @Test func `a place that does not exist is refused`() {
    #expect(Place(latitude: 90.1, longitude: 0) == nil)
    #expect(Place(latitude: .nan, longitude: 0) == nil)
    #expect(Place(latitude: 0, longitude: .infinity) == nil)
  }

  /// Places in towns, at the date line, at the poles, and some of them twice.
  private func scattered() throws -> [Place] {
    var state: UInt64 = 7
    func random() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / Double(1 << 53)
    }
    var places: [Place] = []
    for number in 0..<400 {
      switch number % 5 {
      case 0: places.append(try place(180 * random() - 90, 360 * random() - 180))
      case 1: places.append(try place(37 + random(), 127 + random()))
      case 2: places.append(try place(10 * random() - 5, (179 + 2 * random()).remainder(dividingBy: 360)))
      case 3: places.append(try place(random() < 0.5 ? 89 + random() : -89 - random(), 360 * random() - 180))
      default: places.append(places[number - 3])
      }
    }
    return places
  }

  @Test(arguments: [50.0, 500, 3000, 30000]) func `the grid finds what a look at every place finds`(limit: Double)
    throws
  {
    let places = try scattered(), grid = PlaceGrid(places)
    for (number, here) in places.enumerated() {
      let distances = places.map { here.distance(to: $0) }
      let expected = places.indices.filter { distances[$0] <= limit && $0 != number }
        .sorted { (distances[$0], $0) < (distances[$1], $1) }.prefix(8)
      let found = grid.nearest(8, to: here, within: limit) { $0 != number }
      #expect(found.map(\.index) == Array(expected))
      #expect(found.map(\.distance) == expected.map { distances[$0] })
    }
  }

  /// The subtraction of such longitudes is rounded to nothing; they were lost.
  @Test func `places whose longitudes differ by a rounding find each other`() throws {
    let places = try [-92.88234063612536, 267.1176593638746, -92.88234063612537].map { try place(73.5, $0) }
    let grid = PlaceGrid(places)
    for here in places { #expect(grid.nearest(8, to: here, within: 1).count == 3) }
  }

  @Test func `an empty grid has no neighbours, and no neighbours are wanted of a full one`() throws {
    #expect(PlaceGrid([]).nearest(8, to: try place(0, 0), within: 500).isEmpty)
    #expect(PlaceGrid([try place(0, 0)]).nearest(0, to: try place(0, 0), within: 500).isEmpty)
  }
}

func place(_ latitude: Double, _ longitude: Double) throws -> Place {
  try #require(Place(latitude: latitude, longitude: longitude))
}
