import ArgumentParser
import Documents
import Panel
import Readings
import Settings
import System
import Web

struct PanelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "panel", abstract: "Serves the page of a running box, and lets people see it.",
    subcommands: [Serve.self, Code.self, ReaderToken.self, SignOut.self, FingerprintOfPage.self],
    defaultSubcommand: Serve.self)

  /// `lapwing panel serve`, which is also `lapwing panel`.
  struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Serves the page until it is stopped.",
      discussion: """
        The page is a process of its own: whatever becomes of it, alarms do not notice. It listens at 127.0.0.1, where no \
        code is needed. To serve it in a network, set panel.enabled to true and panel.address to 0.0.0.0; who comes by \
        the network does so with TLS (lapwing panel fingerprint), and enters a code (lapwing panel code).
        """)

    @OptionGroup var options: ConfigurationOptions

    @OptionGroup var scenarios: ScenarioStoreOptions

    @Option(help: "The port, or 0 for any free one. (default: panel.port, 8437)")
    var port: Int?

    @Option(help: "The address at which it listens. (default: panel.address, 127.0.0.1)")
    var address: String?

    func validate() throws {
      guard port.map((0...65_535).contains) ?? true else { throw ValidationError("--port must be from 0 to 65535") }
    }

    func run() throws {
      let folders = AircraftFolders(
        aircraft: scenarios.library.aircraftFolder, tails: scenarios.library.tailsFolder, scenarios: scenarios.scenarios
      )
      let panel = try PanelRun(
        try options.read(), address: address, port: port, file: options.config, own: options.own,
        profile: options.profile, options: options.arguments,
        folders: folders
      ) { [options] () throws(LapwingError) in try options.readAgain()
      }
      try panel.run { address, fingerprint in
        try? Output.standard.line("The page is at \(address)")
        if let fingerprint { try? Output.standard.line("Its certificate has the SHA-256 \(fingerprint)") }
      }
    }
  }

  struct Code: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Makes a code with which one browser may see the page.",
      discussion: "It holds for ten minutes, for one browser. An earlier code can no longer be used.")

    @OptionGroup var options: ConfigurationOptions

    @Option(help: "What the browser may do: look, or change.")
    var role = Role.change

    func run() throws {
      let configuration = try options.read()
      let file = AccessFile(path: configuration[Keys.panelAccess])
      var random = SystemRandomNumberGenerator()
      let number = random.next(upperBound: 1_000_000 as UInt64), now = MonotonicClock.unixMilliseconds()
      let code = try file.change { $0.newCode(number, for: role, at: now) }
      try Output.standard.line(
        "\(code.prefix(3)) \(code.suffix(3))   for ten minutes, for one browser, to \(role.rawValue)")
      guard let address = configuration.pageAddress else { return }
      try Output.standard.line("at \(address)")
      if let drawing = QRCode(address) { try Output.standard.line(drawing.text) }
    }
  }

  struct ReaderToken: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "reader", abstract: "Makes a token with which a program reads /metrics, or lists those that may.",
      discussion: """
        A program of the network shows it as Authorization: Bearer TOKEN, and may read /metrics, nothing else. It holds until \
        it is removed or every browser is signed out. The same name again gives it a new token.
        """)

    @OptionGroup var options: ConfigurationOptions

    @Argument(help: "A name for the program, such as prometheus.")
    var name: String?

    @Flag(help: "Lets the program read no more.")
    var remove = false

    func validate() throws {
      guard !remove || name != nil else { throw ValidationError("name the program that may read no more") }
      guard name.map({ (1...32).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } }) ?? true
      else {
        throw ValidationError("a name has 1 to 32 letters, digits and signs of ASCII, without blanks")
      }
    }

    func run() throws {
      let file = AccessFile(path: try options.read()[Keys.panelAccess])
      guard let name else {
        let names = try file.read().readers.map(\.name)
        return try Output.standard.line(names.isEmpty ? "No program may read." : names.joined(separator: "\n"))
      }
      if remove {
        guard try file.change({ $0.remove(reader: name) }) else {
          throw LapwingError(
            .noInput, code: "no-reader", "no program is called \(name); lapwing panel reader lists them")
        }
        return try Output.standard.line("\(name) may read no more.")
      }
      let token = AccessFile.newToken()
      guard try file.change({ $0.add(reader: name, token: token) }) else {
        throw LapwingError(
          .usage, code: "too-many-readers",
          "\(AccessBook.mostReaders) programs may read at most; remove one by lapwing panel reader NAME --remove")
      }
      try Output.standard.line("\(token)   shown once, for \(name) to read /metrics")
    }
  }

  struct SignOut: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "sign-out",
      abstract: "Signs every browser out, and ends the token of every program; each needs a new one.")

    @OptionGroup var options: ConfigurationOptions

    func run() throws {
      let file = AccessFile(path: try options.read()[Keys.panelAccess])
      let count = try file.change { book in
        defer { book.leaveAll() }
        return book.visitors.count
      }
      try Output.standard.line("\(count) \(count == 1 ? "browser is" : "browsers are") signed out.")
    }
  }

  struct FingerprintOfPage: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "fingerprint", abstract: "Shows the SHA-256 fingerprint of the page's certificate.",
      discussion: """
        A browser that warns of the certificate shows the same line under its details; if it is another one, another computer \
        is between. While a page is served it is that of the certificate in use. If the box has no certificate yet, it is made.
        """)

    @OptionGroup var options: ConfigurationOptions

    func run() throws {
      let configuration = try options.read()
      if let served = ServedFingerprint(configuration).text {
        try Output.standard.line(served)
        if let known = try? PanelCertificate.known(configuration), "\(known.fingerprint)" != served {
          try Output.error.line(
            "lapwing: there is another certificate by now; it is served after `systemctl restart lapwing-panel`")
        }
        return
      }
      let certificate = try PanelCertificate(
        configuration, name: HostName.text, at: MonotonicClock.unixMilliseconds())
      guard let certificate else {
        throw LapwingError(
          .configuration, code: "no-tls", "the page is served without TLS (panel.tls is none), so it has no certificate"
        )
      }
      try Output.standard.line("\(certificate.fingerprint)")
    }
  }
}

extension Role: ExpressibleByArgument {}
