/// The versions of MQTT that brokers speak: 3.1.1 and 5.0, both of OASIS. The number is that of CONNECT.
enum MQTTVersion: UInt8, Sendable {
  case three = 4
  case five = 5
}

/// A message at a topic, in either direction.
struct MQTTPublication: Sendable, Equatable {
  var topic: String
  var payload: [UInt8]
  /// Whether its receiver must confirm it (QoS 1); otherwise it may be lost (QoS 0).
  var isConfirmed: Bool
  /// For the sender: whether the broker keeps it for later subscribers. For the receiver: whether it was kept.
  var isRetained: Bool
  /// Only of one that is confirmed.
  var identifier: UInt16 = 0
}

/// What a client of MQTT sends. Each is written as the bytes of one packet.
enum MQTTRequest: Sendable, Equatable {
  struct Connection: Sendable, Equatable {
    var client: String
    var user: String?
    var password: String?
    /// In s. The broker publishes the will if it receives nothing for one and a half times as long.
    var keepAlive: UInt16
    var will: MQTTPublication
  }

  case connect(Connection)
  case publish(MQTTPublication)
  case confirm(UInt16)
  /// With `echoed`, the topic at which it is to receive also what was sent with its own name.
  case subscribe(UInt16, topics: [String], echoed: String? = nil)
  case ping
  case disconnect

  /// The largest packet that this client accepts: commands and a word of Home Assistant are shorter than 1 kB.
  static let longestAnswer = 16 << 10

  func bytes(_ version: MQTTVersion) -> [UInt8] {
    var body = MQTTWriter()
    let head: UInt8
    switch self {
    case .connect(let connection):
      head = 0x10
      body.add(connection, version)
    case .publish(let publication):
      head = 0x30 | (publication.isConfirmed ? 0x02 : 0) | (publication.isRetained ? 0x01 : 0)
      body.add(publication.topic)
      if publication.isConfirmed { body.add(publication.identifier) }
      if version == .five { body.bytes.append(0) }
      body.bytes += publication.payload
    case .confirm(let identifier):
      head = 0x40
      body.add(identifier)
    case .subscribe(let identifier, let topics, let echoed):
      head = 0x82
      body.add(identifier)
      if version == .five { body.bytes.append(0) }
      for topic in topics {
        body.add(topic)
        // QoS 1; in version 5 also no local: this client does not receive what it has sent.
        body.bytes.append(version == .five && topic != echoed ? 0x05 : 0x01)
      }
    case .ping: head = 0xC0
    case .disconnect: head = 0xE0
    }
    return [head] + MQTTWriter.length(body.bytes.count) + body.bytes
  }
}

private struct MQTTWriter {
  var bytes: [UInt8] = []

  mutating func add(_ number: UInt16) { bytes += [UInt8(number >> 8), UInt8(number & 0xFF)] }

  /// A text, or bytes, with the length before it. What is longer than a length can say is cut.
  mutating func add(_ text: some Collection<UInt8>) {
    let most = text.prefix(Int(UInt16.max))
    add(UInt16(most.count))
    bytes += most
  }

  mutating func add(_ text: String) { add(text.utf8) }

  mutating func add(_ connection: MQTTRequest.Connection, _ version: MQTTVersion) {
    add("MQTT")
    var flags: UInt8 = 0x02 | 0x04 | (connection.will.isConfirmed ? 0x08 : 0) | (connection.will.isRetained ? 0x20 : 0)
    if connection.user != nil { flags |= 0x80 }
    if connection.password != nil { flags |= 0x40 }
    bytes += [version.rawValue, flags]
    add(connection.keepAlive)
    if version == .five {
      // Receive maximum 16, and the largest packet. Without a session expiry the session ends with the connection.
      let longest = UInt32(MQTTRequest.longestAnswer)
      bytes += [8, 0x21, 0, 16, 0x27] + [24, 16, 8, 0].map { UInt8(longest >> UInt32($0) & 0xFF) }
    }
    add(connection.client)
    if version == .five { bytes.append(0) }
    add(connection.will.topic)
    add(connection.will.payload)
    if let user = connection.user { add(user) }
    if let password = connection.password { add(password) }
  }

  /// A length of seven bits a byte, the lowest first.
  static func length(_ count: Int) -> [UInt8] {
    var rest = count, bytes: [UInt8] = []
    repeat {
      bytes.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
      rest >>= 7
    } while rest > 0
    return bytes
  }
}

/// The topic of a message, as a broker may send it.
enum MQTTTopic {
  /// Our own choice: topics here have less than 100.
  static let longest = 256

  /// Whether a text is the topic of a message: not empty, no wildcard, no NUL.
  static func isValid(_ text: String) -> Bool {
    (1...longest).contains(text.utf8.count) && !text.utf8.contains { $0 == 0 || $0 == 0x2B || $0 == 0x23 }
  }
}
