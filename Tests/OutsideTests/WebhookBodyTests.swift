import Alarms
import Status
import Testing

@testable import Outside

@Suite("The body of a webhook")
struct WebhookBodyTests {
  private func body(link: String?) -> String {
    var message = OutsideMessage(
      id: "c-1", alarmID: "c-0", kind: .began, priority: .high, isTest: false, title: "Heart Rate Alert!",
      body: "Too low",
      at: 0)
    message.link = link
    return OrderedJSON.text(of: Webhook.Payload(message))
  }

  @Test func `has the link by which its person can answer, and its text has it no second time`() {
    let body = body(link: "https://box.example.org:8437/answer?t=c-1.x.y")
    #expect(body.contains(#""text":"Too low","link":"https://box.example.org:8437/answer?t=c-1.x.y""#))
  }

  @Test func `has no link where the message has none`() { #expect(!body(link: nil).contains("link")) }
}
