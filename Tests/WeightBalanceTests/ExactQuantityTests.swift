import Testing
import WeightBalance

@Suite("Quantities are exact decimals in every unit")
struct ExactQuantityTests {
  @Test(
    "Loads whose binary sum exceeds 2300 lb by a rounding error weigh exactly 2300 lb",
    arguments: [
      ["1466.3", "352.0", "286.0", "73.9", "20.3"], ["1466.3", "370.1", "286.9", "111.3", "10.9"],
    ])
  func noBinaryNoise(parts: [String]) throws {
    let stations = try parts.dropLast().map { try Weight($0, .pounds) }.reduce(.zero, +)
    let fuel = try Volume(#require(parts.last), .usGallons) * Density(ExactDecimal(6), .pounds, per: .usGallons)
    let total = stations + fuel
    #expect(total == Weight(2300, .pounds))
    #expect(total.text(in: .pounds, places: 6) == "2300")
  }

  @Test(
    "The noise of a sum that was made in binary is no weight", arguments: ["2300.0000000000005", "2299.9999999999995"])
  func noisyText(text: String) throws {
    #expect(try Weight(text, .pounds) == Weight(2300, .pounds))
  }

  @Test("Kilograms add up exactly too, and a pound is 0.45359237 kg")
  func kilograms() throws {
    let tenths = try (0..<10).map { _ in try Weight("0.1", .kilograms) }.reduce(.zero, +)
    #expect(tenths == Weight(1, .kilograms))
    #expect(try Weight("0.45359237", .kilograms) == Weight(1, .pounds))
    #expect(try Arm("25.4", .millimetres) == Arm(1, .inches))
    #expect(try Volume("3.785411784", .litres) == Volume(1, .usGallons))
    #expect(try Volume("4.54609", .litres) == Volume(1, .imperialGallons))
  }

  @Test("Text that is no number, and numbers that are too large, are refused")
  func refused() {
    for text in ["", "-", ".", "1.2.3", "nan", "inf", "1e", "e5", "1e99999", "0x10", "1 000", "--1", "1e40", "٣"] {
      #expect(ExactDecimal(text) == nil, "\(text)")
    }
    #expect(throws: QuantityError.self) { try Weight("1e12", .pounds) }
    #expect(throws: QuantityError.self) { try Arm("-1e9", .inches) }
    #expect(throws: QuantityError.self) { try Volume("1e9", .litres) }
    #expect(throws: QuantityError.self) { try Density(ExactDecimal(0), .pounds, per: .usGallons) }
    #expect(throws: QuantityError.self) { try Moment(#require(ExactDecimal("1e30")), .pounds, .inches) }
  }

  @Test("Numbers in every spelling of JSON are read")
  func spellings() throws {
    for (text, same) in [("1.50e2", "150"), ("-0", "0"), ("+5", "5"), ("00012.5", "12.5"), ("1E-3", "0.001")] {
      #expect(try Weight(text, .pounds) == Weight(same, .pounds))
    }
    // Longer than any resolution: as a binary number may be written.
    #expect(
      try Arm("38.38582677165354330708661417322834645669291338582677", .inches).text(in: .inches, places: 6)
        == "38.385827")
  }

  @Test("What is not shown goes to the nearest digit, up or down as asked")
  func rounding() throws {
    let gallons = try Weight("110", .pounds).volume(at: Density(ExactDecimal(6), .pounds, per: .usGallons))
    #expect(gallons.text(in: .usGallons, places: 1, rounding: .up) == "18.4")
    #expect(gallons.text(in: .usGallons, places: 1, rounding: .down) == "18.3")
    #expect(try Weight("-1.05", .pounds).text(in: .pounds, places: 1) == "-1.1")
    #expect(try Weight("-0.04", .pounds).text(in: .pounds, places: 1) == "0")
    #expect(try Weight("-1.01", .pounds).text(in: .pounds, places: 1, rounding: .up) == "-1")
  }
}
