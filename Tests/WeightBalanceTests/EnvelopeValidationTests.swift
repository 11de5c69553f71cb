import Testing
import WeightBalance

@Suite("An envelope that encloses nothing, or crosses itself, is refused")
struct EnvelopeValidationTests {
  @Test("Duplicates, points on a line, either orientation, any start and a closing point are allowed")
  func allowed() throws {
    let plain = try ring(normal172M)
    let repeated = [("1500", "35.0"), ("1600", "35.0"), ("1600", "35.0")] + normal172M.dropFirst()
    for corners in [
      normal172M + [normal172M[0]], repeated, normal172M.reversed(), Array(normal172M[3...] + normal172M[..<3]),
    ] as [[(String, String)]] {
      let envelope = try ring(corners)
      for (weight, arm) in [("2300", "42"), ("1700", "35"), ("1900", "41"), ("1700", "34.9")] {
        #expect(try contains(envelope, weight, arm) == contains(plain, weight, arm))
      }
    }
  }

  @Test("Too few points, points on one line, crossing lines and spikes are refused")
  func refused() {
    let broken: [([(String, String)], String)] = [
      ([], "fewer than 3"),
      ([("1500", "35"), ("2000", "40")], "fewer than 3"),
      ([("1500", "35"), ("2000", "40"), ("1500", "35"), ("2000", "40")], "fewer than 3"),
      ([("1500", "35"), ("1600", "36"), ("1700", "37")], "no area"),
      ([("1500", "35"), ("2000", "45"), ("2000", "35"), ("1500", "45")], "crosses itself"),
      (
        [
          ("1500", "35"), ("2000", "35"), ("2000", "45"), ("1500", "45"), ("1500", "35"), ("2000", "35"),
          ("2000", "40"), ("1500", "40"),
        ], "crosses itself"
      ),
      (
        [("1500", "35"), ("2000", "35"), ("2500", "35"), ("2000", "35"), ("2000", "45"), ("1500", "45")],
        "crosses itself"
      ),
      ([("-1500", "35"), ("2000", "35"), ("2000", "45")], "negative weight"),
    ]
    for (corners, words) in broken {
      let error = #expect(throws: EnvelopeError.self) { try ring(corners) }
      #expect(error?.message.contains(words) == true, "\(corners): \(error?.message ?? "accepted")")
    }
  }

  @Test("More points than any chart has are refused")
  func tooMany() {
    let corners = (0...200).map { ("\(1500 + $0)", $0 % 2 == 0 ? "35" : "36") }
    #expect(throws: EnvelopeError.self) { try ring(corners) }
  }
}
