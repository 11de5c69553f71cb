import AirQuality
import Readings
import TestSupport
import Testing

@testable import Outside

@Suite struct `An answer about the air` {
  private struct Number: Decodable, Sendable { let n: Int }

  private func read(_ text: String, most: Int) throws -> [Int] {
    var body = ListBody([Int](), mostElements: most) { (all: inout [Int], number: Number) in all.append(number.n) }
    try body.receive(Array(text.utf8))
    try body.end()
    return body.result
  }

  @Test func `with more parts than any service has is refused, whatever they are`() throws {
    #expect(try read(#"[{"n":1},{"n":2}]"#, most: 2) == [1, 2])
    #expect(throws: AirBodyFault.self) { try read(#"[{"n":1},{"n":2},{}]"#, most: 2) }
  }

  @Test func `leaves the nearest, the first of two at one distance`() {
    var nearest = Nearest<String>(2)
    for (name, number, distance) in [("c", 3, 5.0), ("b", 2, 1.0), ("d", 1, 9.0), ("a", 1, 5.0)] {
      nearest.receive(name, number: number, at: distance)
    }
    #expect(nearest.all == ["b", "a"])
  }

  @Test func `in a file has short lines`() async throws {
    let folder = try TemporaryFolder(), place = try #require(Place(latitude: 52.52, longitude: 13.39))
    let head = "station,latitude,longitude,pm25\n"
    func ask(_ text: String) async throws -> AirAnswer {
      let file = AirFile(path: try folder.write(text, to: "air.csv"))
      return try await file.ask(AirRecord(place: place), around: place, at: 1_800_000_000)
    }
    await #expect(throws: LapwingError.self) { try await ask(head + String(repeating: ",", count: 5000) + "\n") }
    guard case .stations(let claims) = try await ask("\n" + head + "\r\na,52.5,13.4,12") else { return }
    #expect(claims.stations.count + claims.doubtful == 1)
  }
}
