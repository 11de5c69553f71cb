import GRDB

/// Whether the run before knew the date, which a restart within the same boot may trust.
extension Logbook {
  /// Two readings of two clocks, milliseconds; and what one drifts in a long run.
  private static let sameBoot: Int64 = 2_000

  /// Whether the latest run knew the date, and the clock has gone on since without a step.
  /// - Parameter bootedAt: when the machine was booted, by the present clock, milliseconds since 1970.
  package func knewDate(bootedAt: Int64) throws(LogbookError) -> Bool {
    do {
      let row = try read {
        try Row.fetchOne($0, sql: "SELECT clock, booted_at_ms FROM run ORDER BY id DESC LIMIT 1")
      }
      guard let clock: String = row?.checked("clock"), clock != "unset",
        let before: Int64 = row?.checked("booted_at_ms"),
        (0..<Self.dateLimit).contains(before)
      else { return false }
      return abs(before - bootedAt) <= Self.sameBoot
    } catch {
      throw LogbookError(error, path: path)
    }
  }
}
