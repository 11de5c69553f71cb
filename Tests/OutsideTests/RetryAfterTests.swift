import Testing

@testable import Outside

@Suite("Retry-After")
struct RetryAfterTests {
  /// The date of RFC 9110, section 5.6.7, and others by `date -u -d @…`.
  private static let dates: [(String, Int64)] = [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:10 GMT", 10),
    ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199), ("Thu, 26 Nov 2026 18:00:00 GMT", 1_795_716_000),
  ]

  @Test(arguments: dates) func `is a time to wait until a date`(_ text: String, _ seconds: Int64) {
    #expect(RetryAfter.seconds(text, now: seconds - 7) == 7)
    #expect(RetryAfter.seconds(text, now: seconds) == nil, "it has passed")
  }

  @Test func `is a number of seconds`() {
    #expect(RetryAfter.seconds("120", now: 5) == 120 && RetryAfter.seconds("0", now: 5) == 0)
  }

  @Test(arguments: [
    "", "soon", "-5", "1.5", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Foo 2094 08:49:37 GMT",
    "Sun, 99 Nov 2094 08:49:37 GMT",
    "Sun, 06 Nov 2094 25:49:37 GMT", "99999999999999999999",
  ])
  func `is ignored if it is neither`(_ text: String) { #expect(RetryAfter.seconds(text, now: 0) == nil) }
}
