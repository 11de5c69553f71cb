import AirQuality
import Foundation

/// Ends with a sentence on standard error.
func fail(_ sentence: String, _ status: Int32) -> Never {
  FileHandle.standardError.write(Data("air-replay: \(sentence)\n".utf8))
  exit(status)
}

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "--sabotage" {
  guard arguments.count == 3, let stations = Int(arguments[1]), stations > 0, let seed = UInt64(arguments[2]) else {
    fail("--sabotage is given a number of stations and a seed", 64)
  }
  Sabotage(stations: stations, seed: seed).run()
  exit(0)
}
if arguments == ["--answer"] {
  let answers = Answers()
  while let line = readLine() {
    do { print(try answers.answer(line)) } catch { fail("“\(line.prefix(200))” is no question: \(error)", 65) }
  }
  exit(0)
}
let isCheck = arguments == ["--faults"]
let period = isCheck ? .hour : arguments.first.flatMap(Period.init(rawValue:))
guard let period, isCheck || arguments.dropFirst().allSatisfy({ $0 == "--inputs" }) else {
  fail(
    "give hour or day, perhaps --inputs, or --faults, and a CSV of observations on standard input; or --answer, or --sabotage STATIONS SEED",
    64)
}
var rows: [StationTable.Row] = []
guard let header = readLine() else { fail("standard input is empty", 65) }
var place = 1
do throws(StationTable.Fault) {
  var table = try StationTable(header: header)
  while let line = readLine() {
    place += 1
    if !line.isEmpty { rows.append(try table.row(line)) }
  }
  if isCheck {
    Faults(rows: rows).run()
    exit(0)
  }
  LeaveOneOut(rows, period: period, hasParts: table.hasParts, showsInputs: arguments.contains("--inputs")).run()
} catch {
  fail("line \(place) of standard input: \(error.message)", 65)
}
