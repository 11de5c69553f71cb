/// When a machine was booted, as runs have computed it: by their clock, less the time since then.
enum BootTime {
  /// How far two computed boot times of the same boot may differ, in milliseconds: by reading two clocks, and by drift.
  private static let difference: UInt64 = 2_000

  /// Whether two runs were in the same boot, without a change of the clock in between.
  static func isSame(_ one: Int64, _ other: Int64) -> Bool {
    // A damaged file may hold any number.
    let (difference, overflow) = one.subtractingReportingOverflow(other)
    return !overflow && difference.magnitude <= self.difference
  }
}
