import AirQuality
import Testing

@Suite struct `The specified formulas` {
  private func part(_ value: Double, _ confidence: Double) -> Reference.Part {
    Reference.Part(value: value, confidence: confidence)
  }

  @Test func `the vector of the specification: 31.8, 2.1 and 0.92`() throws {
    let fused = try #require(Reference.fusion([part(30, 0.70), part(34, 0.85), part(31, 0.75)]))
    #expect(abs(fused.value - 31.8) < 0.05)
    #expect(abs(fused.sigma - 2.1) < 0.05)
    #expect(abs(fused.confidence - 0.92) < 0.01)
  }

  @Test func `one value has a sigma of 8.5, and no value no answer`() throws {
    #expect(try #require(Reference.fusion([part(30, 0.7)])).sigma == 8.5)
    #expect(Reference.fusion([]) == nil)
    #expect(Reference.fusion([part(30, 0)]) == nil)
  }

  @Test func `satellite: 120 times the depth and 5, with the humidity`() {
    #expect(abs(Reference.satellite(0.25).value - 35) < 1e-12)
    #expect(abs(Reference.satellite(0.25, humidity: 80).value - 45.5) < 1e-12)
    #expect(Reference.satellite(-0.05).value == 5)
    #expect(Reference.satellite(0.25, age: 3).confidence == 0.75)
    #expect(Reference.satellite(0.25, age: 9).confidence == 0.375)
  }

  @Test func `station: five within 100 km, by the inverse square`() throws {
    let here = try place(0, 0)
    let network = AirNetwork(
      try [(0.1, 10.0), (0.2, 20), (0.8, 30), (0.95, 500)].map {
        Observation(station: "\($0)", place: try place(0, $0.0), concentration: $0.1)
      }, period: .hour)
    let found = try #require(Reference.station(network, at: here))
    let weights = try [0.1, 0.2, 0.8].map {
      let d = here.distance(to: try place(0, $0)) + 0.1; return 1 / (d * d)
    }
    let expected = (weights[0] * 10 + weights[1] * 20 + weights[2] * 30) / weights.reduce(0, +)
    #expect(abs(found.value - expected) < 1e-9)
    #expect(Reference.station(network, at: try place(5, 5)) == nil)
  }

  @Test func `station: every age counts, and clean air has no confidence`() throws {
    let here = try place(0, 0)
    let network = AirNetwork(
      [0.0, 100].map { Observation(station: "\($0)", place: here, concentration: 0, age: $0) }, period: .hour)
    let found = try #require(Reference.station(network, at: here))
    #expect(found.value == 0 && found.confidence == 0)
    let old = AirNetwork(
      [0.0, 100].map { Observation(station: "\($0)", place: here, concentration: 10 + $0, age: $0) }, period: .hour)
    #expect(Reference.station(old, at: here)?.value == 60)
  }
}
