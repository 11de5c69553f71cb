import ArgumentParser
import Outside
import System

struct AccountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account",
    abstract: "Signs in at the server that keeps the loadings, so that all your devices have the same.",
    discussion: "outside.account.server names the server. Without an account everything but the exchange works.",
    subcommands: [Login.self, Verify.self, Me.self, Logout.self], defaultSubcommand: Me.self)

  struct Login: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Asks the server to send a code by mail.",
      discussion: "With --google-token-file it signs in at once, by a token of Google that you have got elsewhere.")

    @OptionGroup var options: ConfigurationOptions

    @Argument(help: "Your address of mail.")
    var email: String?

    @Option(help: "A file with a token of Google, which only you can read.", completion: .file())
    var googleTokenFile: String?

    func validate() throws {
      guard (email == nil) != (googleTokenFile == nil) else {
        throw ValidationError("give your address of mail, or --google-token-file")
      }
    }

    func run() throws {
      let client = try AccountClient(try options.read())
      if let email { try Output.standard.line(try client.login(email)) }
      if let googleTokenFile { try Output.standard.line(try client.login(googleTokenFile: googleTokenFile)) }
    }
  }

  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Signs in with the code of six digits.")

    @OptionGroup var options: ConfigurationOptions

    @Argument(help: "The code.")
    var code: String

    func run() throws { try Output.standard.line(try AccountClient(try options.read()).verify(code)) }
  }

  struct Me: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Says who is signed in.")

    @OptionGroup var options: ConfigurationOptions

    func run() throws { try Output.standard.line(try AccountClient(try options.read()).me()) }
  }

  struct Logout: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Forgets the token; all loadings stay.")

    @OptionGroup var options: ConfigurationOptions

    func run() throws { try Output.standard.line(try AccountClient(try options.read()).logout()) }
  }
}
