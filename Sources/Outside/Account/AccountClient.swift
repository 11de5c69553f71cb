import AircraftFiles
import Characters
import FoundationEssentials
import Glibc
import NIOPosix
import Readings
import Settings
import Sync
import System
import Web
import Words

/// What a person asks of the account: `lapwing account` and `lapwing sync`.
package struct AccountClient: Sendable {
  private let address: WebAddress
  private let file: AccountFile
  /// For whom a code was requested last.
  private let pending: AccountFile
  private let trust: Trust
  private let words: CopyWords

  /// - Throws: `configuration` without a server or a consent.
  package init(_ configuration: Configuration) throws(LapwingError) {
    guard let address = configuration[Keys.accountServer].flatMap(WebAddress.init) else {
      throw LapwingError(
        .configuration, code: "no-account-server",
        "\(Keys.accountServer.path) names no server; without one all loadings stay on this device: "
          + "lapwing config set \(Keys.accountServer.path) https://…")
    }
    try configuration.refuseAccountWithoutConsent()
    guard address.isSecure || InternetAddress.isLoopback(address.host) else {
      throw LapwingError(
        .configuration, code: "no-account-server",
        "\(Keys.accountServer.path): a token goes there, so its address must begin with https://")
    }
    self.address = address
    let path = configuration[Keys.accountFile]
    (file, pending) = (AccountFile(path: path), AccountFile(path: path + ".code"))
    trust = try Trust(file: configuration[Keys.accountCAFile])
    words = SyncWords.copies(Language(configuration[Keys.outsideLanguage]))
  }

  private func service(_ token: String?) -> AccountService {
    let client = HTTPClient(
      group: MultiThreadedEventLoopGroup.singleton, trust: trust, secrets: [token].compactMap(\.self))
    return AccountService(address, token: token) { request async throws(DeliveryFault) in
      try await client.send(request, longest: AccountService.longestAnswer)
    }
  }

  /// - Returns: a sentence for people, as everything here.
  package func login(_ email: String) throws(LapwingError) -> String {
    let email = try EmailAddress.read(email), service = service(nil)
    try wait { () async throws(LapwingError) in try await service.requestCode(for: email) }
    try pending.write(SignIn(server: address.origin, token: "", email: email, since: Clock.now))
    return
      "\(address.host) sends a code of six digits to \(email), if it has an account or makes one; then: lapwing account verify CODE"
  }

  package func verify(_ code: String) throws(LapwingError) -> String {
    guard let asked = try pending.read(), asked.server == address.origin, let email = asked.email else {
      throw LapwingError(
        .usage, code: "no-code", "no code was requested from \(address.host); first: lapwing account login EMAIL")
    }
    let digits = code.filter { $0 != " " && $0 != "-" }
    guard digits.utf8.count == 6, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw LapwingError(.usage, code: "bad-code", "a code has six digits, such as 123456")
    }
    let service = service(nil)
    let signedIn = try wait { () async throws(LapwingError) in try await service.verify(digits, of: email) }
    try keep(signedIn, email)
    try pending.forget()
    return "signed in at \(address.host) as \(email); the token is kept for 90 days; now: lapwing sync"
  }

  /// - Parameter path: of a file with a token of Google that the owner has got elsewhere: a box has no browser.
  package func login(googleTokenFile path: String) throws(LapwingError) -> String {
    let token = try SecretFile.read(path), service = service(nil)
    let signedIn = try wait { () async throws(LapwingError) in try await service.signIn(google: token) }
    try keep(signedIn, signedIn.user.email)
    return "signed in at \(address.host) as \((signedIn.user.email ?? signedIn.user.id).plainWords); now: lapwing sync"
  }

  private func keep(_ signedIn: SignedIn, _ email: String?) throws(LapwingError) {
    // It becomes a header: nothing but a token may get there.
    guard (1...4096).contains(signedIn.token.utf8.count), signedIn.token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else {
      throw LapwingError(.unavailable, code: "bad-answer", "\(address.host): its token is none; you are not signed in")
    }
    try file.write(SignIn(server: address.origin, token: signedIn.token, email: email, since: Clock.now))
  }

  package func me() throws(LapwingError) -> String {
    guard let account = try account() else { return "guest: all loadings stay on this device" }
    let service = service(account.token)
    let user = try signedIn { () async throws(LapwingError) in try await service.me() }
    return "\((user.email ?? user.id).plainWords) at \(address.host)"
  }

  package func logout() throws(LapwingError) -> String {
    try file.forget()
    try pending.forget()
    return "signed out; all loadings stay on this device, and on the server"
  }

  /// Who is signed in at the server of the configuration; `nil` for a guest.
  private func account() throws(LapwingError) -> SignIn? {
    guard let account = try file.read(), account.server == address.origin else { return nil }
    return account
  }

  /// - Parameter all: whether the server is asked for everything again.
  package func sync(
    _ folder: String?, _ library: AircraftLibrary, all: Bool
  ) throws(LapwingError) -> SyncReport {
    let exchange = try exchange(folder, library)
    do throws(LapwingError) { return try exchange.run(all: all) } catch {
      try forgetIfSignedOut(error)
      throw error
    }
  }

  private func exchange(_ folder: String?, _ library: AircraftLibrary) throws(LapwingError) -> Exchange {
    guard let account = try account() else {
      throw LapwingError(
        .noPermission, code: "guest",
        "no one is signed in at \(address.host); all loadings stay here: lapwing account login EMAIL")
    }
    return Exchange(
      folder: SyncedFolder(folder: folder, library: library, words: words), rows: RowTranslation(library: library),
      service: service(account.token), server: "\(account.server) \(account.email ?? "")", now: { Clock.now })
  }

  private func signedIn<Value: Sendable>(
    _ body: @escaping @Sendable () async throws(LapwingError) -> Value
  ) throws(LapwingError) -> Value {
    do throws(LapwingError) { return try wait(body) } catch {
      try forgetIfSignedOut(error)
      throw error
    }
  }

  private func forgetIfSignedOut(_ error: LapwingError) throws(LapwingError) {
    if error.code == AccountService.signedOut { try file.forget() }
  }

  private func wait<Value: Sendable>(
    _ body: @escaping @Sendable () async throws(LapwingError) -> Value
  ) throws(LapwingError) -> Value { try WaitedTask.run(body).get() }
}
