import Testing
import WeightBalance

@Suite("The solver finds the least amounts that trying every amount finds")
struct SolverBruteForceTests {
  /// The least whole pounds that a change needs, found by trying each.
  private func least(_ sheet: LoadSheet, _ most: Int, _ change: (Int) -> [Loading.StationLoad]) throws -> Int? {
    for amount in stride(from: 1, through: most, by: 1) {
      var scenario = sheet.scenario
      scenario.stationLoads = change(amount)
      let after = try LoadSheet(aircraft: sheet.aircraft, scenario: scenario)
      if after.isLegal, isPlausible(after, sheet) { return amount }
    }
    return nil
  }

  private func isPlausible(_ after: LoadSheet, _ before: LoadSheet) -> Bool {
    zip(before.stationDetails, after.stationDetails).allSatisfy { !$1.isImplausible || $1.weight <= $0.weight }
  }

  private func loads(_ sheet: LoadSheet, _ changes: [String: Int]) -> [Loading.StationLoad] {
    sheet.stationDetails.map { detail in
      let change = Weight(changes[detail.station.id] ?? 0, .pounds)
      return Loading.StationLoad(station: detail.station.id, weight: detail.weight + change)
    }
  }

  private static let cases: [(String, [String: String], String)] = [
    ("cessna-172m", ["front-seats": "340", "rear-seats": "300", "baggage-1": "60"], "25"),
    ("cessna-172m", ["front-seats": "180", "rear-seats": "340", "baggage-1": "120", "baggage-2": "50"], "20"),
    ("cessna-172m", ["front-seats": "150", "rear-seats": "390", "baggage-1": "110"], "12"),
    ("bonanza-a36", ["front-seats": "400"], "20"),
    ("bonanza-a36", ["front-seats": "150", "baggage": "390"], "30"),
  ]

  @Test("Each move, removal and ballast is the least, and none is missing", arguments: cases.indices)
  func weights(_ index: Int) throws {
    let (id, stations, gallons) = Self.cases[index]
    let tank = try #require(Fleet.aircraft(id).tanks.first?.id)
    let sheet = try Fleet.sheet(id, stations, fuel: [(tank, gallons)], trip: "8")
    let remedies = sheet.isLegal ? [] : Solver(sheet).remedies().filter { $0.kind != .two }
    guard !sheet.isLegal else { return }
    func found(_ kind: Remedy.Kind, _ place: String, _ destination: String? = nil) -> Int? {
      let weights = remedies.filter { $0.kind == kind && $0.place == place && $0.destination == destination }
        .compactMap(\.weight)
      return weights.min().flatMap { Int($0.text(in: .pounds, places: 0)) }
    }
    for from in sheet.stationDetails where from.station.kind != .oil {
      let load = Int(from.weight.text(in: .pounds, places: 0)) ?? 0, name = from.station.id
      // The pilot's station loses nothing, and no move empties it.
      let isPilots = name == "front-seats"
      let removal = try isPilots ? nil : least(sheet, load) { loads(sheet, [name: -$0]) }
      #expect(removal == found(.remove, name), "off \(name)")
      #expect(try least(sheet, 420) { loads(sheet, [name: $0]) } == found(.ballast, name), "into \(name)")
      for to in sheet.stationDetails where to.station.kind != .oil && to.station.id != name {
        // Baggage lies on no seat that is taken.
        let isOnLap = from.station.kind != .seat && to.station.kind == .seat && to.weight > .zero
        if isOnLap {
          #expect(found(.move, name, to.station.id) == nil, "\(name) to \(to.station.id)")
          continue
        }
        let wanted = try least(sheet, isPilots ? load - 1 : load) { loads(sheet, [name: -$0, to.station.id: $0]) }
        #expect(wanted == found(.move, name, to.station.id), "\(name) to \(to.station.id)")
      }
    }
  }

  @Test("Fuel is drained by the least tenth of a gallon, and never below what taxi and trip need")
  func drain() throws {
    let sheet = try Fleet.sheet(
      "cessna-172m", ["front-seats": "340", "rear-seats": "300", "baggage-1": "60"], fuel: [("main-fuel", "25")],
      trip: "10")
    let drained = try #require(Solver(sheet).remedies().first { $0.kind == .drain })
    #expect(try drained.volume == Volume("2.7", .usGallons))
    let long = try Fleet.sheet(
      "cessna-172m", ["front-seats": "340", "rear-seats": "300", "baggage-1": "60"], fuel: [("main-fuel", "25")],
      trip: "24")
    #expect(!Solver(long).remedies().contains { $0.kind == .drain })
  }
}
