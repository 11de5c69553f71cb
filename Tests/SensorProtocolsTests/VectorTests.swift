import Readings
import SensorProtocols
import Testing

/// Every known message of a real or documented sensor.
struct VectorTests {
  static let families = ["aranet4", "heart-rate-service"]

  @Test(arguments: families)
  func `every vector decodes to all that is expected of it`(family: String) throws {
    let vectors = try Vector.read(family)
    #expect(vectors.count > 10)
    for vector in vectors where vector.expected["valid"] == nil {
      let reading = try #require(try vector.decoded(), "\(vector.id): no reading")
      let facts = facts(of: reading)
      for (key, expected) in vector.expected {
        #expect(
          agree(facts[key], expected), "\(vector.id) \(key): \(expected) expected, \(String(describing: facts[key]))")
      }
    }
  }

  @Test(arguments: families)
  func `every vector that is marked as broken gives an error`(family: String) throws {
    for vector in try Vector.read(family) where vector.expected["valid"] == .truth(false) {
      #expect(throws: DecodeError.self, "\(vector.id)") { try vector.decoded() }
    }
  }

  @Test func `Aranet2, Aranet Radiation and Aranet Radon are unknown`() throws {
    let vectors = try Vector.read("aranet-other-models")
    #expect(vectors.count == 4)
    for vector in vectors { #expect(try vector.decoded() == nil, "\(vector.id)") }
  }

  @Test func `an identity stands for one vector only`() throws {
    let ids = try (Self.families + ["aranet-other-models"]).flatMap { try Vector.read($0).map(\.id) }
    #expect(Set(ids).count == ids.count)
  }
}
