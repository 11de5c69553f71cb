import Appliance
import TestSupport
import Testing

@Suite("Button B knows the day of a sheet")
struct ScenarioDayTests {
  private let folder: TemporaryFolder
  private let tails: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    tails = try TemporaryFolder()
    _ = try tails.write(
      """
      {"registration": "N1", "aircraftId": "cessna-172m", "source": {"document": "d"},
       "weighings": [{"date": "2026-06-01", "weight": 1454, "arm": 39.0}]}
      """, to: "N1.json")
  }

  private func answer(_ date: String?, today: String?) throws -> String {
    let day = date.map { "\"date\": \"\($0)\", " } ?? ""
    _ = try folder.write(
      #"{"tail": "N1", \#(day)"stationLoads": {"front-seats": 340}, "fuelLoads": {"main-fuel": 30}, "tripFuel": 10}"#,
      to: "a.json")
    var shelf = LoadingFolder(folder: folder.path, tails: tails.path)
    return shelf.next(press: 1, today: today).text
  }

  @Test("and refuses a weighing of a later day, as the commands do")
  func future() throws {
    #expect(try answer(nil, today: "2026-05-01").contains("the first one is of 2026-06-01, after the day of the sheet"))
    #expect(try answer(nil, today: "2026-07-01").contains(": inside"))
  }

  @Test("and takes that of the scenario first")
  func scenario() throws {
    #expect(try answer("2026-05-01", today: "2026-07-01").hasPrefix("refused"))
    #expect(try answer("2026-07-01", today: "2026-05-01").contains(": inside"))
  }

  @Test("and takes the newest weighing if the date of the box is not known")
  func unknown() throws {
    #expect(try answer(nil, today: nil).contains(": inside"))
  }
}
