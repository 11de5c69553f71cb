import Testing
import TestSupport

@Suite("lapwing air now and air check")
struct OutdoorAirTests {
  private let stations = """
    station,latitude,longitude,pm25,source,licence
    Jongno,37.572,127.005,31,AirKorea,KOGL 3
    Jung,37.564,126.975,34,AirKorea,KOGL 3
    Broken,37.56,126.98,999,AirKorea,KOGL 3

    """

  private func now(_ place: String, _ more: String..., input: String? = nil) throws -> LapwingProcess.Outcome {
    try LapwingProcess.run(["air", "now", "--stations", "-", "--at=\(place)"] + more, input: input ?? stations)
  }

  @Test("An estimate has its interval, its class and all that it comes from")
  func estimate() throws {
    let outcome = try now("37.57,126.98", "--json")
    #expect(outcome.status == 0)
    let line = try #require(outcome.lines.first)
    #expect(line.hasPrefix(#"{"latitude":37.57,"longitude":126.98,"pm25_ugm3":32.52,"#))
    #expect(line.contains(#""index":"us","aqi":9"#))
    #expect(line.contains(#""class":"moderate""#))
    #expect(line.contains(#""station":"Jung""#) && line.contains(#""source":"AirKorea","licence":"KOGL 3""#))
    #expect(line.contains(#""left_out":["Broken"]"#))
  }

  @Test("As text, in the index of the country")
  func text() throws {
    let outcome = try now("37.57,126.98", "--index", "korea")
    #expect(outcome.lines.first?.hasPrefix("PM2.5 33 µg/m³, 95 % between ") == true)
    #expect(outcome.lines.contains { $0.hasPrefix("korea index 9") && $0.contains("moderate") })
    #expect(outcome.lines.last == "Left out, their values stand for a failure: Broken")
  }

  @Test("Without a station in reach it is unknown, and no number is made up")
  func unknown() throws {
    #expect(try now("-33.9,151.2", "--json").lines.first?.contains(#""unknown":"nothing-in-reach""#) == true)
    #expect(
      try now("-33.9,151.2").lines.first == "PM2.5 is unknown here: no station within 500 km has a value.")
  }

  @Test("A wrong place, index or file is named, with what is right")
  func faults() throws {
    for place in ["37.57", "91,0", "37,181", "x,y"] { #expect(try now(place).status == 64) }
    #expect(
      try now("37,127", "--index", "mars").error.contains("--index is one of us, us2012, korea, europe, uk, india"))
    let page = try now("37,127", input: "<html>\n")
    #expect(page.status == 65)
    #expect(page.error.contains("line 1: there is no column station"))
    #expect(try now("37,127", input: "station,latitude,longitude,pm25\n").error.contains("there is no station in it"))
    let twice = try now("37,127", input: "station,latitude,longitude,pm25\na,37,127,1\na,37,127,2\n")
    #expect(twice.error.contains("line 3: station “a” is also on line 2; keep one of them"))
  }

  @Test("A file is checked by what its stations say of each other")
  func check() throws {
    let lines = (0..<20).map { "s\($0),37.\($0 + 10),127,\(20 + $0 % 3)" }
    let text = (["station,latitude,longitude,pm25"] + lines + ["far,-33.9,151.2,8", ""]).joined(separator: "\n")
    let outcome = try LapwingProcess.run(["air", "check", "-", "--json"], input: text)
    #expect(outcome.status == 0)
    #expect(outcome.lines.first?.hasPrefix(#"{"times":1,"estimates":20,"unknown":1,"rmse_ugm3":"#) == true)
    #expect(outcome.lines.first?.hasSuffix(#""coverage":1}"#) == true)
  }
}
