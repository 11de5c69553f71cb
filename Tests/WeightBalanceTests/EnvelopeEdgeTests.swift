import Testing
import WeightBalance

/// TCDS 3A12, section VII: the Cessna 172M above the lowest weight of its chart.
let normal172M = [("1500", "35.0"), ("1950", "35.0"), ("2300", "38.5"), ("2300", "47.3"), ("1500", "47.3")]
/// TCDS 3A12, utility category.
let utility172M = [("1500", "35.0"), ("1950", "35.0"), ("2000", "35.5"), ("2000", "40.5"), ("1500", "40.5")]
/// TCDS 3A15, section XIII: the Bonanza A36 from serial E-2111.
let bonanzaA36 = [("2200", "74.0"), ("3100", "74.0"), ("3650", "81.0"), ("3650", "87.7"), ("2200", "87.7")]

func ring(
  _ corners: [(String, String)], _ weight: WeightUnit = .pounds, _ length: LengthUnit = .inches
) throws -> Envelope {
  try Envelope(points: corners.map { try Envelope.Point(weight: Weight($0.0, weight), arm: Arm($0.1, length)) })
}

func contains(_ envelope: Envelope, _ weight: String, _ arm: String) throws -> Bool {
  envelope.contains(weight: try Weight(weight, .pounds), arm: try Arm(arm, .inches))
}

@Suite("An envelope includes its edges")
struct EnvelopeEdgeTests {
  @Test("Every corner and the middle of every edge is inside", arguments: [normal172M, utility172M, bonanzaA36])
  func cornersAndMiddles(corners: [(String, String)]) throws {
    for orientation in [corners, corners.reversed()] {
      let envelope = try ring(orientation)
      for (index, corner) in envelope.points.enumerated() {
        #expect(envelope.contains(weight: corner.weight, arm: corner.arm))
        let next = envelope.points[(index + 1) % envelope.points.count]
        // Twice the weight at twice the mean arm of a doubled ring: the mean without a division.
        let doubled = try Envelope(
          points: envelope.points.map { .init(weight: $0.weight + $0.weight, arm: $0.arm + $0.arm) })
        #expect(doubled.contains(weight: corner.weight + next.weight, arm: corner.arm + next.arm))
      }
    }
  }

  @Test("A hundredth beyond an edge is outside")
  func justOutside() throws {
    let envelope = try ring(normal172M)
    let outside = [
      ("2300.01", "42"), ("1499.99", "40"), ("1700", "34.99"), ("1700", "47.31"), ("2300", "38.49"), ("1500", "34"),
      ("2400", "42"), ("0", "40"), ("-1500", "40"), ("2300", "37.5"),
    ]
    for (weight, arm) in outside { #expect(try !contains(envelope, weight, arm), "\(weight) lb at \(arm) in") }
  }

  @Test("Every exact decimal point of the slanted forward limit is inside, and a millionth of an inch before it is not")
  func slantedLimit() throws {
    let envelope = try ring(normal172M)
    // One lb more is 0.01 in further aft.
    for step in 0...3500 {
      let weight = try Weight("\(19500 + step)e-1", .pounds)
      let arm = try Arm("\(35000 + step)e-3", .inches)
      #expect(envelope.contains(weight: weight, arm: arm))
      #expect(!envelope.contains(weight: weight, arm: arm - (try Arm("0.000001", .inches))))
    }
  }

  @Test("Where the moment and not the arm is exact, the verdict is still")
  func momentOnTheEdge() throws {
    // The forward limit is a third of the weight: at 100 lb it has no end of decimals.
    let envelope = try ring([("0", "0"), ("3000", "1000"), ("3000", "2000")])
    let weight = try Weight("100", .pounds)
    let justForward = try Moment(#require(ExactDecimal("3333.3333333333")), .pounds, .inches)
    #expect(envelope.contains(weight: weight, moment: try Moment(ExactDecimal(5000), .pounds, .inches)))
    #expect(!envelope.contains(weight: weight, moment: justForward))
    #expect(try contains(envelope, "300", "100"))
  }

  @Test("The utility ring refuses what only the normal one allows")
  func utility() throws {
    #expect(try contains(ring(utility172M), "1900", "38"))
    #expect(try !contains(ring(utility172M), "1900", "44"))
    #expect(try contains(ring(normal172M), "1900", "44"))
  }

  @Test("Limits at a weight follow the slanted line, and there are none beside the ring")
  func limitsAtWeight() throws {
    let envelope = try ring(bonanzaA36)
    let limits = try #require(envelope.limits(at: Weight("3375", .pounds)))
    #expect(limits.forward.text(in: .inches, places: 4) == "77.5")
    #expect(limits.aft.text(in: .inches, places: 4) == "87.7")
    #expect(envelope.limits(at: try Weight("3650.01", .pounds)) == nil)
    #expect(envelope.limits(at: try Weight("2199", .pounds)) == nil)
  }
}
