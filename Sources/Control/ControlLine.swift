import Engine
import FoundationEssentials
import Readings
import Sessions
import Settings

/// A request as it stands on the socket: a verb, and flat fields that several verbs share. Clients of other versions send it too.
struct ControlLine: Codable, Sendable {
  enum Verb: String, Codable {
    case status, follow, ack, pause, phase, session, drink, caffeine, check, reload, change, reset, standby
    case endStandby = "end-standby"
    case test, adopt, forget, update, network, peer, circle, call, pair, passkey, unpair, read, stop, doctor, restart
    case say
  }

  private(set) var verb: Verb
  /// The object of the verb: a condition, a phase, a person, `start` or `end` of a session, the kind of a call, an address, or what the
  /// system is asked to do about its update or its network.
  private var name: String?
  private var hours: Double?
  private var seconds: Int?
  private var label: String?
  private var replaces: String?
  /// The kind of the person who wears a sensor, or the person of a call.
  private var wearer: String?
  private var details: SessionDetails?
  /// ml, or the number that a device shows.
  private var amount: Int?
  private var undo: Bool?
  private var placed: Bool?
  private var signal: Bool?
  private var unready: UncheckedStart?
  private var run: String?
  private var since: UInt64?
  private var proved: Bool?
  private var elsewhere: ElsewhereReport?
  private var circle: CircleTelling?
  private var link: String?
  private var change: SettingsChange?
  /// When the client stops to wait, in milliseconds of the kernel's monotonic clock. An order that the loop receives later is
  /// refused: its client has said that it failed. Missing for an order that holds at any time.
  private(set) var until: Int64?

  private init(_ verb: Verb, _ name: String? = nil) { (self.verb, self.name) = (verb, name) }

  init(_ request: ControlRequest, until: Int64?) {
    func flag(_ isSet: Bool) -> Bool? { isSet ? true : nil }
    switch request {
    case .status(let isProved):
      self.init(.status)
      proved = flag(isProved)
    case .follow(let seen): self.init(.follow, nil, seen)
    case .acknowledge(let condition, let seen): self.init(.ack, condition, seen)
    case .reset(let condition, let seen): self.init(.reset, condition, seen)
    case .pause: self.init(.pause)
    case .test(let condition, let seconds):
      self.init(.test, condition)
      self.seconds = seconds
    case .phase(let name): self.init(.phase, name)
    case .startSession(let details, let unready):
      self.init(.session, Self.start)
      (self.details, self.unready) = (details.isEmpty ? nil : details, unready)
    case .endSession: self.init(.session, Self.end)
    case .drink(let amount):
      self.init(.drink)
      self.amount = amount
    case .undoDrink:
      self.init(.drink)
      undo = true
    case .caffeine: self.init(.caffeine)
    case .undoCaffeine:
      self.init(.caffeine)
      undo = true
    case .check(let isPlaced, let givesSignal):
      self.init(.check)
      (placed, signal) = (flag(isPlaced), flag(givesSignal))
    case .standby(let person, let hours):
      self.init(.standby, person)
      self.hours = hours
    case .endStandby(let person): self.init(.endStandby, person)
    case .adopt(let address, let label, let replaces, let wearer):
      self.init(.adopt, address)
      (self.label, self.replaces, self.wearer) = (label, replaces, wearer)
    case .forget(let address): self.init(.forget, address)
    case .pair(let address, let passkey):
      self.init(.pair, address)
      amount = passkey
    case .passkey(let number):
      self.init(.passkey)
      amount = number
    case .unpair(let address): self.init(.unpair, address)
    case .read(let address): self.init(.read, address)
    case .stop: self.init(.stop)
    case .reload: self.init(.reload)
    case .change(let change):
      self.init(.change)
      self.change = change
    case .update(let order): self.init(.update, order.text)
    case .network(let name): self.init(.network, name)
    case .say(let topic): self.init(.say, topic)
    case .doctor: self.init(.doctor)
    case .restart: self.init(.restart)
    case .peer(let report):
      self.init(.peer)
      elsewhere = report
    case .circle(let telling):
      self.init(.circle)
      circle = telling
    case .call(let kind, let link, let person, let seconds):
      self.init(.call, kind.rawValue)
      (self.link, wearer, self.seconds) = (link, person, seconds)
    }
    self.until = until
  }

  private init(_ verb: Verb, _ name: String?, _ seen: SeenAlarms?) {
    self.init(verb, name)
    (run, since) = (seen?.run, seen?.last)
  }

  private static let start = "start", end = "end"

  /// - Throws: `usage` if the verb lacks something, or something is none of its words.
  func request() throws(LapwingError) -> ControlRequest {
    let seen = since.map { SeenAlarms(run: run, last: $0) }, name = name ?? "", isUndone = undo == true
    switch verb {
    case .status: return .status(isProved: proved == true)
    case .follow: return .follow(after: seen)
    case .ack: return .acknowledge(self.name, seen: seen)
    case .reset: return .reset(self.name, seen: seen)
    case .pause: return .pause
    case .test: return .test(name, seconds: seconds)
    case .phase: return .phase(name)
    case .session where name == Self.start: return .startSession(details ?? SessionDetails(), unready: unready ?? .told)
    case .session where name == Self.end: return .endSession
    case .session: throw LapwingError(.usage, code: "bad-session", "a session can start or end")
    case .drink: return isUndone ? .undoDrink : .drink(amount)
    case .caffeine: return isUndone ? .undoCaffeine : .caffeine
    case .check: return .check(isPlaced: placed == true, givesSignal: signal == true)
    case .standby: return .standby(self.name, hours: hours)
    case .endStandby: return .endStandby(self.name)
    case .adopt: return .adopt(name, label: label, replaces: replaces, wearer: wearer)
    case .forget: return .forget(name)
    case .pair: return .pair(name, passkey: amount)
    case .passkey: return .passkey(amount ?? -1)
    case .unpair: return .unpair(name)
    case .read: return .read(name)
    case .stop: return .stop
    case .reload: return .reload
    case .change: return .change(try need(change, "bad-request", "change, which says what is set"))
    case .update: return .update(try UpdateOrder(name))
    case .network: return .network(name)
    case .say: return .say(self.name)
    case .doctor: return .doctor
    case .restart: return .restart
    case .peer: return .peer(try need(elsewhere, "bad-signal", "elsewhere, which says what the other box signals"))
    case .circle: return .circle(try need(circle, "bad-circle", "circle, which says what the circle does"))
    case .call: return try call(name)
    }
  }

  private func need<Value>(_ value: Value?, _ code: String, _ what: String) throws(LapwingError) -> Value {
    if let value { return value }
    throw LapwingError(.usage, code: code, "the request lacks \(what)")
  }

  private func call(_ name: String) throws(LapwingError) -> ControlRequest {
    guard let kind = CircleCall.Kind(rawValue: name), kind.isByLink == (link != nil), (link?.utf8.count ?? 0) <= 200,
      kind.namesPerson == (wearer != nil), (wearer?.utf8.count ?? 0) <= 64
    else {
      let known = CircleCall.Kind.allCases.map { kind in
        kind.isByLink
          ? "\(kind.rawValue) with a link" : kind.namesPerson ? "\(kind.rawValue) with a person" : kind.rawValue
      }
      throw LapwingError(.usage, code: "bad-call", "a call is one of \(known.joined(separator: ", "))")
    }
    return .call(kind, link: link, person: wearer, seconds: seconds)
  }
}
