import Glibc
import Readings
import SensorProtocols
import TestSupport

// Measures the decoders on this machine, in a release build; `make bench` makes a table of its output.
//
//     benchmark rates CORPUS         messages per second
//     benchmark allocations CORPUS   blocks of memory per message; exits with 1 if there are too many
//     benchmark random N             decodes N random frames; none of them may trap

func corpus(_ path: String) -> Corpus {
  guard let file = fopen(path, "r") else {
    print("\(path) cannot be read; write it with Benchmarks/corpus.py.")
    exit(66)
  }
  var bytes: [UInt8] = []
  while case let byte = getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
  fclose(file)
  guard let corpus = Corpus(String(decoding: bytes, as: UTF8.self)) else {
    print("\(path) is not a corpus; write one with Benchmarks/corpus.py.")
    exit(65)
  }
  return corpus
}

switch CommandLine.arguments.dropFirst() {
case let arguments where arguments.count == 2 && arguments.first == "rates":
  DecodeRate.report(corpus(arguments[2]))
case let arguments where arguments.count == 2 && arguments.first == "allocations":
  exit(Allocations.report(corpus(arguments[2])) ? 0 : 1)
case let arguments where arguments.first == "random":
  RandomFrames.decode(arguments.dropFirst().first.flatMap { Int($0) } ?? 10_000_000)
default:
  print("usage: benchmark rates CORPUS | allocations CORPUS | random N")
  exit(64)
}
