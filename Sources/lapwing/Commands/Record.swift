import ArgumentParser
import Radio
import System

struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Records the Bluetooth traffic into a file for `lapwing replay` and Wireshark.",
    discussion: """
      Records management messages, advertisements and data of all adapters, with the kernel's times (BTSnoop, datalink \
      2001). If `lapwing run` runs, only its traffic is recorded. Otherwise the adapter receives, and connects to \
      sensors, as with `lapwing scan`. A sensor that was already connected cannot be identified in the recording: \
      restart the service during the recording. This needs root, or the capability CAP_NET_RAW. Ctrl-C ends it. The \
      file contains the keys of devices that are paired meanwhile: give it only to people who may have these keys.
      """)

  @OptionGroup var options: ConfigurationOptions

  @Option(name: .shortAndLong, help: "The file; it must not exist yet.", completion: .file(extensions: ["btsnoop"]))
  var output: String

  @Option(help: "How long to record, in seconds (1 to 604800). (default: until Ctrl-C)")
  var seconds: Int?

  func run() throws {
    if let seconds, !(1...604_800).contains(seconds) {
      throw ValidationError("--seconds is \(seconds); write a whole number from 1 to 604800")
    }
    let outcome = try RadioRecording.run(to: output, for: seconds.map { .seconds($0) }, try options.read())
    for note in outcome.notes { try Output.error.line("radio: \(note)") }
    let whose = outcome.isOfRunningBox ? " of the running box" : ""
    try Output.error.line("\(outcome.packets) packets\(whose) recorded in \(output)")
  }
}
