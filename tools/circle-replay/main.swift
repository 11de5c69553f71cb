import Foundation

/// Ends with a sentence on standard error.
func fail(_ sentence: String, _ status: Int32) -> Never {
  FileHandle.standardError.write(Data("circle-replay: \(sentence)\n".utf8))
  exit(status)
}

let arguments = CommandLine.arguments.dropFirst()
guard arguments.isEmpty || arguments == ["--entries"] else {
  fail("give timelines on standard input, as Tests/circle-oracle/README.md says; --entries shows the log too", 64)
}
var replay = Replay(), place = 0
while let line = readLine() {
  place += 1
  guard !line.isEmpty else { continue }
  do {
    try replay.take(line, isLoud: !arguments.isEmpty)
  } catch {
    fail("line \(place) of standard input is no line of a timeline: \(error)", 65)
  }
}
