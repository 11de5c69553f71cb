import FoundationEssentials
import Settings
import Web
import Words

/// A call that speaks, by a service with a form as Twilio's: `From`, `To` and `Twiml`, with the account and its token by HTTP Basic
/// (twilio.com/docs/voice/api/call-resource, twilio.com/docs/voice/twiml/gather).
///
/// Only high alarms, drills and trials call. That the service has taken the call says nothing: it counts when the phone rings.
struct VoiceCall: Sender {
  let client: HTTPClient
  let address: WebAddress
  let account: String
  let token: String
  let from: String
  let to: String
  var pace = Pace()

  /// How often the service is asked what became of a call, and until when the phone must ring.
  struct Pace: Sendable {
    var asksEvery = Duration.seconds(2)
    var questions = 10
  }

  private struct Call: Decodable {
    let sid: String?
    let status: String?
    /// Where it is looked at; relative to the server.
    let uri: String?
  }

  func send(_ message: OutsideMessage) async throws(DeliveryFault) -> String? {
    guard message.isHighAlarm || message.kind == .trial else { return nil }
    let call = try await ask(address, [("From", from), ("To", to), ("Twiml", Self.twiml(of: message))])
    guard let sid = call.sid, !sid.isEmpty else {
      throw .temporary("\(address.host): it has accepted the call without an identifier, so it may not call")
    }
    let place = self.place(of: call, sid)
    for _ in 0..<pace.questions {
      try? await Task.sleep(for: pace.asksEvery)
      guard let status = try? await ask(place).status else { continue }
      switch status {
      case "ringing", "in-progress", "completed": return nil
      case "busy", "no-answer", "failed", "canceled":
        throw .temporary("\(address.host): the call has ended (\(status))")
      default: break
      }
    }
    // It must not ring when another attempt does.
    _ = try? await ask(place, [("Status", "canceled")])
    throw .temporary("\(address.host): it has taken the call, and the phone does not ring")
  }

  func prove() async throws(DeliveryFault) -> Bool {
    try await PhoneAccount(client: client, address: address, account: account, token: token).prove()
  }

  /// - Parameter form: `nil` to look only.
  private func ask(_ place: WebAddress, _ form: [(String, String)]? = nil) async throws(DeliveryFault) -> Call {
    var request = HTTPRequest(place, method: form == nil ? "GET" : "POST")
    if let form { request.setForm(form) }
    request.setBasic(user: account, password: token)
    let answer = try await client.send(request)
    try answer.check(host: address.host)
    return (try? JSONDecoder().decode(Call.self, from: Data(answer.body))) ?? Call(sid: nil, status: nil, uri: nil)
  }

  private func place(of call: Call, _ sid: String) -> WebAddress {
    if let uri = call.uri, let place = WebAddress(address.origin + (uri.hasPrefix("/") ? uri : "/\(uri)")) {
      return place
    }
    return address.resource(sid) ?? address
  }

  /// What is spoken. If the message has a link, a key of the phone answers by it.
  static func twiml(of message: OutsideMessage) -> String {
    let language = message.language.flatMap(Language.init(rawValue:)) ?? .english, kept = message.kept ?? []
    // Commands are for readers.
    let lines = message.lines.filter { !$0.contains("`") } + kept
    let text = ([message.from, message.title].compactMap(\.self) + lines).joined(separator: ". ")
    guard let link = message.link else { return SpokenText(language).whole(text, times: 3) }
    return SpokenText(language).untilKey(
      text, sentTo: "\(link.replacing("/answer?", with: "/answer/call?"))&l=\(language.rawValue)")
  }
}
