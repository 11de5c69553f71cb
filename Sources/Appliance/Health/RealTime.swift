import Glibc
import Readings
import Settings
import System

/// Real-time scheduling and locked memory for the critical thread.
enum RealTime {
  /// SCHED_RESET_ON_FORK of linux/sched.h: threads and processes started by this thread get normal scheduling.
  private static let resetOnFork: Int32 = 0x4000_0000
  /// MCL_ONFAULT of the kernel's mman.h: a page is locked when it is first used, so that unused parts of the binary
  /// take no memory.
  private static let onFault: Int32 = 4

  /// Gives the calling thread the configured priority, and locks the memory if configured. If the system refuses, the
  /// box runs without and says so. Without lines and sound card nothing has to be in time.
  static func enter(_ plan: BoardPlan, noting inward: BoundedRing<LoopInput>) {
    guard plan.hasToBeInTime else { return }
    if let priority = plan.realTimePriority {
      var parameters = sched_param()
      parameters.sched_priority = Int32(clamping: priority)
      if sched_setscheduler(0, SCHED_FIFO | resetOnFork, &parameters) != 0 {
        note("no real-time priority \(priority)", "LimitRTPRIO", inward)
      }
    }
    if plan.locksMemory, mlockall(Int32(MCL_CURRENT) | Int32(MCL_FUTURE) | onFault) != 0 {
      note("memory is not locked", "LimitMEMLOCK", inward)
    }
  }

  private static func note(_ what: String, _ limit: String, _ inward: BoundedRing<LoopInput>) {
    _ = inward.push(.note("\(what): \(SystemFault.reason); \(limit) of the unit allows it"))
  }
}
