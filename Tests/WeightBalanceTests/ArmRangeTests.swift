import Testing
import WeightBalance

@Suite("Loads that could lie elsewhere in their range")
struct ArmRangeTests {
  @Test("A stretch that is inside only between its ends is looked at there")
  func between() throws {
    var paper = PaperAircraft(ring: "[1000, 60], [3000, 60], [3000, 63.9], [1000, 94.08]")
    paper.tanks = [("main", "60", "200")]
    // The CG is 60 + 39000 / W: 0.03 in out at take-off (1900 lb) and landing (1360 lb), 0.65 in inside at 1600 lb.
    let still = try paper.sheet(["seat": "300"], fuel: ["main": "100"], trip: "90")
    #expect(still.isInside(.takeoff) == false && still.isInside(.landing) == false)
    #expect(!still.codes.contains(.armRangeCG))
    paper.seatRange = ("90", "92")
    let sheet = try paper.sheet(["seat": "300"], fuel: ["main": "100"], trip: "90")
    #expect(sheet.warning(.armRangeCG)?.message.contains("on the way to landing") == true)
  }
}
