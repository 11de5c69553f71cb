import ArgumentParser
import Outside
import Readings
import Settings
import System

struct PeerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "peer", abstract: "Makes two boxes a pair that watch each other.",
    discussion: "Name the other box as outside.peer.name first. docs/outside.md says more.",
    subcommands: [Join.self, Leave.self])

  struct Join: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Agrees on a key with the other box; run it on both at the same time.",
      discussion: """
        Both boxes show six digits. Say yes on both if they are the same: then no other device is between them. The key is kept \
        in outside.peer.key-file. Restart lapwing-outside after it.
        """)

    @OptionGroup var options: ConfigurationOptions
    @Option(help: "How many seconds to look for the other box.")
    var wait = 120

    func run() throws {
      let settings = try options.read()
      guard let peer = settings.peer else {
        throw LapwingError(
          .configuration, code: "no-peer",
          "\(Keys.peerName.path) is not set; give the other box a name in the configuration first")
      }
      let agreement = try PeerAgreement(peer)
      try Output.standard.line("Looking for the other box; run lapwing peer join there too.")
      let digits = try agreement.digits(within: .seconds(max(1, wait)))
      try Output.standard.line("This box shows \(digits). Does \(peer.name) show the same? Write yes or no:")
      let answer = (readLine() ?? "").lowercased()
      guard ["yes", "y"].contains(answer) else {
        throw LapwingError(.usage, code: "not-joined", "not joined, and nothing was changed; try again on both")
      }
      try agreement.keep()
      try Output.standard.line("Joined. Restart lapwing-outside: sudo systemctl restart lapwing-outside")
    }
  }

  struct Leave: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Deletes the key of the pair; take outside.peer.name out of the configuration too.")

    @OptionGroup var options: ConfigurationOptions

    func run() throws {
      try PeerKeyFile(path: try options.read()[Keys.peerKeyFile]).remove()
      try Output.standard.line(
        "The key is deleted. lapwing-outside goes on with it until it is restarted: sudo systemctl restart lapwing-outside"
      )
    }
  }
}
