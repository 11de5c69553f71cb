import Testing
import WeightBalance

@Suite("The solver's time does not grow with the amounts")
struct SolverSpeedTests {
  @Test("Very heavy loads take no longer than usual ones", arguments: ["2000", "100000", "8000000"])
  func heavy(_ pounds: String) throws {
    let sheet = try Fleet.sheet(
      "cessna-172m", ["front-seats": "340", "baggage-1": pounds], fuel: [("main-fuel", "25")], trip: "10")
    let clock = ContinuousClock()
    var remedies: [Remedy] = []
    let time = clock.measure { remedies = Solver(sheet).remedies() }
    // Without optimization; the old solver took minutes.
    #expect(time < .seconds(5))
    #expect(remedies.first?.kind == .remove && remedies.first?.place == "baggage-1")
  }

  @Test("A tank of far too many gallons is found by its capacity")
  func muchFuel() throws {
    let sheet = try Fleet.sheet(
      "cessna-172m", ["front-seats": "340"], fuel: [("main-fuel", "200000")], trip: "10")
    var remedies: [Remedy] = []
    let time = ContinuousClock().measure { remedies = Solver(sheet).remedies() }
    #expect(time < .seconds(5))
    #expect(remedies.first { $0.kind == .drain }?.volume == Volume(199_962, .usGallons))
  }
}
