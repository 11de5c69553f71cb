import ArgumentParser
import Radio
import Readings
import System

extension DeviceAddress: ExpressibleByArgument {
  /// Reads an address of the command line.
  @usableFromInline package init?(argument: String) { self.init(argument) }
}

struct Pair: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Pairs with a device, so that it gives what it keeps from strangers.",
    discussion: """
      A device with a display shows six digits when it is asked; on a terminal this asks for them. The keys are stored \
      and used by `run`, `read` and `history` from then on. Pairing again replaces them. Not while `lapwing run` uses \
      the adapter.
      """)

  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "The device's address, as `lapwing scan` tells it.")
  var address: DeviceAddress

  @Option(help: "The number that the device shows, where it is always the same (0 to 999999).")
  var passkey: UInt32?

  func run() throws {
    if let passkey, passkey > 999_999 {
      throw ValidationError("--passkey is \(passkey); a passkey has at most six digits")
    }
    let known = try DevicePairing.pair(address, passkey: passkey, try options.read()) { () throws(LapwingError) in
      try Output.error.write("The number that \(address) shows: ")
    }
    try Output.standard.line("\(address) is paired")
    if !known.contains(address) {
      try Output.standard.line("its lasting address is one of \(known.map(\.description).joined(separator: ", "))")
    }
  }
}

struct Unpair: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Forgets a device that was paired.",
    discussion: "The device itself still remembers this box; it forgets in its own settings.")

  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "The device's address.")
  var address: DeviceAddress

  func run() throws {
    guard try DevicePairing.unpair(address, try options.read()) else {
      throw LapwingError(.noInput, code: "not-paired", "\(address) is not paired, so there is nothing to forget")
    }
    try Output.standard.line("\(address) is forgotten")
  }
}
