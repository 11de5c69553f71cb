/// How much of the past stays in the logbook.
struct KeptReadings: Sendable {
  var days = 3650.0
  var megabytes = 1000.0

  /// The room on the disk, in bytes, below which the logbook grows no further.
  static let leastRoom: Int64 = 64 << 20

  var milliseconds: Int64 { Int64(days * 86_400_000) }
  var bytes: Int64 { Int64(megabytes * 1_000_000) }
}
