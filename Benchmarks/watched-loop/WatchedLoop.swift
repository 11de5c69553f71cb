import AllocationCounter
import Appliance
import Engine
import Readings
import Settings
import System

/// The appliance as `lapwing run` runs it, with nobody who looks at it and a stand-in for the kernel's Bluetooth, so that
/// what its critical loop takes from the heap can be counted. `Benchmarks/loop_allocations.py` starts it.
@main
enum WatchedLoop {
  static func main() throws {
    ProcessStart.prepare()
    guard CommandLine.arguments.count == 4 else {
      try Output.error.line("usage: watched-loop CONFIGURATION TALLY KERNEL")
      return
    }
    let configuration = try Configuration(path: CommandLine.arguments[1], profile: nil)
    loop_watch_begin(CommandLine.arguments[2], CommandLine.unsafeArgv[3])
    let appliance = ApplianceRun(
      configuration: configuration, reload: { () throws(LapwingError) in configuration }, replay: nil)
    _ = try appliance.run { _, _ in Nobody() }
  }
}

private final class Nobody: OutputConsumer {
  func take(_ batch: [TimedOutput]) {}
  func finish() {}
}
