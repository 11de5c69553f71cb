import Testing
import WeightBalance

@Suite("A bound that no document claims is a plausible load and no limit")
struct PlausibleLoadTests {
  private let people = ["front-seats": "420"]

  @Test("420 lb in front of a 172M is a caution without a regulation")
  func caution() throws {
    let sheet = try Fleet.sheet("cessna-172m", people, fuel: [("main-fuel", "30")], trip: "20")
    let warning = try #require(sheet.warning(.stationImplausible))
    #expect(warning.level == .caution)
    #expect(warning.regulatoryRef == nil)
    #expect(!sheet.codes.contains(.stationOverweight))
    #expect(sheet.verdict == .inside([.cautions, .emptyWeight]))
    #expect(sheet.isWithinAllStationLimits)
  }

  @Test("It takes no part in the probability")
  func probability() throws {
    let sheet = try Fleet.sheet("cessna-172m", ["front-seats": "340"], fuel: [("main-fuel", "38")], trip: "30")
    let risk = MonteCarlo(sheet).run(samples: 20_000, seed: 1)
    #expect(risk.probability < 0.005)
    #expect(!risk.byCode.contains { $0.code == .stationOverweight })
  }

  @Test("It is not called a limit that is not known, and the baggage whose placard was not read is")
  func notUnverified() throws {
    let sheet = try Fleet.sheet(
      "bonanza-a36", ["front-seats": "340", "baggage": "20"], fuel: [("main-fuel", "60")], trip: "30")
    let named = sheet.warnings.filter { $0.code == .unverifiedLimit }.map(\.message)
    #expect(named.contains { $0.contains("maximum of") })
    #expect(!named.contains { $0.lowercased().contains("seat") })
  }

  @Test("A placard's limit is still a danger, and the bound of a file can be either")
  func limits() throws {
    #expect(try PaperAircraft(seatLimit: "200").sheet(["seat": "201"]).warnings.first?.code == .stationOverweight)
    let sheet = try PaperAircraft(seatLimit: "200", seatKeys: #", "isLimit": false"#).sheet(["seat": "201"])
    #expect(sheet.codes.first == .stationImplausible)
  }
}
