import Engine
import Readings
import Sessions
import Settings
import Status

/// A request on the wire is one JSON object: `verb`, and what belongs to it under keys beside it.
extension ControlRequest {
  package enum Verb: String, Codable, Sendable {
    case status, follow
    case acknowledge = "ack"
    case pause, phase, session, drink, caffeine, check, reload, change, reset, standby
    case endStandby = "end-standby"
    case test, adopt, forget, update, network, peer, circle, call, pair, passkey, unpair, read, stop, doctor, restart
  }

  /// What is read of a request before anything else: who may not send it learns nothing of the rest.
  struct Head: Decodable {
    let verb: Verb
    let until: Int64?
  }

  /// A request as a client sends it.
  struct Sent: Encodable {
    let request: ControlRequest
    /// When the client stops to wait, in milliseconds of the kernel's monotonic clock. An order that the loop receives later is
    /// refused: its client has said that it failed. An order without this holds at any time.
    let until: Int64

    func encode(to encoder: any Encoder) throws {
      try request.encode(to: encoder)
      var fields = encoder.container(keyedBy: Key.self)
      try fields.encode(until, forKey: .until)
    }
  }

  private enum Key: String, CodingKey {
    case verb, name, hours, seconds, label, replaces, wearer, details, amount, undo, placed, signal, unready, run,
      since,
      proved, elsewhere, circle, link, change, until
  }

  package var verb: Verb {
    switch self {
    case .status: .status
    case .follow: .follow
    case .acknowledge: .acknowledge
    case .pause: .pause
    case .phase: .phase
    case .startSession, .endSession: .session
    case .check: .check
    case .drink, .undoDrink: .drink
    case .caffeine, .undoCaffeine: .caffeine
    case .reload: .reload
    case .change: .change
    case .reset: .reset
    case .standby: .standby
    case .endStandby: .endStandby
    case .test: .test
    case .adopt: .adopt
    case .forget: .forget
    case .update: .update
    case .network: .network
    case .peer: .peer
    case .circle: .circle
    case .call: .call
    case .pair: .pair
    case .passkey: .passkey
    case .unpair: .unpair
    case .read: .read
    case .stop: .stop
    case .doctor: .doctor
    case .restart: .restart
    }
  }
}

extension ControlRequest: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(verb, forKey: .verb)
    switch self {
    case .pause, .reload, .stop, .doctor, .restart, .caffeine: break
    case .status(let isProved): if isProved { try fields.encode(true, forKey: .proved) }
    case .follow(let run, let since):
      try fields.encodeIfPresent(run, forKey: .run)
      try fields.encodeIfPresent(since, forKey: .since)
    case .acknowledge(let name), .reset(let name), .endStandby(let name):
      try fields.encodeIfPresent(name, forKey: .name)
    case .phase(let name), .forget(let name), .unpair(let name), .read(let name): try fields.encode(name, forKey: .name)
    case .startSession(let details, let way):
      try fields.encode("start", forKey: .name)
      if !details.isEmpty { try fields.encode(details, forKey: .details) }
      if way != .told { try fields.encode(way, forKey: .unready) }
    case .endSession: try fields.encode("end", forKey: .name)
    case .check(let order):
      if order.isPlaced { try fields.encode(true, forKey: .placed) }
      if order.givesSignal { try fields.encode(true, forKey: .signal) }
    case .drink(let millilitres): try fields.encodeIfPresent(millilitres, forKey: .amount)
    case .undoDrink, .undoCaffeine: try fields.encode(true, forKey: .undo)
    case .change(let change): try fields.encode(change, forKey: .change)
    case .standby(let person, let hours):
      try fields.encodeIfPresent(person, forKey: .name)
      try fields.encodeIfPresent(hours, forKey: .hours)
    case .test(let condition, let seconds):
      try fields.encode(condition, forKey: .name)
      try fields.encodeIfPresent(seconds, forKey: .seconds)
    case .adopt(let adoptee):
      try fields.encode(adoptee.sensor, forKey: .name)
      try fields.encodeIfPresent(adoptee.label, forKey: .label)
      try fields.encodeIfPresent(adoptee.replaces, forKey: .replaces)
      try fields.encodeIfPresent(adoptee.wearer, forKey: .wearer)
    case .update(let order): try fields.encode(order.text, forKey: .name)
    case .network(let order): try fields.encode(order.text, forKey: .name)
    case .peer(let report): try fields.encode(report, forKey: .elsewhere)
    case .circle(let telling): try fields.encode(telling, forKey: .circle)
    case .call(let kind, let link):
      try fields.encode(kind, forKey: .name)
      try fields.encodeIfPresent(link, forKey: .link)
    case .pair(let sensor, let passkey):
      try fields.encode(sensor, forKey: .name)
      try fields.encodeIfPresent(passkey, forKey: .amount)
    case .passkey(let number): try fields.encode(number, forKey: .amount)
    }
  }
}

extension ControlRequest: Decodable {
  /// - Throws: `LapwingError` for a value that no request of this verb has.
  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    func read<Value: Decodable>(_ key: Key) throws -> Value? { try fields.decodeIfPresent(Value.self, forKey: key) }
    func isTrue(_ key: Key) throws -> Bool { try fields.decodeIfPresent(Bool.self, forKey: key) == true }
    func needed<Value: Decodable>(_ key: Key, _ code: ErrorCode, _ what: String) throws -> Value {
      if let value: Value = try read(key) { return value }
      throw LapwingError(.usage, code: code, "the request lacks \(key.rawValue), which says \(what)")
    }
    let name: String? = try read(.name), text = name ?? ""
    self =
      switch try fields.decode(Verb.self, forKey: .verb) {
      case .status: .status(isProved: try isTrue(.proved))
      case .follow: .follow(run: try read(.run), since: try read(.since))
      case .acknowledge: .acknowledge(condition: name)
      case .pause: .pause
      case .phase: .phase(text)
      case .session where name == "start":
        .startSession(try read(.details) ?? SessionDetails(), ifUnready: try read(.unready) ?? .told)
      case .session where name == "end": .endSession
      case .session: throw LapwingError(.usage, code: .badSession, "a session can start or end")
      case .check: .check(CheckOrder(isPlaced: try isTrue(.placed), givesSignal: try isTrue(.signal)))
      case .drink: try isTrue(.undo) ? .undoDrink : .drink(millilitres: try read(.amount))
      case .caffeine: try isTrue(.undo) ? .undoCaffeine : .caffeine
      case .reload: .reload
      case .change: .change(try needed(.change, .badRequest, "what is set"))
      case .reset: .reset(condition: name)
      case .standby: .standby(person: name, hours: try read(.hours))
      case .endStandby: .endStandby(person: name)
      case .test: .test(condition: text, seconds: try read(.seconds))
      case .adopt:
        .adopt(Adoptee(text, label: try read(.label), replaces: try read(.replaces), wearer: try read(.wearer)))
      case .forget: .forget(sensor: text)
      case .update: .update(try UpdateOrder(text))
      case .network: .network(try NetworkOrder(text))
      case .peer: .peer(try needed(.elsewhere, .badSignal, "what the other box signals"))
      case .circle: .circle(try needed(.circle, .badCircle, "what the circle does"))
      case .call: try Self.call(text, link: try read(.link))
      case .pair: .pair(sensor: text, passkey: try read(.amount))
      case .passkey: .passkey(try read(.amount) ?? -1)
      case .unpair: .unpair(sensor: text)
      case .read: .read(sensor: text)
      case .stop: .stop
      case .doctor: .doctor
      case .restart: .restart
      }
  }

  private static func call(_ name: String, link: String?) throws(LapwingError) -> ControlRequest {
    guard let kind = CircleCall.Kind(rawValue: name), kind.isByLink == (link != nil), (link?.utf8.count ?? 0) <= 200
    else {
      let known = CircleCall.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw LapwingError(.usage, code: .badCall, "a call is one of \(known), the last two with a link")
    }
    return .call(kind, link: link)
  }
}

extension ControlRequest.NetworkOrder {
  /// As it stands in a request.
  package var text: String {
    switch self {
    case .status: "status"
    case .mode(let mode): mode.rawValue
    }
  }

  /// Reads the text of a request.
  package init(_ text: String) throws(LapwingError) {
    if text == "status" {
      self = .status
    } else if let mode = NetworkMode(rawValue: text) {
      self = .mode(mode)
    } else {
      throw LapwingError(
        .usage, code: .badNetwork, "the network can be \(NetworkMode.allCases.map(\.rawValue).joined(separator: ", "))")
    }
  }
}
