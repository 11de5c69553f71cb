import Alarms

/// What one box of a pair sends to the other, all in one datagram, so that any one that arrives says everything. docs/pair.md
/// has the layout.
package struct PeerFrame: Equatable, Sendable {
  package enum Health: UInt8, Sendable {
    case works
    /// Its run was ended on purpose.
    case stopped
    /// Its critical loop does not answer.
    case hangs
    /// There is no run.
    case missing
    /// The sender itself ends now, on purpose.
    case goodbye
  }

  /// One signal, and the number of its latest onset, by which it is answered.
  package struct Signal: Equatable, Sendable {
    package var signal = Elsewhere.Signal()
    package var number: UInt32 = 0

    package init(_ signal: Elsewhere.Signal = Elsewhere.Signal(), number: UInt32 = 0) {
      (self.signal, self.number) = (signal, number)
    }
  }

  /// One start of the sending process.
  package var boot: UInt64
  /// Counts from 1 in each.
  package var counter: UInt64
  /// The latest frame of the other side that the sender has received; zeros before the first.
  package var echoedBoot: UInt64 = 0
  package var echoedCounter: UInt64 = 0
  package var health = Health.works
  /// By ``Elsewhere/Slot``.
  package var signals = [Signal](repeating: Signal(), count: 4)
  /// The numbers of the other side's signals that a person has silenced at the sender; 0 for none.
  package var answers = [UInt32](repeating: 0, count: 4)

  package init(boot: UInt64, counter: UInt64) { (self.boot, self.counter) = (boot, counter) }

  static let mark = Array("LWP1".utf8)
  static let codeLength = 32
  /// In bytes, with the code.
  package static let length = 117

  package func bytes(by key: PeerKey) -> [UInt8] {
    var bytes = Self.mark
    for number in [key.own, boot, counter, echoedBoot, echoedCounter] { bytes.append(number) }
    bytes.append(health.rawValue)
    for signal in signals {
      bytes.append(signal.signal.presence.rawValue)
      bytes.append(signal.signal.family.rawValue)
      bytes.append(signal.number)
    }
    for answer in answers { bytes.append(answer) }
    return bytes + PeerCode.sign(key: key.sending, bytes)
  }

  package enum Refusal: String, CaseIterable, Sendable, Error {
    /// It has another length or mark, or a value that does not exist.
    case malformed
    /// It is of another box than the other one of this pair.
    case foreign
    case forged
    case repeated
    /// It echoes nothing that this box has sent in the last seconds, so its age is unknown.
    case stale
  }

  /// - Throws: why it is no frame of the other box of the pair.
  package init(_ bytes: [UInt8], by key: PeerKey) throws(Refusal) {
    guard bytes.count == Self.length, bytes.starts(with: Self.mark) else { throw .malformed }
    var cursor = ByteCursor(bytes)
    _ = cursor.bytes(Self.mark.count)
    guard cursor.number() == key.other else { throw .foreign }
    let signed = Array(bytes.dropLast(Self.codeLength))
    guard PeerCode.areEqual(PeerCode.sign(key: key.receiving, signed), bytes.suffix(Self.codeLength)) else {
      throw .forged
    }
    (boot, counter) = (cursor.number(), cursor.number())
    (echoedBoot, echoedCounter) = (cursor.number(), cursor.number())
    guard let health = Health(rawValue: cursor.number()) else { throw .malformed }
    self.health = health
    for index in signals.indices {
      guard let presence = Elsewhere.Presence(rawValue: cursor.number()),
        let family = SignalFamily(rawValue: cursor.number())
      else { throw .malformed }
      signals[index] = Signal(Elsewhere.Signal(presence, family), number: cursor.number())
    }
    for index in answers.indices { answers[index] = cursor.number() }
  }
}
