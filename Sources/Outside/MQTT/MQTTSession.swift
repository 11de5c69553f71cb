/// One connection to a broker as a pure machine: bytes and times go in, and a list of what follows comes out. Times are milliseconds of
/// a clock that is never set.
struct MQTTSession: Sendable {
  enum Output: Sendable, Equatable {
    case send([UInt8])
    case connected
    case received(MQTTPublication)
    /// A message is confirmed; or refused, with the broker's number.
    case confirmed(Int64)
    case refused(Int64, UInt8)
    /// The broker does not let this client subscribe.
    case unsubscribed
    case close(MQTTEnd)
  }

  private enum Stage { case opening, open, closed }

  /// How many messages may wait for their confirmation: some 10 kB, which a small broker takes.
  static let mostInFlight = 64
  private static let mostOfNow = 4
  /// How long a broker may take to accept a connection, or to confirm a message. A cluster without a majority never does.
  static let patience: Int64 = 10_000
  /// After this time without anything from the broker it is asked for a sign of life, and has as long again to give it.
  static let quiet: Int64 = 3000

  private let version: MQTTVersion
  private let topics: [String]
  private let echoed: String
  private var decoder: MQTTDecoder
  private var stage = Stage.opening
  private(set) var limits = MQTTLimits()
  private var began: Int64
  private var lastReceived: Int64
  private var lastSent: Int64
  private var askedAt: Int64?
  private var keepAlive: Int64
  private var lastIdentifier: UInt16 = 0
  private var inFlight: [UInt16: (token: Int64, sentAt: Int64)] = [:]

  /// - Parameter topics: to which it subscribes.
  init(
    _ version: MQTTVersion, _ connection: MQTTRequest.Connection, topics: [String], at now: Int64,
    into outputs: inout [Output]
  ) {
    (self.version, self.topics, echoed) = (version, topics, connection.will.topic)
    decoder = MQTTDecoder(version)
    (began, lastReceived, lastSent) = (now, now, now)
    keepAlive = Int64(connection.keepAlive) * 1000
    outputs.append(.send(MQTTRequest.connect(connection).bytes(version)))
  }

  var isOpen: Bool { stage == .open }

  /// How many messages may be sent now.
  var room: Int { isOpen ? max(0, most - inFlight.count) : 0 }

  /// The history leaves some places to what happens now.
  var roomForHistory: Int { room - min(Self.mostOfNow, most / 2) }

  private var most: Int { min(Self.mostInFlight, Int(limits.inFlight)) }

  /// - Parameter token: by which the caller knows it, of one that is to be confirmed.
  mutating func publish(
    _ topic: String, _ payload: [UInt8], isRetained: Bool, as token: Int64, at now: Int64,
    into outputs: inout [Output]
  ) {
    var publication = MQTTPublication(
      topic: topic, payload: payload, isConfirmed: limits.confirms, isRetained: isRetained && limits.retains)
    if limits.confirms { publication.identifier = nextIdentifier() }
    let bytes = MQTTRequest.publish(publication).bytes(version)
    // The same number as that of a broker for a packet that is too large.
    guard bytes.count <= limits.largestPacket else { return outputs.append(.refused(token, 0x95)) }
    if limits.confirms { inFlight[publication.identifier] = (token, now) }
    send(bytes, at: now, into: &outputs)
    // What cannot be confirmed is sent, and no more is known of it.
  }

  mutating func receive(_ bytes: some Collection<UInt8>, at now: Int64, into outputs: inout [Output]) {
    // The caller comes each turn, also without bytes. That is no sign of life.
    guard stage != .closed, !bytes.isEmpty else { return }
    decoder.append(bytes)
    (lastReceived, askedAt) = (now, nil)
    do throws(MQTTFault) {
      while stage != .closed, let answer = try decoder.next() { try apply(answer, at: now, into: &outputs) }
    } catch {
      close(.fault(error), into: &outputs)
    }
  }

  /// What is due by time alone.
  mutating func tick(at now: Int64, into outputs: inout [Output]) {
    switch stage {
    case .closed: return
    case .opening: if now - began >= Self.patience { close(.noAnswer, into: &outputs) }
    case .open:
      if let askedAt, now - askedAt >= Self.quiet { return close(.silent, into: &outputs) }
      if inFlight.values.contains(where: { now - $0.sentAt >= Self.patience }) {
        return close(.unconfirmed, into: &outputs)
      }
      let isQuiet = now - lastReceived >= Self.quiet || now - lastSent >= keepAlive / 2
      guard askedAt == nil, isQuiet else { return }
      askedAt = now
      send(MQTTRequest.ping.bytes(version), at: now, into: &outputs)
    }
  }

  private mutating func apply(
    _ answer: MQTTAnswer, at now: Int64, into outputs: inout [Output]
  ) throws(MQTTFault) {
    switch (stage, answer) {
    case (.opening, .accepted(let limits)):
      (stage, self.limits) = (.open, limits)
      if let seconds = limits.keepAlive { keepAlive = Int64(max(1, seconds)) * 1000 }
      if !topics.isEmpty {
        // The will of a connection before this one has the same name, and may come late.
        let request = MQTTRequest.subscribe(nextIdentifier(), topics: topics, echoed: echoed)
        send(request.bytes(version), at: now, into: &outputs)
      }
      outputs.append(.connected)
    case (.opening, .refused(let reason)): close(.refused(reason), into: &outputs)
    case (.open, .publication(let publication)):
      if publication.isConfirmed { confirm(publication.identifier, at: now, into: &outputs) }
      outputs.append(.received(publication))
    case (.open, .unusable(let identifier)):
      if let identifier { confirm(identifier, at: now, into: &outputs) }
    case (.open, .confirmed(let identifier, let reason)):
      // A broker may confirm what was never sent.
      guard let known = inFlight.removeValue(forKey: identifier) else { return }
      outputs.append(reason < 0x80 ? .confirmed(known.token) : .refused(known.token, reason))
    case (.open, .subscribed(_, let reasons)): if reasons.contains(where: { $0 > 2 }) { outputs.append(.unsubscribed) }
    case (.open, .pong): break
    case (.open, .disconnected(let reason)): close(.disconnected(reason), into: &outputs)
    default: throw .damaged
    }
  }

  private mutating func confirm(_ identifier: UInt16, at now: Int64, into outputs: inout [Output]) {
    send(MQTTRequest.confirm(identifier).bytes(version), at: now, into: &outputs)
  }

  private mutating func send(_ bytes: [UInt8], at now: Int64, into outputs: inout [Output]) {
    lastSent = now
    outputs.append(.send(bytes))
  }

  private mutating func close(_ end: MQTTEnd, into outputs: inout [Output]) {
    stage = .closed
    outputs.append(.close(end))
  }

  /// Never 0, and none that waits for its confirmation: there are far more than may wait.
  private mutating func nextIdentifier() -> UInt16 {
    repeat { lastIdentifier = lastIdentifier == .max ? 1 : lastIdentifier + 1 } while inFlight[lastIdentifier] != nil
    return lastIdentifier
  }
}

/// Why a connection ended.
enum MQTTEnd: Sendable, Equatable {
  case fault(MQTTFault)
  case refused(UInt8)
  case disconnected(UInt8)
  case noAnswer
  case silent
  case unconfirmed
  case unread

  /// Whether the broker may speak only the other version: it has refused this one, or did not answer to it.
  var isOfVersion: Bool {
    switch self {
    case .refused(0x01), .refused(0x84), .noAnswer, .fault: true
    default: false
    }
  }

  /// Whether another client has connected with the same name. Both would end each other's connection for ever.
  var isTakenOver: Bool { self == .disconnected(0x8E) }

  /// The next connection has a last will that the broker accepts.
  func adapt(_ will: inout MQTTPublication) {
    if self == .refused(0x9B) { will.isConfirmed = false }
    if self == .refused(0x9A) { will.isRetained = false }
  }

  var sentence: String {
    switch self {
    case .fault(.damaged): "its bytes are no MQTT; is this the right port?"
    case .fault(.tooLong): "it claims an answer that is longer than any of MQTT that was asked for"
    case .noAnswer: "no answer within \(MQTTSession.patience / 1000) s"
    case .silent: "it gives no sign of life"
    case .unconfirmed: "it has not confirmed a message within \(MQTTSession.patience / 1000) s"
    case .unread: "it does not read what it is sent"
    case .disconnected(0x8E): "another client has connected with the name of this one; give each box its own client-id"
    case .disconnected(let reason): "it has ended the connection (\(reason))"
    case .refused(0x04), .refused(0x86): "it refuses user or password"
    case .refused(0x05), .refused(0x87): "it does not allow this client"
    case .refused(0x01), .refused(0x84): "it does not speak this version of MQTT"
    case .refused(0x02), .refused(0x85): "it refuses the client-id"
    case .refused(0x9A): "it keeps no message, so a last will goes to those who are there"
    case .refused(0x9B): "it confirms no message, also no last will"
    case .refused(let reason): "it refuses the connection (\(reason))"
    }
  }
}
