import Readings
import SensorProtocols
import Testing

/// Every known message of a real or documented sensor.
struct VectorTests {
  /// How many vectors each family has: a file that has become empty would pass every test.
  static let families = [
    "aranet": 17, "inkbird": 12, "qingping": 9, "sensirion": 5, "switchbot": 14, "govee": 10, "ruuvi": 8,
    "airthings": 2,
    "bthome": 11, "relsib": 2, "air-mentor": 1, "wp6003": 1, "atmo": 2, "heart-rate-service": 32,
    "heart-rate-advertisements": 5, "battery-service": 1, "pulse-oximeter": 1,
    "berrymed": 6, "o2ring": 5, "pc60fw": 4, "contec": 4, "radoneye": 7, "zyaura": 9,
  ]

  @Test(arguments: families)
  func `every vector decodes to all that is expected of it`(family: String, count: Int) throws {
    let vectors = try Vector.read(family)
    #expect(vectors.count == count)
    for vector in vectors where vector.expected["valid"] == nil {
      let reading = try #require(try vector.decoded(), "\(vector.id): no reading")
      let facts = facts(of: reading)
      for (key, expected) in vector.expected {
        #expect(
          agree(facts[key], expected), "\(vector.id) \(key): \(expected) expected, \(String(describing: facts[key]))")
      }
    }
  }

  @Test(arguments: families.keys)
  func `every vector that is marked as broken gives an error`(family: String) throws {
    for vector in try Vector.read(family) where vector.expected["valid"] == .truth(false) {
      #expect(throws: DecodeError.self, "\(vector.id)") { try vector.decoded() }
    }
  }

  @Test func `an identity stands for one vector only`() throws {
    let ids = try Self.families.keys.flatMap { try Vector.read($0).map(\.id) }
    #expect(Set(ids).count == ids.count)
  }
}
