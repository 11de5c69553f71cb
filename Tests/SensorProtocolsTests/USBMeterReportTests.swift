import Readings
import SensorProtocols
import TestSupport
import Testing

@Suite struct `A CO2 meter on a USB cable` {
  private func reading(_ hex: String) throws -> Reading? {
    try decode(ZyAura.report, try #require(Hex.bytes(hex)))
  }

  @Test func `without a humidity sensor sends 0 there, which is no humidity`() throws {
    #expect(try reading("410000410d000000") == nil)
  }

  /// Inner values of the sensor, with right sums (heinemml/CO2Meter issue 5).
  @Test(arguments: ["710400750d000000", "571e3fb40d000000", "562c37b90d000000", "430de5350d000000", "6d0df7710d000000"])
  func `sends other values that are none`(hex: String) throws {
    #expect(try reading(hex) == nil)
  }

  /// A wrong sum, a wrong end, something behind the end, another length.
  @Test(arguments: ["500465ba0d000000", "500465b90a000000", "500465b90d000001", "500465b90d0000", "500465b90d00000000"])
  func `with a damaged report gives nothing`(hex: String) throws {
    #expect(try reading(hex) == nil)
  }

  @Test func `whose scrambled report is damaged gives nothing`() throws {
    let whole = try #require(Hex.bytes("1ce466209b46bfea"))
    #expect(try decode(ZyAura.report, whole)?.measurements[.co2PartsPerMillion] == 1_125)
    for bit in 0..<64 {
      var damaged = whole
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(try decode(ZyAura.report, damaged) == nil, "bit \(bit)")
    }
  }
}
