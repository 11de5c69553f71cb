import Readings
import Settings
import Synchronization
import Testing

@testable import Outside
@testable import Web

/// A server that gives answers one after the other.
private final class Answers: Sendable {
  private let state: Mutex<(answers: [HTTPAnswer], requests: [HTTPRequest], pauses: [Duration])>

  init(_ answers: [(Int, String)]) {
    state = Mutex((answers.map { HTTPAnswer(status: $0.0, body: Array($0.1.utf8)) }, [], []))
  }

  func service(token: String? = "t") throws -> AccountService {
    AccountService(try #require(WebAddress("https://hub.example/api")), token: token) { request throws(DeliveryFault) in
      self.state.withLock { state in
        state.requests.append(request)
        return state.answers.isEmpty ? HTTPAnswer(status: 500) : state.answers.removeFirst()
      }
    } wait: { pause in
      self.state.withLock { $0.pauses.append(pause) }
    }
  }

  var requests: [HTTPRequest] { state.withLock { $0.requests } }
  var pauses: [Duration] { state.withLock { $0.pauses } }
}

@Suite("The account's server")
struct AccountServiceTests {
  private static let user = "{\"id\": \"1\", \"email\": \"a@b.org\", \"name\": null, \"avatar_url\": null}"

  @Test func `is asked again after 1, 2 and 3 s if a POST meets a fault of the server`() async throws {
    let server = Answers([(503, ""), (429, ""), (500, ""), (200, "{\"sent\": true}")])
    try await server.service().requestCode(for: "a@b.org")
    #expect(server.pauses == [.seconds(1), .seconds(2), .seconds(3)])
    #expect(String(decoding: server.requests[0].body, as: UTF8.self) == "{\"email\":\"a@b.org\"}")
    #expect(server.requests[0].address.target == "/api/auth/magic-link")
  }

  @Test func `is asked once more for anything else, and not at all after a refusal`() async throws {
    let server = Answers([(500, ""), (200, Self.user)])
    #expect(try await server.service().me().email == "a@b.org")
    #expect(server.pauses == [.seconds(1)])
    let refusing = Answers([(400, "{\"error\": \"no\"}"), (200, Self.user)])
    await #expect { _ = try await refusing.service().me() } throws: { ($0 as? LapwingError)?.code == "refused" }
    #expect(refusing.pauses.isEmpty)
  }

  @Test(arguments: [("<html>", "page for people"), ("{}", "not understood"), ("", "not understood")])
  func `is not believed if it answers with anything else`(body: String, words: String) async throws {
    let server = Answers([(200, body)])
    await #expect { _ = try await server.service().me() } throws: {
      ($0 as? LapwingError)?.code == "bad-answer" && ($0 as? LapwingError)?.message.contains(words) == true
    }
  }

  @Test func `signs out who has an old token`() async throws {
    let server = Answers([(401, "")])
    await #expect { _ = try await server.service().me() } throws: { ($0 as? LapwingError)?.code == "signed-out" }
  }

  @Test func `answers in either case of letters`() async throws {
    for name in ["synced_at", "syncedAt"] {
      let changes = name == "syncedAt" ? "serverChanges" : "server_changes"
      let server = Answers([(200, "{\"\(changes)\": [], \"\(name)\": \"x\"}")])
      let reply = try await server.service().sync(SyncBody(lastSyncAt: nil, changes: [], lapwing: nil))
      #expect(reply.syncedAt == "x" && reply.lapwing == nil)
    }
  }

  @Test(arguments: [" Anna@Example.ORG\n": "anna@example.org", "ünï@exämple.org": "ünï@exämple.org"])
  func `gets an address trimmed and in lower case`(text: String, address: String) throws {
    #expect(try EmailAddress.read(text) == address)
  }

  @Test(arguments: ["", "a", "@", "a@", "@b.org", "a b@c.org", "a@b@c.org", "a\u{0}@b.org", "a@\u{2003}b.org"])
  func `gets no address that is none`(text: String) {
    #expect { _ = try EmailAddress.read(text) } throws: { ($0 as? LapwingError)?.code == "bad-email" }
  }
}
