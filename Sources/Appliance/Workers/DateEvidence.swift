import CLinux
import Glibc
import System

/// What speaks for the system's date at a moment.
struct DateEvidence: Sendable, Equatable {
  /// 2026-01-01 00:00 UTC, milliseconds since 1970. A date before it is none: the appliance did not exist then.
  static let earliest: Int64 = 1_767_225_600_000

  /// Why the date is believed, the weakest reason first.
  enum Source: Int, Comparable, Sendable {
    /// It is not.
    case none
    /// A clock with a battery has set the system's.
    case battery
    /// Somebody has set it: a person, a page's visitor, a program that gets the time once.
    case hand
    /// It follows the clocks of a network.
    case network

    static func < (left: Source, right: Source) -> Bool { left.rawValue < right.rawValue }
  }

  /// Whether the kernel's clock follows others (adjtimex); `nil` where the kernel may not be asked. chrony, ntpd and
  /// timesyncd say so to it.
  var kernel: Bool?
  /// When timesyncd last said that it has synchronised the clock since the boot, nanoseconds; `nil` where it has not.
  var timesyncd: Int64?
  /// Whether the kernel was told how far atomic time is ahead. chrony does so once it is synchronised (`leapsectz`).
  var hasAtomicTime = false
  /// What a clock with a battery says that has set the system's, milliseconds since 1970; `nil` where there is none.
  var battery: Int64?

  /// Everything speaks for it.
  static let synchronised = DateEvidence(kernel: true)
  static let none = DateEvidence(kernel: false)

  /// A clock with a battery drifts by seconds a day, and may be read in whole seconds. Where it says something else than
  /// the system, one of the two is wrong.
  private static let batteryTolerance: Int64 = 60_000

  /// The best reason to believe a date.
  /// - Parameter outdated: the word of timesyncd that does not count any more.
  func source(at date: Int64, outdated: Int64?) -> Source {
    if kernel == true { return .network }
    // Where the kernel can be asked its word counts, but for one that timesyncd has given since.
    if let timesyncd, timesyncd != outdated { return .network }
    if hasAtomicTime, outdated == nil { return .network }
    if let battery, battery >= Self.earliest, abs(date - battery) <= Self.batteryTolerance { return .battery }
    return .none
  }

  /// What speaks for the present date.
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

  /// The clock from which the kernel, or an early service, has set the system's.
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
