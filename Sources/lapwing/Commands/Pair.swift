import ArgumentParser
import Radio
import Readings
import System

extension DeviceAddress: ExpressibleByArgument {
  /// Reads an address from the command line.
  @usableFromInline package init?(argument: String) { self.init(argument) }
}

struct Pair: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Pairs with a device that sends data only to paired receivers.",
    discussion: """
      A device with a display shows six digits, and this command asks for them on a terminal. The keys are stored and \
      used by `run`, `read` and `history`. Pairing again replaces them. A running box pairs itself, since it uses the \
      adapter; it goes on watching.
      """)

  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "The device's address, as `lapwing scan` shows it.")
  var address: DeviceAddress

  @Option(help: "The number that the device shows, if it is always the same (0 to 999999).")
  var passkey: UInt32?

  func run() throws {
    if let passkey, passkey > 999_999 {
      throw ValidationError("--passkey is \(passkey); write a number from 0 to 999999")
    }
    let configuration = try options.read()
    if var box = BoxVisit(of: configuration) { return try box.pair(address, passkey: passkey) }
    let known = try DevicePairing.pair(address, passkey: passkey, configuration) { () throws(LapwingError) in
      try Output.error.write("Enter the number that \(address) shows: ")
    }
    try Output.standard.line("\(address) is paired")
    if !known.contains(address) {
      try Output.standard.line("its permanent address is one of \(known.map(\.description).joined(separator: ", "))")
    }
  }
}

struct Unpair: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Deletes the stored keys of a paired device.",
    discussion: "The device still has its own keys of this box; delete them in its settings.")

  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "The device's address.")
  var address: DeviceAddress

  func run() throws {
    let configuration = try options.read()
    if var box = BoxVisit(of: configuration) { return try box.unpair(address) }
    guard try DevicePairing.unpair(address, configuration) else {
      throw LapwingError(.noInput, code: "not-paired", "\(address) is not paired, so there are no keys to delete")
    }
    try Output.standard.line("The keys of \(address) are deleted")
  }
}
