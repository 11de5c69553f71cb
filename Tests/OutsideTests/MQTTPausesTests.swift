import Testing

@testable import Outside

/// When the box connects again (docs/mqtt.md, "How it is made").
@Suite("The pauses before a broker")
struct MQTTPausesTests {
  @Test func `a broker that was away is found within seconds`() {
    var pauses = MQTTPauses()
    let away = (1...5).map { _ in pauses.next(after: nil) }
    #expect(away == [500, 1000, 2000, 2000, 2000])
    #expect(pauses.next(after: 30_000) == 500)
    #expect(pauses.next(after: nil) == 1000)
  }

  @Test func `one that ends each connection soon is asked ever less often, until one was good`() {
    var pauses = MQTTPauses()
    let expected: [Int64] = [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]
    let brief = expected.map { _ in pauses.next(after: 29_999) }
    #expect(brief == expected)
    #expect(pauses.next(after: nil) == 30_000)
    #expect(pauses.next(after: 30_000) == 500)
    #expect(pauses.next(after: 0) == 500)
  }

  @Test func `the card gets one note a minute`() {
    let sign = MQTTSign()
    let noted = [0, 1, 59_999, 60_000, 60_001, 200_000].filter { sign.begin(at: $0) }
    #expect(noted == [0, 60_000, 200_000])
  }
}
