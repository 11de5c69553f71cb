import Alarms
import Readings
import Testing

@testable import Control

@Suite struct `The time for which an alarm is tried` {
  private func seconds(_ asked: Int?) throws -> UInt8 {
    try TypedNames.testSeconds(asked)
  }

  @Test func `is 15 s unless somebody asks for another`() throws {
    #expect(try seconds(nil) == 15)
    #expect(try seconds(3) == 3 && seconds(60) == 60)
  }

  @Test(arguments: [2, 61, 0, -1, 256, 259, Int.max, Int.min])
  func `is refused outside of 3 to 60 s`(asked: Int) throws {
    let error = try #require(throws: LapwingError.self) { try seconds(asked) }
    #expect(error.code == "bad-test-time" && error.message.contains("3 to 60 s"))
  }
}
