import AllocationCounter
import Appliance
import Engine
import Readings
import Settings
import System

/// The appliance as `lapwing run` runs it, but without output and with a replacement of the kernel's Bluetooth, so that the
/// heap allocations of its critical loop can be counted. `Benchmarks/loop_allocations.py` starts it.
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

/// Ignores all outputs.
private final class Nobody: OutputConsumer {
  func receive(_ batch: [TimedOutput]) {}
  func finish() {}
}
