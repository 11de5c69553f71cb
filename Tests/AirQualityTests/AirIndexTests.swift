import AirQuality
import Testing

@Suite struct `Indices of fine particles` {
  /// The last concentration of a row with its index, and the first of the next with its own.
  struct Breakpoint: Sendable {
    let (last, lastIndex, first, firstIndex): (Double, Int, Double, Int)

    init(_ last: Double, _ lastIndex: Int, _ first: Double, _ firstIndex: Int) {
      (self.last, self.lastIndex, self.first, self.firstIndex) = (last, lastIndex, first, firstIndex)
    }
  }

  private func check(_ index: AirIndex, _ points: [Breakpoint]) {
    for point in points {
      #expect(index.value(of: point.last).index == point.lastIndex)
      #expect(index.value(of: point.first).index == point.firstIndex)
    }
  }

  @Test func `US: both sides of each breakpoint`() {
    let points: [Breakpoint] = [
      .init(9.0, 50, 9.1, 51), .init(35.4, 100, 35.5, 101), .init(55.4, 150, 55.5, 151),
      .init(125.4, 200, 125.5, 201), .init(225.4, 300, 225.5, 301),
    ]
    check(.us, points)
  }

  @Test func `US until 2024: both sides of each breakpoint`() {
    let points: [Breakpoint] = [
      .init(12.0, 50, 12.1, 51), .init(35.4, 100, 35.5, 101), .init(55.4, 150, 55.5, 151),
      .init(150.4, 200, 150.5, 201), .init(250.4, 300, 250.5, 301), .init(350.4, 400, 350.5, 401),
    ]
    check(.us2012, points)
  }

  @Test func `Korea and India: both sides of each breakpoint`() {
    let korea: [Breakpoint] = [.init(15, 50, 16, 51), .init(35, 100, 36, 101), .init(75, 250, 76, 251)]
    check(.korea, korea)
    let india: [Breakpoint] = [
      .init(30, 50, 31, 51), .init(60, 100, 61, 101), .init(90, 200, 91, 201), .init(120, 300, 121, 301),
      .init(250, 400, 251, 401),
    ]
    check(.india, india)
  }

  @Test func `Europe and UK: both sides of each breakpoint`() {
    let europe: [Breakpoint] = [
      .init(5, 1, 5.01, 2), .init(15, 2, 15.01, 3), .init(50, 3, 50.01, 4), .init(90, 4, 90.01, 5),
      .init(140, 5, 140.01, 6),
    ]
    check(.europe, europe)
    let uk: [Breakpoint] = [
      .init(11, 1, 12, 2), .init(23, 2, 24, 3), .init(35, 3, 36, 4), .init(41, 4, 42, 5), .init(47, 5, 48, 6),
      .init(53, 6, 54, 7), .init(58, 7, 59, 8), .init(64, 8, 65, 9), .init(70, 9, 71, 10),
    ]
    check(.uk, uk)
  }

  @Test(arguments: AirIndex.all) func `the class changes at each edge, and only there`(index: AirIndex) {
    #expect(index.classes.count == index.edges.count + 1)
    for (place, edge) in index.edges.enumerated() {
      // In Europe the edge itself belongs to the better class.
      #expect(index.value(of: edge - 1e-4).airClass == index.classes[place])
      #expect(index.value(of: edge + 1e-4).airClass == index.classes[place + 1])
      #expect(index.bounds(of: edge + 1e-4).lower == edge)
      #expect(index.bounds(of: edge - 1e-4).upper == edge)
    }
    #expect(index.bounds(of: 0).lower == nil)
    #expect(index.bounds(of: 1e4).upper == nil)
  }

  @Test func `US: what lies between two rows is cut down, not rounded`() {
    #expect(AirIndex.us.value(of: 9.09).index == 50)
    #expect(AirIndex.us.value(of: 35.49).index == 100)
    // 55.3 is 55.29999… in binary numbers.
    #expect(AirIndex.us.value(of: 55.3).index == 150)
    #expect(AirIndex.us.value(of: 35.9).index == 102)
  }

  @Test func `US: hazardous air goes on above 500`() {
    #expect(AirIndex.us.value(of: 325.4).index == 500)
    #expect(AirIndex.us.value(of: 425.3) == (699, "hazardous"))
    #expect(AirIndex.us.value(of: .infinity).airClass == "hazardous")
  }

  @Test func `Korea, UK and India round to whole numbers, and have a highest index`() {
    #expect(AirIndex.korea.value(of: 15.49) == (50, "good"))
    #expect(AirIndex.korea.value(of: 15.5) == (51, "moderate"))
    #expect(AirIndex.korea.value(of: 900) == (500, "very-unhealthy"))
    #expect(AirIndex.uk.value(of: 35.5) == (4, "moderate"))
    #expect(AirIndex.india.value(of: 45) == (75, "satisfactory"))
    #expect(AirIndex.india.value(of: 999) == (500, "severe"))
  }

  @Test(arguments: AirIndex.all) func `below 0 counts as 0`(index: AirIndex) {
    #expect(index.value(of: -3) == index.value(of: 0))
  }

  @Test func `an index goes back to its concentration`() {
    #expect(AirIndex.us.concentration(ofIndex: 50) == 9)
    #expect(AirIndex.us2012.concentration(ofIndex: 50) == 12)
    #expect(AirIndex.us.concentration(ofIndex: 501) == nil)
    #expect(AirIndex.us.concentration(ofIndex: -1) == nil)
    #expect(AirIndex.us.concentration(ofIndex: .nan) == nil)
    for index in 0...500 {
      let concentration = AirIndex.us.concentration(ofIndex: Double(index)) ?? 0
      #expect(abs(AirIndex.us.value(of: concentration).index - index) <= 1)
    }
  }

  @Test func `an index without a year has the doubt of both tables`() throws {
    let clean = try #require(AirIndex.concentration(ofUSIndex: 50))
    #expect(clean.concentration > 9 && clean.concentration < 12)
    #expect(abs(clean.ownError - 0.0971) < 1e-4)
    let dirty = try #require(AirIndex.concentration(ofUSIndex: 100))
    #expect(abs(dirty.concentration - 35.4) < 1e-9)
    #expect(dirty.ownError == 0.05)
  }
}
