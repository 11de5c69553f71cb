import Testing
import WeightBalance

@Suite("A load sheet")
struct LoadSheetTests {
  @Test("The empty 172M is outside its envelope, below the lowest weight, and no limit is said to be broken there")
  func emptySkyhawk() throws {
    let sheet = try Fleet.sheet("cessna-172m", taxi: nil)
    #expect(sheet.pounds(.takeoff) == "1466")
    #expect(sheet.inches(.takeoff) == "40.6")
    #expect(sheet.isInside(.takeoff) == false)
    #expect(sheet.isInside(.ramp) == true)
    #expect(sheet.isWithinWeightLimit)
    #expect(!sheet.isWithinCGEnvelope)
    #expect(!sheet.codes.contains(.cgOutOfEnvelope))
    #expect(
      sheet.warning(.belowEnvelopeFloor)?.message.contains("below the lowest weight of the envelope, 1500 lb") == true)
    #expect(sheet.verdict == .belowEnvelope)
  }

  @Test("Two up with full tanks is inside all the way")
  func twoUp() throws {
    let sheet = try Fleet.sheet(
      "cessna-172m", ["front-seats": "340"], fuel: [("main-fuel", "38")], taxi: "1", trip: "30")
    #expect(sheet.phases.map { $0.weight.text(in: .pounds, places: 3) } == ["2034", "2028", "1848", "1806"])
    #expect(sheet.inches(.takeoff) == "40.8065")
    #expect(sheet.inches(.landing) == "40.1058")
    #expect(sheet.inches(.zeroFuel) == "39.9223")
    #expect(sheet.isLegal && sheet.isWithinCGEnvelope && sheet.isWithinAllStationLimits)
    #expect(sheet.limitingFactor.contains("272 lb"))
  }

  @Test("Exactly 2300 lb is within the limit, and a hundredth more is not")
  func exactGross() throws {
    let loads = ["front-seats": "340", "rear-seats": "266"]
    let sheet = try Fleet.sheet("cessna-172m", loads, fuel: [("main-fuel", "38")], trip: "30")
    #expect(sheet.pounds(.takeoff) == "2300")
    #expect(sheet.inches(.takeoff) == "44.5485")
    #expect(sheet.weightMargin == .zero)
    #expect(sheet.isLegal)
    #expect(sheet.codes.contains(.nearMaxGross))
    let heavier = try Fleet.sheet(
      "cessna-172m", loads.merging(["baggage-1": "0.01"]) { $1 }, fuel: [("main-fuel", "38")], trip: "30")
    #expect(heavier.warnings.first?.code == .overMaxGross)
    #expect(heavier.limitingFactor.contains("by 0.01 lb"))
  }

  @Test("A load whose binary sum is above 2300 lb is legal")
  func noBinaryNoise() throws {
    let sheet = try Fleet.sheet(
      "cessna-172m", ["front-seats": "352.0", "rear-seats": "286.0", "baggage-1": "73.9"],
      fuel: [("main-fuel", "20.3")], trip: "10"
    ) { $0.empty = .init(weight: try Weight("1466.3", .pounds), arm: try Arm("40.6", .inches)) }
    #expect(sheet.pounds(.takeoff) == "2300")
    #expect(!sheet.codes.contains(.overMaxGross))
  }

  @Test("2306 lb on the ramp is legal where taxi leaves 2300 lb, and 2307.01 lb is not")
  func rampWeight() throws {
    let loads = ["front-seats": "340", "rear-seats": "266", "baggage-1": "6"]
    let sheet = try Fleet.sheet("cessna-172m", loads, fuel: [("main-fuel", "38")], taxi: "1", trip: "30")
    #expect(sheet.pounds(.ramp) == "2306")
    #expect(sheet.pounds(.takeoff) == "2300")
    #expect(sheet.inches(.takeoff) == "44.6711")
    #expect(sheet.isInside(.ramp) == true)
    #expect(sheet.isLegal)
    let heavier = try Fleet.sheet(
      "cessna-172m", ["front-seats": "341.01", "rear-seats": "266", "baggage-1": "6"], fuel: [("main-fuel", "38")],
      taxi: "2", trip: "30")
    #expect(heavier.codes.contains(.overMaxRamp))
    #expect(!heavier.codes.contains(.overMaxGross))
  }

  @Test("The utility category has a ring and a weight of its own")
  func utility() throws {
    let loads = ["front-seats": "340", "rear-seats": "90"]
    let normal = try Fleet.sheet("cessna-172m", loads, fuel: [("main-fuel", "10")], trip: "5")
    #expect(normal.isLegal)
    let utility = try Fleet.sheet("cessna-172m", loads, fuel: [("main-fuel", "10")], trip: "5", category: "utility")
    #expect(utility.codes.contains(.cgOutOfEnvelope))
  }

  @Test("Stations, combined stations and tanks have limits of their own")
  func stationLimits() throws {
    let sheet = try Fleet.sheet(
      "cessna-172m", ["front-seats": "170", "baggage-1": "100", "baggage-2": "50.5"], fuel: [("main-fuel", "38.1")])
    #expect(sheet.codes.contains(.stationOverweight))
    #expect(sheet.codes.contains(.combinedOverweight))
    #expect(sheet.codes.contains(.fuelOvercapacity))
    #expect(!sheet.isWithinAllStationLimits)
    let atLimit = try Fleet.sheet(
      "cessna-172m", ["front-seats": "340", "baggage-1": "70", "baggage-2": "50"], fuel: [("main-fuel", "38")])
    #expect(atLimit.isWithinAllStationLimits)
  }

  @Test("Negative loads and fuel that is not there are named first")
  func impossibleLoads() throws {
    let sheet = try Fleet.sheet(
      "cessna-172m", ["front-seats": "340", "rear-seats": "-5"], fuel: [("main-fuel", "-1")], trip: "3")
    #expect(Array(sheet.codes.prefix(3)) == [.negativeWeight, .negativeFuel, .fuelShort])
    #expect(!sheet.isWithinAllStationLimits)
  }

  @Test("Warnings come worst first, each with the rule that is broken or the duty to look")
  func order() throws {
    let sheet = try Fleet.sheet(
      "cessna-172m", ["front-seats": "400", "rear-seats": "400", "baggage-1": "200"], fuel: [("main-fuel", "38")],
      trip: "1")
    #expect(sheet.warnings.map(\.level) == sheet.warnings.map(\.level).sorted(by: >))
    #expect(sheet.warnings.first?.code == .overMaxGross)
    for warning in sheet.warnings {
      #expect(warning.level <= .caution || warning.regulatoryRef == "14 CFR 91.9(a)")
      #expect(!warning.message.isEmpty && !warning.detail.isEmpty)
    }
    #expect(LoadSheet.disclaimer.contains("14 CFR 91.103"))
  }

  @Test("Unknown limits are in force conservatively, and every sheet that used them says so")
  func unverified() throws {
    let sheet = try Fleet.sheet("cherokee-six-pa32", ["front-seats": "340"], fuel: [("main-fuel", "40")], trip: "20")
    #expect(sheet.codes.contains(.unverifiedLimit))
    #expect(sheet.verdict == .inside([.envelope, .limits, .emptyWeight]))
  }

  @Test("A load in a range is looked at with seats at both ends, and one with an arm of its own is not")
  func armRanges() throws {
    // Just inside the aft limit at the usual arm.
    let loads = ["front-seats": "340", "rear-seats": "300", "baggage-1": "110"]
    let usual = try Fleet.sheet("cessna-172m", loads, fuel: [("main-fuel", "8")])
    #expect(usual.isLegal)
    #expect(usual.codes.contains(.armRangeCG))
    let placed = try Fleet.sheet("cessna-172m", loads, fuel: [("main-fuel", "8")]) {
      for index in $0.stationLoads.indices {
        let load = $0.stationLoads[index]
        $0.stationLoads[index] = .init(
          station: load.station, weight: load.weight,
          arm: try Arm(load.station == "front-seats" ? "37" : load.station == "rear-seats" ? "73" : "95", .inches))
      }
    }
    #expect(!placed.codes.contains(.armRangeCG))
    #expect(placed.inches(.takeoff) == usual.inches(.takeoff))
  }

  @Test("What the aircraft does not have is refused")
  func unknownNames() throws {
    #expect(throws: LoadSheetError.self) { try Fleet.sheet("cessna-172m", ["attic": "10"]) }
    #expect(throws: LoadSheetError.self) { try Fleet.sheet("cessna-172m", fuel: [("tip-fuel", "10")]) }
    #expect(throws: LoadSheetError.self) { try Fleet.sheet("cessna-172m", category: "aerobatic") }
    #expect(throws: LoadSheetError.self) {
      try Fleet.sheet("cessna-172m") { scenario in
        scenario.stationLoads = try (0..<900).map { _ in
          .init(station: "front-seats", weight: try Weight("8e6", .pounds))
        }
      }
    }
  }

  @Test("Kilograms, millimetres and litres give the same sheet")
  func metric() throws {
    let american = try Fleet.sheet("cessna-172m", ["front-seats": "340"], fuel: [("main-fuel", "30")], trip: "20")
    let metric = try Fleet.sheet("cessna-172m", trip: "0") {
      $0.stationLoads = [.init(station: "front-seats", weight: try Weight("154.2214058", .kilograms))]
      $0.fuelLoads = [.init(tank: "main-fuel", volume: try Volume("113.56235352", .litres))]
      $0.tripFuel = try Volume("75.70823568", .litres)
    }
    #expect(metric.phases == american.phases)
  }
}
