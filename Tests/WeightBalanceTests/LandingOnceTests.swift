import Testing
import WeightBalance

@Suite("A landing that is out of balance and the way to it are one fault")
struct LandingOnceTests {
  /// Fuel far aft: as it burns, the centre of gravity goes forward.
  private func sheet(ring: String, tank: String) throws -> LoadSheet {
    var paper = PaperAircraft(ring: ring)
    paper.tanks = [("main", tank, "200")]
    return try paper.sheet(["seat": "600"], fuel: ["main": "100"], trip: "90")
  }

  @Test("The stretch counts no second time, although a corner of the envelope on it is outside too")
  func once() throws {
    // Take-off 2200 lb at 95.5 in; at 2000 lb 94 in, landing 1660 lb at 90.8 in.
    let out = try sheet(ring: "[1000, 95], [2000, 94.5], [3000, 90], [3000, 105], [1000, 105]", tank: "110")
    #expect(out.codes.contains(.landingCGOutOfEnvelope))
    #expect(!out.codes.contains(.cgOutOfEnvelope))
    #expect(!out.isWithinCGEnvelope)
    #expect(!out.isLegal)
  }

  @Test("A point of it that is further out than the landing does count")
  func further() throws {
    let out = try sheet(
      ring: "[1000, 80], [1600, 91], [1900, 97], [2000, 90], [3000, 90], [3000, 105], [1000, 105]", tank: "110")
    #expect(out.codes.contains(.landingCGOutOfEnvelope))
    #expect(out.warning(.cgOutOfEnvelope)?.message.contains("on the way to landing") == true)
  }

  @Test("The reserve after such a landing says nothing new, wherever a corner of the envelope lies")
  func after() throws {
    // Fuel aft: landing with 20 gal is out, and dry tanks are in.
    for ring in [
      "[1000, 80], [3000, 80], [3000, 100], [1000, 100]",
      "[1000, 80], [3000, 80], [3000, 100], [1700, 100], [1000, 99.9]",
    ] {
      var paper = PaperAircraft(ring: ring)
      paper.tanks = [("main", "250", "200")]
      let out = try paper.sheet(["seat": "600"], fuel: ["main": "40"], trip: "20")
      #expect(out.codes.contains(.landingCGOutOfEnvelope), "\(ring)")
      #expect(!out.codes.contains(.zeroFuelCGOutOfEnvelope), "\(ring)")
    }
  }
}
