import Readings

/// How two boxes agree on a secret over a network that others can write into: each shows six digits, and a person compares them.
///
/// Both first bind themselves to a public part by its digest (the commitment), and only then show it. The digits follow from both
/// public parts. An attacker in the middle would have to commit before they know the other's part, so they get one try,
/// which succeeds once in a million, and the person sees the others. (The numeric comparison of Bluetooth and the short
/// authentication string of ZRTP, RFC 6189, work like this.)
package struct PeerJoin: Sendable {
  package enum Outcome: Equatable, Sendable {
    /// The other box has not said everything yet.
    case waiting
    /// What both boxes show, and the key if a person says that it is the same.
    case digits(String, PeerKey)
    case failed(Failure)
  }

  package enum Failure: Equatable, Sendable {
    /// Two boxes answer.
    case crowd
    /// What was shown is not what it was bound to.
    case forged

    package var sentence: String {
      switch self {
      case .crowd: "more than one other box wants to join; run it on two boxes only, and try again"
      case .forged:
        "the other box did not show what it was bound to: another device may be interfering in this network; try again elsewhere"
      }
    }
  }

  private let secret: [UInt8]
  private let own: Part
  private var bound: (session: UInt64, commitment: [UInt8])?
  package private(set) var outcome = Outcome.waiting

  /// What one side puts in.
  private struct Part: Sendable {
    let session: UInt64
    let key: [UInt8]
    let nonce: [UInt8]

    var bytes: [UInt8] {
      var bytes: [UInt8] = []
      bytes.append(session)
      return bytes + key + nonce
    }

    var commitment: [UInt8] { PeerCode.digest(Array("lapwing join 1 commit".utf8) + bytes) }

    var number: UInt64 {
      var cursor = ByteCursor(PeerCode.digest(key))
      return cursor.number()
    }
  }

  private static let mark = Array("LWJ1".utf8)
  private static let commit: UInt8 = 1, reveal: UInt8 = 2

  /// - Parameter random: 56 random bytes that nothing else has used.
  /// - Returns: `nil` if they are too few, or make no key.
  package init?(random: [UInt8]) {
    guard random.count == 56, let key = PeerCode.publicPart(of: Array(random.prefix(32))) else { return nil }
    var cursor = ByteCursor(random)
    secret = cursor.bytes(32)
    let nonce = cursor.bytes(16)
    own = Part(session: cursor.number(), key: key, nonce: nonce)
  }

  /// The datagrams to send to all now, a few times a second, until the person has answered.
  package var frames: [[UInt8]] {
    var first = Self.mark + [Self.commit]
    first.append(own.session)
    first += own.commitment
    guard let bound else { return [first] }
    var second = Self.mark + [Self.reveal]
    second.append(own.session)
    second.append(bound.session)
    return [first, second + own.key + own.nonce]
  }

  /// Receives a datagram. One that is not of another box that joins is ignored.
  package mutating func receive(_ bytes: [UInt8]) {
    // After the digits a third box changes nothing: the person compares them, and the key is that of the box that was bound.
    guard outcome == .waiting else { return }
    var cursor = ByteCursor(bytes)
    guard cursor.bytes(4) == Self.mark else { return }
    let kind: UInt8 = cursor.number(), session: UInt64 = cursor.number()
    guard session != own.session else { return }
    switch (kind, bytes.count) {
    case (Self.commit, 45):
      let commitment = cursor.bytes(32)
      guard let bound else { return self.bound = (session, commitment) }
      if bound.session != session || bound.commitment != commitment { outcome = .failed(.crowd) }
    case (Self.reveal, 69):
      guard let bound, bound.session == session, cursor.number() == own.session else { return }
      show(Part(session: session, key: cursor.bytes(32), nonce: cursor.bytes(16)), bound.commitment)
    default: return
    }
  }

  private mutating func show(_ other: Part, _ commitment: [UInt8]) {
    guard outcome == .waiting else { return }
    guard PeerCode.areEqual(other.commitment, commitment), let shared = PeerCode.shared(secret, other.key) else {
      return outcome = .failed(.forged)
    }
    let isFirst = own.bytes.lexicographicallyPrecedes(other.bytes)
    let both = isFirst ? own.bytes + other.bytes : other.bytes + own.bytes
    var cursor = ByteCursor(PeerCode.digest(Array("lapwing join 1 digits".utf8) + both))
    let number: UInt64 = cursor.number()
    let shown = (number % 1_000_000).digits(6)
    let key = PeerKey(
      own: own.number, other: other.number,
      secret: PeerCode.sign(key: shared, Array("lapwing join 1 key".utf8) + both))
    outcome = .digits("\(shown.prefix(3)) \(shown.suffix(3))", key)
  }
}
