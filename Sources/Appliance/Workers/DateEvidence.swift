import CLinux
import Glibc
import System

/// The evidence that the date of the system is right, read from the kernel and its files.
struct DateEvidence: Sendable, Equatable {
  /// 2026-01-01 00:00 UTC in milliseconds since 1970. An earlier date must be wrong, because Lapwing did not exist
  /// then.
  static let earliest: Int64 = 1_767_225_600_000

  /// Why the date is trusted, the weakest reason first.
  enum Source: Int, Comparable, Sendable {
    /// It is not trusted.
    case none
    /// A clock with a battery has set the system's clock.
    case battery
    /// It was set by a person, a visitor of the page, or a program that gets the time once.
    case hand
    /// It follows the clocks of a network.
    case network

    static func < (left: Source, right: Source) -> Bool { left.rawValue < right.rawValue }
  }

  /// Whether the kernel's clock is synchronised (adjtimex); `nil` if the kernel may not be asked. chrony, ntpd and
  /// timesyncd report it to the kernel.
  var kernel: Bool?
  /// When timesyncd last synchronised the clock since boot, in nanoseconds; `nil` if it has not.
  var timesyncd: Int64?
  /// Whether the kernel has an offset to atomic time. chrony sets it after it is synchronised (`leapsectz`).
  var hasAtomicTime = false
  /// The time of the battery-backed clock that has set the system's, in milliseconds since 1970; `nil` if there is
  /// none.
  var battery: Int64?

  static let synchronised = DateEvidence(kernel: true)
  static let none = DateEvidence(kernel: false)

  /// In milliseconds. A clock with a battery drifts by seconds a day and may only count whole seconds. With a larger
  /// difference one of the two clocks is wrong.
  private static let batteryTolerance: Int64 = 60_000

  /// The best reason to trust a date.
  /// - Parameter outdated: the stamp of timesyncd that no longer counts.
  func source(at date: Int64, outdated: Int64?) -> Source {
    if kernel == true { return .network }
    // The answer of the kernel counts if it may be asked, unless timesyncd has reported since.
    if let timesyncd, timesyncd != outdated { return .network }
    if hasAtomicTime, outdated == nil { return .network }
    if let battery, battery >= Self.earliest, abs(date - battery) <= Self.batteryTolerance { return .battery }
    return .none
  }

  /// Whether the present date of the system is right as far as some evidence goes.
  static func isDateKnown(_ evidence: DateEvidence) -> Bool {
    let now = MonotonicClock.unixMilliseconds()
    return now >= earliest && evidence.source(at: now, outdated: nil) > .none
  }

  /// Reads the present evidence.
  /// - Parameter root: the folder that stands for `/`.
  static func now(root: String = "") -> DateEvidence {
    var status = stat()
    var evidence = DateEvidence()
    switch clinux_clock_is_synchronised() {
    case 1: evidence.kernel = true
    case 0: evidence.kernel = false
    default: break
    }
    if stat(root + "/run/systemd/timesync/synchronized", &status) == 0 {
      evidence.timesyncd = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    }
    evidence.hasAtomicTime = clinux_atomic_time_offset() != 0
    evidence.battery = battery(root: root)
    return evidence
  }

  /// The time of the clock from which the kernel, or an early service, has set the system's clock.
  private static func battery(root: String) -> Int64? {
    let folder = root + "/sys/class/rtc"
    for name in SystemFiles.entries(of: folder).sorted() {
      guard SystemFiles.line(of: "\(folder)/\(name)/hctosys") == "1",
        let seconds = SystemFiles.line(of: "\(folder)/\(name)/since_epoch").flatMap({ Int64($0) }),
        (0..<253_402_300_800).contains(seconds)
      else { continue }
      return 1000 * seconds
    }
    return nil
  }
}
