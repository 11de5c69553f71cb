import AircraftFiles
import Characters
import Readings
import Settings
import Sync
import Web

/// The endpoints of the account's server.
struct AccountService: Sendable {
  /// Sends one request and returns the answer.
  typealias Send = @Sendable (HTTPRequest) async throws(DeliveryFault) -> HTTPAnswer

  private let address: WebAddress
  private let token: String?
  private let send: Send
  private let wait: @Sendable (Duration) async -> Void

  /// As specified (004.357): POST is tried three times more, after 1, 2 and 3 s, all else once more.
  private static let pausesOfPost = [Duration.seconds(1), .seconds(2), .seconds(3)], pauses = [Duration.seconds(1)]
  /// How much of an answer is read: two thousand loadings or so. The process has 128 MB, and sends alarms too.
  static let longestAnswer = 4 << 20

  init(
    _ address: WebAddress, token: String?, send: @escaping Send,
    wait: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
  ) { (self.address, self.token, self.send, self.wait) = (address, token, send, wait) }

  func requestCode(for email: String) async throws(LapwingError) {
    let _: SentCode = try await call("POST", "/auth/magic-link", ["email": email])
  }

  func verify(_ code: String, of email: String) async throws(LapwingError) -> SignedIn {
    try await call("POST", "/auth/verify", ["email": email, "code": code])
  }

  func signIn(google token: String) async throws(LapwingError) -> SignedIn {
    try await call("POST", "/auth/google", ["idToken": token])
  }

  func me() async throws(LapwingError) -> SignIn.User { try await call("GET", "/auth/me") }

  func scenarios() async throws(LapwingError) -> [ScenarioRow] {
    // Without a time the deleted ones would be missing.
    try await call("GET", "/scenarios?since=1970-01-01T00:00:00.000Z")
  }

  func create(_ row: ScenarioRow) async throws(LapwingError) {
    let _: ScenarioRow = try await call("POST", "/scenarios", row)
  }

  func change(_ row: ScenarioRow) async throws(LapwingError) {
    let _: ScenarioRow = try await call("PUT", "/scenarios/\(row.id)", row)
  }

  func delete(_ id: SyncID) async throws(LapwingError) {
    let _: Deleted = try await call("DELETE", "/scenarios/\(id.text)")
  }

  func sync(_ body: SyncBody) async throws(LapwingError) -> SyncReply {
    try await call("POST", "/scenarios/sync", body)
  }

  private func call<Value: Decodable>(_ method: String, _ path: String) async throws(LapwingError) -> Value {
    try await call(method, path, nil as String?)
  }

  private func call<Value: Decodable>(
    _ method: String, _ path: String, _ body: (some Encodable)?
  ) async throws(LapwingError) -> Value {
    var request = HTTPRequest(address.appending(path), method: method)
    if let token { request.headers.append(("Authorization", "Bearer \(token)")) }
    if let body {
      request.headers.append(("Content-Type", "application/json"))
      request.body = AccountJSON.bytes(of: body)
    }
    request.headers.append(("Accept", "application/json"))
    let answer = try await answer(to: request)
    guard let value: Value = AccountJSON.read(answer.body) else {
      let looksLikePage = answer.body.first { $0 > 0x20 } == UInt8(ascii: "<")
      throw LapwingError(
        .unavailable, code: "bad-answer",
        "\(address.host): its answer to \(method) \(path) "
          + (looksLikePage
            ? "is a page for people; is outside.account.server the address of the service, or does the network ask for a login?"
            : "is not understood; is this a server of scenarios?"))
    }
    return value
  }

  private func answer(to request: HTTPRequest) async throws(LapwingError) -> HTTPAnswer {
    var pauses = (request.method == "POST" ? Self.pausesOfPost : Self.pauses)[...]
    while true {
      let answer: HTTPAnswer
      do throws(DeliveryFault) { answer = try await send(request) } catch {
        throw LapwingError(.unavailable, code: "not-reached", error.sentence)
      }
      if answer.status == 429 || answer.status >= 500, let pause = pauses.popFirst() {
        await wait(pause)
        continue
      }
      return try checked(answer, request)
    }
  }

  private func checked(_ answer: HTTPAnswer, _ request: HTTPRequest) throws(LapwingError) -> HTTPAnswer {
    let words = answer.reason.map { ": \($0.text)" } ?? ""
    switch answer.status {
    case 401 where token != nil:
      throw LapwingError(
        .noPermission, code: Self.signedOut,
        "\(address.host): you are signed out; all loadings stay here; sign in again: lapwing account login EMAIL")
    case 401:
      throw LapwingError(
        .noPermission, code: "wrong-code", "\(address.host): the code is wrong or too old\(words); ask for a new one")
    case 404, 405, 501:
      throw LapwingError(
        .unavailable, code: Self.notThere,
        "\(address.host): it has no \(request.method) \(request.address.target) (\(answer.status))\(words)")
    default:
      do throws(DeliveryFault) { try answer.check(host: address.host, refusing: "the request") } catch {
        throw LapwingError(.unavailable, code: error.isTemporary ? "not-reached" : "refused", error.sentence)
      }
      return answer
    }
  }

  static let signedOut = "signed-out", notThere = "no-endpoint"
}
