import Alarms
import Monitor
import Simulation
import Testing

@Suite("What a box is held to")
struct TermsTests {
  @Test("are the limits and bounds of the configuration, and of the person whom it names")
  func person() {
    var settings = Rehearsals.settings
    #expect(Terms(settings).limits[.heartRateLow] == 45)
    #expect(Terms(settings).unproved == Bounds(15, 30))
    settings.persons = [PersonSettings(name: "Anna", limits: [.heartRateLow: 35], proved: Bounds(10, 20))]
    #expect(Terms(settings).limits[.heartRateLow] == 35)
    #expect(Terms(settings).limits[.heartRateHigh] == 130)
    #expect(Terms(settings).proved == Bounds(10, 20))
  }

  @Test("take the tighter limit of day and night, since the world has no clock")
  func night() {
    var settings = Rehearsals.settings
    let night = PersonSettings.Night(from: 1_320, to: 420, limits: [.heartRateLow: 40, .heartRateHigh: 110])
    settings.persons = [PersonSettings(name: "Anna", night: night)]
    #expect(Terms(settings).limits[.heartRateLow] == 45)
    #expect(Terms(settings).limits[.heartRateHigh] == 110)
  }

  @Test("name the one person of the world")
  func name() {
    let scenario = WorldScript(title: "a person")
    #expect(Terms(scenario.settings(Rehearsals.settings)).person == PersonIndex(0))
    #expect(scenario.settings(Rehearsals.settings).persons.map(\.name) == ["a person"])
  }

  @Test("have no unproved bounds below the proved ones")
  func order() {
    var settings = Rehearsals.settings
    settings.proved = Bounds(30, 60)
    #expect(Terms(settings).unproved == Bounds(30, 60))
  }

  @Test("take in the limits of a scenario, which must be ones that can be set")
  func scenario() {
    var scenario = WorldScript(title: "athlete")
    scenario.limits = [.heartRateLow: 30]
    #expect(scenario.complaintAboutLimits == nil)
    #expect(Terms(scenario.settings(Rehearsals.settings)).limits[.heartRateLow] == 30)
    scenario.limits = [.heartRateLow: 4]
    #expect(scenario.complaintAboutLimits?.contains("heart-rate-low") == true)
    scenario.limits = [.noData: 4]
    #expect(scenario.complaintAboutLimits?.contains("no limit") == true)
  }

  @Test("decide what is missed: a rate of 40 is, where the limit is 45, and is not, where it is 35")
  func judging() {
    func missed(_ limit: Double) -> Int {
      var settings = Rehearsals.settings
      _ = settings.conditions.setLimit(limit, of: .heartRateLow)
      var scenario = Rehearsals.scenario(["resting-bpm": 40, "resting-spread-bpm": 0, "wander-bpm": 0])
      for entry in WorldParameters.entries where entry.name.hasSuffix("per-day") {
        _ = scenario.parameters.set(entry.name, to: 0)
      }
      var world = World(scenario, seed: 1, hours: 0.2, box: PlainBox(SilentBox()), terms: Terms(settings))
      return world.run().missed
    }
    #expect(missed(45) == 1)
    #expect(missed(35) == 0)
  }
}
