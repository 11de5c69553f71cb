import Glibc
import Settings
import System

/// The scheduling of the critical thread.
enum RealTime {
  /// SCHED_RESET_ON_FORK of linux/sched.h: threads and processes that come from this thread are ordinary ones.
  private static let resetOnFork: Int32 = 0x4000_0000
  /// MCL_ONFAULT of the kernel's mman.h: pages are locked when they are first used, so that the parts of the binary that
  /// are never used take no memory.
  private static let onFault: Int32 = 4

  /// Gives the calling thread the priority, and locks the memory, that the configuration asks for. Where the system does
  /// not permit that the appliance runs without, and says so. Where nothing hangs on the box nothing has to be in time.
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
    let reason = String(cString: strerror(errno))
    _ = inward.push(.note("\(what): \(reason); \(limit) of the unit allows it"))
  }
}
