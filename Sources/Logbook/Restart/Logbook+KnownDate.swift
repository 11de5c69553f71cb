import GRDB

/// Whether the previous run knew the date. After a restart within the same boot, the box can rely on it.
extension Logbook {
  /// Whether the latest run knew the date, in the same boot and without a step of the clock since.
  /// - Parameter bootedAt: when the machine was booted, by the clock as it is now, milliseconds since 1970.
  package func knewDate(bootedAt: Int64) throws(LogbookError) -> Bool {
    let row = try read {
      try Row.fetchOne($0, sql: "SELECT clock, booted_at_ms FROM run ORDER BY id DESC LIMIT 1")
    }
    guard let clock: String = row?.checked("clock"), clock != "unset",
      let before: Int64 = row?.checked("booted_at_ms"),
      (0..<Self.dateLimit).contains(before)
    else { return false }
    return BootTime.isSame(before, bootedAt)
  }
}
