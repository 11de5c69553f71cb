import Glibc
import Readings
import SensorProtocols
import TestSupport

// Measures the decoders on this machine and prints `name value` lines; `make bench` turns them into a table.
//
//     benchmark            rates, in a release build
//     benchmark random N   decodes N random frames, of which none may trap

switch CommandLine.arguments.dropFirst().first {
case nil: DecodeRate.report()
case "random": RandomFrames.decode(CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 10_000_000)
default:
  print("usage: benchmark [random N]")
  exit(64)
}
