import Foundation
import Sync
import SyncWorld

/// Ends with a sentence on standard error.
func fail(_ sentence: String, _ status: Int32) -> Never {
  FileHandle.standardError.write(Data("sync-replay: \(sentence)\n".utf8))
  exit(status)
}

let usage = """
  give one of: play FIRST COUNT (histories by seed; ends with 1 if one has a fault), specified FIRST COUNT (the same by the \
  specified protocol, which only counts), print FIRST COUNT (their steps), answer (plays steps on standard input, a history a line)
  """
let arguments = Array(CommandLine.arguments.dropFirst())
let numbers = arguments.dropFirst().compactMap { UInt64($0) }
switch (arguments.first, numbers.count) {
case ("play", 2): exit(Plays(first: numbers[0], count: numbers[1]).run() ? 0 : 1)
case ("specified", 2):
  var sums = (lost: 0, returned: 0, apart: 0, faulty: 0)
  for seed in numbers[0]..<numbers[0] + numbers[1] {
    var world = SpecifiedWorld()
    for step in SyncHistory(seed: seed).steps { world.play(step) }
    let end = world.rest()
    sums = (
      sums.lost + end.lost, sums.returned + end.returned, sums.apart + (end.isApart ? 1 : 0),
      sums.faulty + (end.lost + end.returned > 0 || end.isApart ? 1 : 0)
    )
  }
  print(
    "the specified protocol, \(numbers[1]) histories: \(sums.faulty) with a fault; \(sums.lost) values lost, "
      + "\(sums.returned) deleted loadings came back, in \(sums.apart) the devices stay apart")
case ("print", 2):
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  for seed in numbers[0]..<numbers[0] + numbers[1] {
    print(String(decoding: try encoder.encode(SyncHistory(seed: seed).steps), as: UTF8.self))
  }
case ("answer", 0):
  while let line = readLine() {
    do { try answer(line) } catch { fail("a line of standard input is no list of steps: \(error)", 65) }
  }
default: fail(usage, 64)
}
