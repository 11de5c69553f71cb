import BoxSupport
import Readings
import TestSupport
import Testing

@testable import Settings

@Suite("A consent")
struct ConsentTests {
  private func configuration(_ text: String) throws -> Configuration {
    try WrittenConfiguration().read(text)
  }

  @Test(arguments: ["2026-11-26", "2028-02-29"]) func `has the date on which it was given`(date: String) throws {
    #expect(try configuration("consent: {messages: \(date)}")[Keys.messagesConsent] == date)
    #expect(try configuration("consent: {messages: \"\(date)\"}")[Keys.messagesConsent] == date)
  }

  @Test(arguments: ["2026-02-29", "2026-13-01", "yes", "true", "26.11.2026", "2026-11-26T10:00:00Z", "2026-1-1"])
  func `is none without a date`(text: String) throws {
    #expect(throws: LapwingError.self) { try configuration("consent: {circle: \(text)}") }
  }
}
