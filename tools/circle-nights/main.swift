import Circle
import CircleWorld
import Foundation

// Simulated nights of the care circle: circle-nights NIGHTS [--first SEED] [--without PART] [--show text|json]
// Exit status 1 if a promise is broken; with --without, if none is: the judge must miss that part.

func fail(_ sentence: String, _ status: Int32) -> Never {
  FileHandle.standardError.write(Data("circle-nights: \(sentence)\n".utf8))
  exit(status)
}

let usage =
  "give NIGHTS [--first SEED] [--without \(Weakness.allCases.map(\.rawValue).joined(separator: "|"))] [--show text|json]"
var arguments = Array(CommandLine.arguments.dropFirst())
guard let nights = arguments.first.flatMap({ UInt64($0) }), nights > 0 else { fail(usage, 64) }
arguments.removeFirst()
var first: UInt64 = 1
var weakness: Weakness?
var shown: String?
while let option = arguments.first {
  guard arguments.count > 1 else { fail(usage, 64) }
  switch option {
  case "--first": first = UInt64(arguments[1]) ?? 1
  case "--without":
    guard let found = Weakness(rawValue: arguments[1]) else { fail(usage, 64) }
    weakness = found
  case "--show":
    guard ["text", "json"].contains(arguments[1]) else { fail(usage, 64) }
    shown = arguments[1]
  default: fail(usage, 64)
  }
  arguments.removeFirst(2)
}

let encoder = JSONEncoder()
let decoder = JSONDecoder()
/// A restart reads what was written; a state that cannot be read is a fault, and the night then shows it.
func save(_ state: CircleState) -> CircleState {
  guard let data = try? encoder.encode(state), let read = try? decoder.decode(CircleState.self, from: data) else {
    fail("a state cannot be written and read", 70)
  }
  return read
}

var sum = NightResult()
var broken = 0
let began = Date()
for seed in first..<(first + nights) {
  guard var night = Night(seed: seed, weakness: weakness, save: save) else { fail("seed \(seed) has no plan", 70) }
  switch shown {
  case "text": night.show = { print("\($0) \($1)") }
  case "json":
    NightJSON.begin(seed, night.plan)
    night.show = { NightJSON.line($1, at: $0) }
  default: break
  }
  let result = night.run()
  sum.add(result)
  if shown == "json" { NightJSON.end(seed, night.truth, result.violations) }
  guard !result.violations.isEmpty else { continue }
  broken += 1
  if broken <= 5, shown != "json" { print("seed \(seed): \(result.violations[0])") }
}
let seconds = Date().timeIntervalSince(began)
if shown == "json" { exit((broken > 0) == (weakness != nil) ? 0 : 1) }
print(
  """
  \(nights) nights in \(Int(seconds)) s, \(Int(Double(nights) / max(seconds, 0.001))) a second; \(sum.alarms) high alarms, \
  \(sum.sent) messages, \(sum.answers) answers, \(sum.ends) ends sent
  had to be delivered: \(sum.withTwo) with two or more people in reach, \(sum.withOne) with one
  until a phone had it, with two or more in reach: \(sum.delaysInWords)
  \(broken) nights break a promise
  """)
exit((broken > 0) == (weakness != nil) ? 0 : 1)
