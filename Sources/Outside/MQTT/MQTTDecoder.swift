/// What a broker sends.
enum MQTTAnswer: Sendable, Equatable {
  case accepted(MQTTLimits)
  /// The broker refuses the connection, with the number of its reason.
  case refused(UInt8)
  case publication(MQTTPublication)
  /// A message that is longer than allowed, or whose topic is none. The connection goes on: someone may have left it there to end it.
  case unusable(identifier: UInt16?)
  /// The reason is below 128 if the broker has the message.
  case confirmed(UInt16, reason: UInt8)
  case subscribed(UInt16, reasons: [UInt8])
  case pong
  case disconnected(UInt8)
}

/// What a broker allows (version 5).
struct MQTTLimits: Sendable, Equatable {
  /// How many messages may wait for their confirmation.
  var inFlight: UInt16 = .max
  var confirms = true
  var retains = true
  var largestPacket: UInt32 = .max
  /// In s; `nil` for that of the client.
  var keepAlive: UInt16?
}

/// Why the bytes of a broker cannot be used. The connection ends then.
enum MQTTFault: Error, Sendable, Equatable {
  /// They are no packets of MQTT, or of a version that was not asked for.
  case damaged
  /// A packet claims to be longer than any answer is.
  case tooLong
}

/// Cuts the bytes of a connection into answers. Whatever they are, it never traps, and keeps no more than one answer.
struct MQTTDecoder: Sendable {
  private let version: MQTTVersion
  private var bytes: [UInt8] = []
  private var start = 0
  /// What is left of a message that is too long.
  private var skipping = 0

  init(_ version: MQTTVersion) { self.version = version }

  /// How many bytes wait.
  var waiting: Int { bytes.count - start }

  mutating func append(_ more: some Collection<UInt8>) {
    let skipped = min(skipping, more.count)
    skipping -= skipped
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes += more.dropFirst(skipped)
  }

  /// - Returns: `nil` until the next answer is whole.
  mutating func next() throws(MQTTFault) -> MQTTAnswer? {
    guard let head = bytes.dropFirst(start).first else { return nil }
    var length = 0, place = start + 1
    for shift in [0, 7, 14, 21] {
      guard place < bytes.count else { return nil }
      length |= Int(bytes[place] & 0x7F) << shift
      place += 1
      if bytes[place - 1] & 0x80 == 0 { break }
      if shift == 21 { throw .damaged }
    }
    guard length <= MQTTRequest.longestAnswer else {
      guard head >> 4 == 3 else { throw .tooLong }
      skipping = max(0, length - (bytes.count - place))
      start = min(bytes.count, place + length)
      return .unusable(identifier: nil)
    }
    guard bytes.count - place >= length else { return nil }
    start = place + length
    return try MQTTAnswer(head, MQTTFields(bytes[place..<start]), version)
  }
}

extension MQTTAnswer {
  fileprivate init(_ head: UInt8, _ body: MQTTFields, _ version: MQTTVersion) throws(MQTTFault) {
    var body = body
    guard head >> 4 == 3 || head & 0x0F == 0 else { throw .damaged }
    switch head >> 4 {
    case 2:
      guard try body.byte() <= 1 else { throw .damaged }
      let reason = try body.byte()
      guard reason == 0 else {
        self = .refused(reason)
        return
      }
      self = .accepted(version == .five ? try MQTTLimits(try body.properties()) : MQTTLimits())
    case 3: self = try Self.publication(head, &body, version)
    case 4:
      let identifier = try body.number()
      self = .confirmed(identifier, reason: body.isEmpty ? 0 : try body.byte())
      if version == .five, !body.isEmpty { _ = try body.properties() }
    case 9:
      let identifier = try body.number()
      if version == .five { _ = try body.properties() }
      self = .subscribed(identifier, reasons: body.rest())
    case 13: self = .pong
    case 14 where version == .five: self = .disconnected(body.isEmpty ? 0 : try body.byte())
    default: throw .damaged
    }
    switch self {
    case .disconnected, .refused: break
    default: guard body.isEmpty else { throw .damaged }
    }
  }

  private static func publication(
    _ head: UInt8, _ body: inout MQTTFields, _ version: MQTTVersion
  ) throws(MQTTFault) -> MQTTAnswer {
    // No topic is subscribed with QoS 2, and 3 is none.
    let quality = head >> 1 & 3
    guard quality < 2 else { throw .damaged }
    let topic = try body.bytes()
    let identifier = quality == 1 ? try body.number() : nil
    guard identifier != 0 else { throw .damaged }
    if version == .five { _ = try body.properties() }
    let payload = body.rest()
    guard let name = String(validating: topic, as: UTF8.self), MQTTTopic.isValid(name) else {
      return .unusable(identifier: identifier)
    }
    return .publication(
      MQTTPublication(
        topic: name, payload: payload, isConfirmed: quality == 1, isRetained: head & 1 == 1, identifier: identifier ?? 0
      ))
  }
}

extension MQTTLimits {
  /// - Parameter numbers: the properties of CONNACK (MQTT 5.0, section 3.2.2.3).
  fileprivate init(_ numbers: [UInt8: UInt32]) throws(MQTTFault) {
    inFlight = UInt16(clamping: numbers[0x21] ?? UInt32(UInt16.max))
    largestPacket = numbers[0x27] ?? .max
    confirms = numbers[0x24].map { $0 > 0 } ?? true
    retains = numbers[0x25].map { $0 > 0 } ?? true
    keepAlive = numbers[0x13].map { UInt16(clamping: $0) }
    guard inFlight > 0, largestPacket > 0 else { throw .damaged }
  }
}

/// Reads the fields of one packet. A field that is not completely in it is a fault.
private struct MQTTFields {
  private var left: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { left = bytes }

  var isEmpty: Bool { left.isEmpty }

  mutating func byte() throws(MQTTFault) -> UInt8 {
    guard let byte = left.popFirst() else { throw .damaged }
    return byte
  }

  mutating func number() throws(MQTTFault) -> UInt16 { UInt16(try byte()) << 8 | UInt16(try byte()) }

  mutating func bytes() throws(MQTTFault) -> ArraySlice<UInt8> { try cut(Int(try number())) }

  mutating func rest() -> [UInt8] {
    defer { left = [] }
    return Array(left)
  }

  private mutating func cut(_ count: Int) throws(MQTTFault) -> ArraySlice<UInt8> {
    guard count <= left.count else { throw .damaged }
    defer { left = left.dropFirst(count) }
    return left.prefix(count)
  }

  private mutating func length() throws(MQTTFault) -> Int {
    var length = 0
    for shift in [0, 7, 14, 21] {
      let byte = try byte()
      length |= Int(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return length }
    }
    throw .damaged
  }

  /// The properties that are numbers. All others are read over.
  mutating func properties() throws(MQTTFault) -> [UInt8: UInt32] {
    // A broker may leave the length out at the end of a packet if there are none.
    guard !left.isEmpty else { return [:] }
    var inner = MQTTFields(try cut(try length())), numbers: [UInt8: UInt32] = [:]
    while !inner.isEmpty {
      let property = try inner.byte()
      switch property {
      case 0x01, 0x17, 0x19, 0x24, 0x25, 0x28, 0x29, 0x2A: numbers[property] = UInt32(try inner.byte())
      case 0x13, 0x21, 0x22, 0x23: numbers[property] = UInt32(try inner.number())
      case 0x02, 0x11, 0x18, 0x27: numbers[property] = UInt32(try inner.number()) << 16 | UInt32(try inner.number())
      case 0x0B: _ = try inner.length()
      case 0x03, 0x08, 0x09, 0x12, 0x15, 0x16, 0x1A, 0x1C, 0x1F: _ = try inner.bytes()
      case 0x26:
        _ = try inner.bytes()
        _ = try inner.bytes()
      default: throw .damaged
      }
    }
    return numbers
  }
}
