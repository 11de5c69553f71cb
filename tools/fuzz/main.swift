import Glibc

// Runs one decoder under libFuzzer. FUZZ_TARGET selects it; without it, the names are listed.

guard let name = getenv("FUZZ_TARGET").map({ String(cString: $0) }) else {
  for target in FuzzTarget.all { print(target.line) }
  exit(0)
}
guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
  print("There is no target \(name); run without FUZZ_TARGET to list all targets.")
  exit(64)
}
FuzzTarget.chosen = target

var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(
  runDriver(&count, &arguments) { bytes, count in
    FuzzTarget.chosen.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  })
