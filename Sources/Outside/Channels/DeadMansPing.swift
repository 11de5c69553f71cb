import Settings
import Web

/// The sign of life at a service that misses it (healthchecks.io/docs/http_api, and services like it): `/start` when this process
/// begins, the address itself while the box is alive, `/fail` with a sentence when it is not. When this process is silent too,
/// the service alerts people.
package struct DeadMansPing: Sendable {
  let client: HTTPClient
  let address: WebAddress

  package enum Signal: Sendable, Equatable {
    case start
    case alive
    case failed(String)

    package var sentence: String? { if case .failed(let sentence) = self { sentence } else { nil } }
  }

  /// The time between two signs of life.
  package static let interval = Duration.seconds(60)

  package func send(_ signal: Signal) async throws(DeliveryFault) {
    var request: HTTPRequest
    switch signal {
    case .start: request = HTTPRequest(address.appending("/start"))
    case .alive: request = HTTPRequest(address)
    case .failed(let sentence):
      request = HTTPRequest(address.appending("/fail"))
      request.body = Array(sentence.utf8)
    }
    request.headers.append(("Content-Type", "text/plain; charset=utf-8"))
    try await client.send(request).check(host: address.host)
  }
}
