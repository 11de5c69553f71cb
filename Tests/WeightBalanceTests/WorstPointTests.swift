import TestSupport
import Testing
import WeightBalance

@Suite("The point of the flight with the least margin is named, stretches included")
struct WorstPointTests {
  @Test("The change of tanks of a PA-31 is nearer to the limit than take-off")
  func changeOver() throws {
    let sheet = try Fleet.sheet(
      "navajo-chieftain-pa31",
      ["pilot-copilot": "340", "row-2": "340", "row-3": "340", "row-4": "180", "aft-baggage": "40"],
      fuel: [("inboard-fuel", "80"), ("outboard-fuel", "76")], trip: "140")
    let worst = try #require(sheet.worst)
    #expect(worst.label.contains("changed over"))
    #expect(worst.margin.isNegative)
    let warning = try #require(sheet.warning(.cgOutOfEnvelope))
    #expect(warning.message.contains(worst.label))
    #expect(warning.message.contains((.zero - worst.margin.margin).text(in: .inches, places: 2, rounding: .up)))
  }

  @Test("Of equal margins the first on the way is named, and the forward limit")
  func corners() throws {
    let sheet = try Fleet.sheet("cessna-172m", ["front-seats": "340"], fuel: [("main-fuel", "38")], trip: "30")
    #expect(sheet.worstText == "zero fuel: 1806 lb, 4.922 in forward")
    // 90 in is in the middle of 80 and 100 in from ramp to dry tanks.
    #expect(try PaperAircraft().sheet(["seat": "300"]).worstText == "take-off: 1600 lb, 10 in forward")
  }

  @Test("Both ends inside and a stretch out in the middle is a danger at the point that is furthest out")
  func stretch() throws {
    // c = 150 - 105000 / W falls with the weight as fuel at 150 in burns; the aft limit rises with the weight, from
    // 65 in at 1200 lb to 95 in at 1800 lb: c − L is greatest at W = √(105000 / 0.05) = 1449.14 lb.
    var paper = PaperAircraft(
      ring: "[1200, 0], [1800, 0], [1800, 95], [1200, 65]", takeoff: "1800", categoryMax: "1800")
    paper.tanks = [("main", "150", "200")]
    // Empty 1000 lb at 90 in; a load in the nose and the tail sets K.
    let sheet = try paper.sheet(["nose": "270"], fuel: ["main": "80"], trip: "70")
    let worst = try #require(sheet.worst)
    let expected = (-(sheet.constant(arm: 150)) / 0.05).squareRoot()
    #expect(worst.label == "on the way to landing")
    #expect(abs(worst.margin.weight.double(in: .pounds) - expected) < 1e-6)
  }

  @Test("At a step of the ring a stretch counts with the limits on its own side")
  func step() throws {
    // Up to 2000 lb the aft limit is 95 in, above it 91 in.
    var paper = PaperAircraft(ring: "[1000, 80], [3000, 80], [3000, 91], [2000, 91], [2000, 95], [1000, 95]")
    // Take-off at exactly 2000 lb and 91.5 in: limits are inclusive, and nothing is flown above the step.
    paper.tanks = [("main", "100", "200")]
    let below = try paper.sheet(["seat": "850", "tail": "30"], fuel: ["main": "20"], trip: "10")
    #expect(below.pounds(.takeoff) == "2000")
    #expect(below.inches(.takeoff) == "91.5")
    #expect(below.isInside(.takeoff) == true)
    #expect(below.verdict.level != .danger)
    // From 2018 lb down to 2000 lb the narrow limit counts.
    let onto = try paper.sheet(["seat": "900", "tail": "10"], fuel: ["main": "18"], trip: "3")
    #expect(onto.pounds(.landing) == "2000")
    #expect(onto.isInside(.landing) == true)
    #expect(onto.worst?.margin.aftLimit == Arm(91, .inches))
  }

  @Test("A step that is outside only beside its weight is found between two corners that are inside")
  func stepBetween() throws {
    // Narrow above 2000 lb; take-off at 2100 lb inside the narrow limit, then the fuel forward of the CG moves it aft.
    var paper = PaperAircraft(ring: "[1000, 80], [3000, 80], [3000, 90.2], [2000, 90.2], [2000, 95], [1000, 95]")
    paper.tanks = [("main", "40", "200")]
    // 87.6 in at take-off, 90.45 in at 2000 lb, which only the wide limit allows.
    let sheet = try paper.sheet(["seat": "930", "tail": "40"], fuel: ["main": "25"], trip: "24")
    let worst = try #require(sheet.worst)
    #expect(sheet.isInside(.takeoff) == true)
    #expect(sheet.isInside(.landing) == true)
    #expect(worst.label == "on the way to landing")
    #expect(worst.margin.weight == Weight(2000, .pounds))
    #expect(sheet.codes.contains(.cgOutOfEnvelope))
  }

  @Test("In a ring with a notch the limits are those of the range that holds the CG, else of the nearest")
  func notch() throws {
    // Between 2000 and 3000 lb there are two ranges with a gap around 90 in.
    let ring = try ring([
      ("1000", "80"), ("3000", "80"), ("3000", "85"), ("2000", "90"), ("3000", "95"), ("3000", "100"), ("1000", "100"),
    ])
    func margin(_ arm: String) throws -> (String, String) {
      let weight = Weight(2500, .pounds)
      let margin = try #require(ring.margin(weight: weight, moment: weight * Arm(arm, .inches)))
      return (margin.margin.text(in: .inches, places: 3), margin.limit.text(in: .inches, places: 3))
    }
    #expect(try margin("84") == ("3.5", "87.5"))
    #expect(try margin("89") == ("-1.5", "87.5"))
    #expect(try margin("90") == ("-2.5", "87.5"))
    #expect(try margin("91.5") == ("-1", "92.5"))
    #expect(try margin("93") == ("0.5", "92.5"))
    #expect(try margin("101") == ("-1", "100"))
  }

  @Test("No point of a random flight through a random ring has less margin than the worst one")
  func random() throws {
    var random = SplitMix64(seed: 20)
    for _ in 0..<80 {
      var paper = PaperAircraft()
      // Some levels, with or without a step, between 1000 and 3000 lb.
      let levels = (1...Int.random(in: 1...3, using: &random)).map { _ in Int.random(in: 1100...2900, using: &random) }
      var forward = ["[1000, \(Int.random(in: 70...88, using: &random))]"]
      var aft = ["[1000, \(Int.random(in: 92...110, using: &random))]"]
      for level in Set(levels).sorted() {
        for _ in 0...Int.random(in: 0...1, using: &random) {
          forward.append("[\(level), \(Int.random(in: 70...89, using: &random))]")
        }
        for _ in 0...Int.random(in: 0...1, using: &random) {
          aft.append("[\(level), \(Int.random(in: 91...110, using: &random))]")
        }
      }
      forward.append("[3000, \(Int.random(in: 70...88, using: &random))]")
      aft.append("[3000, \(Int.random(in: 92...110, using: &random))]")
      paper.ring = (forward + aft.reversed()).joined(separator: ", ")
      paper.tanks = [
        ("a", "\(Int.random(in: 40...140, using: &random))", "200"),
        ("b", "\(Int.random(in: 40...140, using: &random))", "200"),
      ]
      let loads = ["seat", "tail", "nose"].map { ($0, "\(Int.random(in: 0...450, using: &random))") }
      let sheet = try paper.sheet(
        Dictionary(uniqueKeysWithValues: loads),
        fuel: ["a": "\(Int.random(in: 1...90, using: &random))", "b": "\(Int.random(in: 1...90, using: &random))"],
        trip: "\(Int.random(in: 0...90, using: &random))")
      let worst = try #require(sheet.worst)
      let corners = sheet.burnPath.filter { $0.part != .ramp && !$0.label.hasPrefix("on the way") }
      var least = Double.infinity
      for (from, to) in zip(corners, corners.dropFirst()) {
        for step in 0...300 {
          let share = Double(step) / 300
          let weight = from.weight.double(in: .pounds) * (1 - share) + to.weight.double(in: .pounds) * share
          let moment =
            from.moment.double(in: .pounds, .inches) * (1 - share) + to.moment.double(in: .pounds, .inches) * share
          least = min(least, paper.margin(weight, moment / weight))
        }
      }
      let found = worst.margin.margin.double(in: .inches)
      #expect(found <= least + 1e-9, "\(paper.ring)")
      #expect(found >= least - 0.1, "\(paper.ring): \(found) \(least)")
      #expect(
        sheet.codes.contains { [.cgOutOfEnvelope, .landingCGOutOfEnvelope, .zeroFuelCGOutOfEnvelope].contains($0) }
          == worst.margin.isNegative)
    }
  }

  @Test("Without a positive weight there is no worst point")
  func noWeight() throws {
    let sheet = try PaperAircraft().sheet(["seat": "-2000"])
    #expect(sheet.worst == nil)
    #expect(sheet.phases.first?.forwardLimit == nil)
    #expect(!sheet.isWithinCGEnvelope)
  }

  @Test("The caution about nearness takes the worst point of the whole way")
  func nearness() throws {
    // The CG is 99.5 in at dry tanks and further forward before.
    let sheet = try PaperAircraft().sheet(["tail": "188"], trip: "20")
    let worst = try #require(sheet.worst)
    #expect(worst.label == "zero fuel")
    #expect(sheet.warning(.cgNearLimit)?.message.contains("(zero fuel)") == true)
  }
}

extension PaperAircraft {
  /// The margin by the limits just above and just below a weight, in binary numbers and independent of the sheet.
  fileprivate func margin(_ weight: Double, _ arm: Double) -> Double {
    let corners = ring.split(separator: "]").map { corner in
      corner.filter { !"[ ".contains($0) }.split(separator: ",").compactMap { Double($0) }
    }
    let at = min(max(weight, 1000.0001), 2999.9999)
    var arms: [Double] = []
    for (index, from) in corners.enumerated() {
      let to = corners[(index + 1) % corners.count]
      guard (from[0] < at) != (to[0] < at) else { continue }
      arms.append(from[1] + (to[1] - from[1]) * (at - from[0]) / (to[0] - from[0]))
    }
    arms.sort()
    return min(arm - arms[0], arms[arms.count - 1] - arm)
  }
}

extension LoadSheet {
  /// The constant K of a way on which fuel at one arm burns, in lb·in.
  fileprivate func constant(arm: Double) -> Double {
    guard let takeoff = phases.first(where: { $0.name == .takeoff }) else { return 0 }
    return takeoff.moment.double(in: .pounds, .inches) - takeoff.weight.double(in: .pounds) * arm
  }
}
