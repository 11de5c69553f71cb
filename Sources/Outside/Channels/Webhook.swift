import Alarms
import Settings
import Status
import System
import Web

/// A program of one's own that takes messages as JSON, signed by the rules of Standard Webhooks 1.0.
struct Webhook: Sender {
  let client: HTTPClient
  let address: WebAddress
  /// `nil` for no signature.
  let signature: WebhookSignature?
  let mayBeAsked: Bool

  func send(_ message: OutsideMessage) async throws(DeliveryFault) -> String? {
    var request = HTTPRequest(address)
    request.setJSON(OrderedJSON.text(of: Payload(message)))
    let seconds = MonotonicClock.unixMilliseconds() / 1000
    request.headers += [("webhook-id", message.id), ("webhook-timestamp", "\(seconds)")]
    if let signature {
      request.headers.append(
        ("webhook-signature", signature.text(id: message.id, seconds: seconds, body: request.body)))
    }
    try await client.send(request).check(host: address.host)
    return nil
  }

  /// A program of one's own may take any request for an event, so its owner must allow this one.
  func prove() async throws(DeliveryFault) -> Bool {
    guard mayBeAsked else { return false }
    let answer = try await client.send(HTTPRequest(address, method: "HEAD"))
    // One that knows POST alone has answered all the same.
    guard try answer.isAnswer(of: address.host, refusing: "the question") else { return answer.status != 404 }
    return true
  }

  /// The body, in the form that the specification recommends: type, timestamp and data.
  struct Payload: Encodable {
    struct Content: Encodable {
      let id: String
      let alarm: String?
      let priority: String
      let test: Bool
      let condition: String?
      let presence: String?
      let technical: Bool?
      let person: String?
      let value: Double?
      let limit: Double?
      let unit: String?
      let title: String
      let text: String
      /// Where the person of the channel can answer.
      let link: String?
    }

    let type: String
    let timestamp: String
    let data: Content

    init(_ message: OutsideMessage) {
      type = "alarm.\(message.kind.rawValue)"
      timestamp = UTCTime.text(unixSeconds: message.at / 1000)
      let facts = message.facts
      data = Content(
        id: message.id, alarm: message.alarmID, priority: message.priority.name, test: message.isTest,
        condition: facts?.condition, presence: facts?.presence, technical: facts?.isTechnical, person: facts?.person,
        value: facts?.value, limit: facts?.limit, unit: facts?.unit, title: message.title, text: message.body,
        link: message.link)
    }
  }
}
