/// What a connection has published, and what it is to publish yet. A pure value of one connection.
struct MQTTPublisher: Sendable {
  private let topics: BoxTopics
  var backlog = MQTTBacklog()
  /// Of the file of the history.
  var fault: String?
  /// Whether the broker has refused a message of this connection.
  private(set) var hasRefusal = false
  /// What the journal has of this connection.
  var said: Set<String> = []
  /// What stands at the broker, by topic.
  private var sent: [String: String] = [:]
  private var wantsAgain = false
  private var againAt: Int64 = .min
  /// Topics of sensors that this box does not have: of a lost file, or of a stranger.
  private var strays: Set<String> = []

  /// By their token.
  private var events: [Int64: MQTTEvent] = [:]
  private var lastEvent = Self.token

  private static let mostStrays = 64
  /// For what is no record of the history, whose numbers are above 0, and no event: these have the numbers below.
  private static let token: Int64 = -1

  init(topics: BoxTopics) { self.topics = topics }

  mutating func receive(_ message: MQTTPublication) {
    if message.topic == topics.availability {
      // A late will, or a stranger.
      if message.payload != sent[message.topic].map({ Array($0.utf8) }) { wantsAgain = true }
    } else if message.topic == HomeAssistant.status {
      if message.payload == Array(HomeAssistant.birth.utf8) { wantsAgain = true }
    } else if !message.payload.isEmpty, strays.count < Self.mostStrays {
      strays.insert(message.topic)
    }
  }

  mutating func confirm(_ token: Int64) {
    events[token] = nil
    backlog.confirm(token)
  }

  /// The events that wait for their confirmation, the oldest first.
  var unconfirmedEvents: [MQTTEvent] { events.sorted { $0.key > $1.key }.map(\.value) }

  mutating func refuse(_ token: Int64, at now: Int64) {
    hasRefusal = true
    events[token] = nil
    if token > 0 { backlog.refuse(token, at: now) }
  }

  /// Publishes what differs from what stands there, in this order.
  mutating func fill(
    _ session: inout MQTTSession, _ documents: (all: [BoxTopics.Document], gone: [String], isKnown: Bool),
    again: Int64, at now: Int64, into outputs: inout [MQTTSession.Output]
  ) {
    guard session.isOpen else { return }
    if wantsAgain, againAt == .min || now - againAt >= again { (sent, wantsAgain, againAt) = ([:], false, now) }
    for document in documents.all where sent[document.topic] != document.payload && session.room > 0 {
      publish(document.topic, document.payload, isRetained: true, &session, at: now, into: &outputs)
    }
    for topic in documents.gone where sent[topic] != "" && session.room > 0 {
      publish(topic, "", isRetained: true, &session, at: now, into: &outputs)
    }
    if documents.isKnown {
      strays.subtract(documents.all.map(\.topic))
      for topic in strays.prefix(session.room) {
        publish(topic, "", isRetained: true, &session, at: now, into: &outputs)
        strays.remove(topic)
      }
    }
  }

  /// Publishes what happens now. The caller has no more than there is room for.
  mutating func publish(
    _ event: MQTTEvent, _ session: inout MQTTSession, at now: Int64, into outputs: inout [MQTTSession.Output]
  ) {
    lastEvent -= 1
    if session.limits.confirms { events[lastEvent] = event }
    session.publish(topics.event, Array(event.text.utf8), isRetained: false, as: lastEvent, at: now, into: &outputs)
  }

  mutating func publish(
    answer: String, _ session: inout MQTTSession, at now: Int64, into outputs: inout [MQTTSession.Output]
  ) {
    publish(topics.answer, answer, isRetained: false, &session, at: now, into: &outputs)
  }

  private mutating func publish(
    _ topic: String, _ payload: String, isRetained: Bool, _ session: inout MQTTSession, at now: Int64,
    into outputs: inout [MQTTSession.Output]
  ) {
    if isRetained { sent[topic] = payload }
    session.publish(topic, Array(payload.utf8), isRetained: isRetained, as: Self.token, at: now, into: &outputs)
  }
}
