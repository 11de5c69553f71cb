import ArgumentParser
import Radio
import System

struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Records the Bluetooth traffic into a file for `lapwing replay` and Wireshark.",
    discussion: """
      Management, advertisements and data of all adapters, with the kernel's times (BTSnoop, datalink 2001). Where \
      `lapwing run` runs, its traffic is recorded and nothing else is done; else the adapter listens, and sensors are \
      connected to, as by `lapwing scan`. A sensor that was connected to before cannot be told in the recording: \
      restart the service while it is recorded. Needs root, or the capability CAP_NET_RAW. Ctrl-C ends it. The file \
      holds the keys of devices that are paired meanwhile: give it to nobody you would not give them to.
      """)

  @OptionGroup var options: ConfigurationOptions

  @Option(name: .shortAndLong, help: "The file; it must not be there yet.", completion: .file(extensions: ["btsnoop"]))
  var output: String

  @Option(help: "How long to record (1 to 604800). Without it until Ctrl-C.")
  var seconds: Int?

  func run() throws {
    if let seconds, !(1...604_800).contains(seconds) {
      throw ValidationError("--seconds is \(seconds); allowed is 1 to 604800")
    }
    let outcome = try RadioRecording.run(to: output, for: seconds.map { .seconds($0) }, try options.read())
    for note in outcome.notes { try Output.error.line("radio: \(note)") }
    let whose = outcome.isOfRunningBox ? " of the running box" : ""
    try Output.error.line("\(outcome.packets) packets\(whose) recorded in \(output)")
  }
}
