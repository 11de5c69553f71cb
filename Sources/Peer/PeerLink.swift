import Alarms
import Readings

/// One side of a pair: what it sends and when, and when it counts the other side as lost. A pure machine; the
/// caller carries its datagrams and passes the time.
///
/// A frame counts for life from the moment at which *this* box sent the frame that it echoes. So one that was recorded, held back
/// or sent again, in this run or an earlier one, makes nothing live longer.
package struct PeerLink: Sendable {
  /// How often a frame is sent if nothing has changed.
  package static let interval = Duration.seconds(1)
  /// How long the latest proof of life counts: three frames may be lost, since a frame echoes one that is up to 1 s old.
  package static let limit = Duration.milliseconds(5500)
  /// How long after the start the first datagram of the other side may take.
  package static let grace = Duration.seconds(30)
  /// A change is sent three times, since one datagram may be lost.
  private static let repeats: [Duration] = [.milliseconds(100), .milliseconds(300)]
  /// The shortest time between two frames, however often something changes.
  private static let pause = Duration.milliseconds(50)
  /// The frames whose times are known: 6.4 s of the shortest time.
  private static let remembered = 128
  private static let mostRetired = 8

  private let key: PeerKey
  private let boot: UInt64
  private let startedAt: Instant

  // What is sent.
  private var own: PeerFrame
  private var sentAt: [Instant?] = Array(repeating: nil, count: remembered)
  private var dueAt: Instant
  private var extra: [Instant] = []

  // What was received.
  private var peer: PeerFrame?
  private var retired: [UInt64] = []
  private var livedAt: Instant?
  private var workedAt: Instant?
  private var hintAt: Instant?
  private var isNetworkDown = false
  /// How many datagrams were refused, and why; those that this box sent to all come back to it and are not counted.
  package private(set) var refused: [PeerFrame.Refusal: Int] = [:]
  package private(set) var taken = 0

  /// - Parameter boot: a random number, so that no other start of this process has it.
  package init(key: PeerKey, boot: UInt64, at instant: Instant) {
    (self.key, self.boot, startedAt, dueAt) = (key, boot, instant, instant)
    own = PeerFrame(boot: boot, counter: 0)
  }

  /// Sets what the other side is to know.
  package mutating func tell(
    _ health: PeerFrame.Health, _ signals: [PeerFrame.Signal], answers: [UInt32], at instant: Instant
  ) {
    guard health != own.health || signals != own.signals || answers != own.answers else { return }
    (own.health, own.signals, own.answers) = (health, signals, answers)
    dueAt = min(dueAt, instant)
    extra = Self.repeats.map { instant.advanced(by: $0) }
  }

  package mutating func setNetworkDown(_ isDown: Bool) { isNetworkDown = isDown }

  package mutating func frame(at instant: Instant) -> [UInt8]? {
    guard nextFrameAt <= instant else { return nil }
    extra.removeAll { $0 <= instant }
    own.counter += 1
    sentAt[Int(own.counter % UInt64(Self.remembered))] = instant
    dueAt = instant.advanced(by: Self.interval)
    return own.bytes(by: key)
  }

  private var nextFrameAt: Instant {
    let wanted = extra.reduce(dueAt) { min($0, $1) }
    guard own.counter > 0, let last = sentAt[Int(own.counter % UInt64(Self.remembered))] else { return wanted }
    return max(wanted, last.advanced(by: Self.pause))
  }

  /// Receives a datagram.
  /// - Returns: why it does not count; `nil` if it does.
  package mutating func receive(_ bytes: [UInt8], at instant: Instant) -> PeerFrame.Refusal? {
    do throws(PeerFrame.Refusal) {
      try accept(PeerFrame(bytes, by: key), at: instant)
      taken += 1
      return nil
    } catch {
      if error != .foreign || !isOwn(bytes) { refused[error, default: 0] += 1 }
      return error
    }
  }

  private func isOwn(_ bytes: [UInt8]) -> Bool {
    var cursor = ByteCursor(Array(bytes.dropFirst(PeerFrame.mark.count)))
    return cursor.number() == key.own
  }

  private mutating func accept(_ frame: PeerFrame, at instant: Instant) throws(PeerFrame.Refusal) {
    guard !retired.contains(frame.boot) else { throw .repeated }
    let isKnown = peer?.boot == frame.boot
    if isKnown, let peer, frame.counter <= peer.counter { throw .repeated }
    guard let sent = sending(echoedBy: frame), sent.duration(to: instant) <= Self.limit else {
      hint(frame, at: instant)
      throw .stale
    }
    if !isKnown, let peer {
      retired.append(peer.boot)
      if retired.count > Self.mostRetired { retired.removeFirst() }
    }
    peer = frame
    (own.echoedBoot, own.echoedCounter) = (frame.boot, frame.counter)
    livedAt = max(livedAt ?? sent, sent)
    if frame.health == .works { workedAt = max(workedAt ?? sent, sent) }
  }

  /// When this box sent the frame that another one echoes.
  private func sending(echoedBy frame: PeerFrame) -> Instant? {
    guard frame.echoedBoot == boot, frame.echoedCounter > 0, frame.echoedCounter <= own.counter,
      own.counter - frame.echoedCounter < UInt64(Self.remembered)
    else { return nil }
    return sentAt[Int(frame.echoedCounter % UInt64(Self.remembered))]
  }

  /// An authentic frame of unknown age. It is echoed, so that its sender can prove that it lives, unless the known one does.
  private mutating func hint(_ frame: PeerFrame, at instant: Instant) {
    hintAt = instant
    if let livedAt, livedAt.duration(to: instant) < Self.interval * 3, peer?.boot != frame.boot { return }
    (own.echoedBoot, own.echoedCounter) = (frame.boot, frame.counter)
  }

  /// Whether the other side was received, or this one has waited long enough.
  package func isSettled(at instant: Instant) -> Bool {
    workedAt != nil || startedAt.duration(to: instant) >= Self.grace
  }

  /// Why the other box counts as lost; `nil` while it lives and works, and until ``isSettled(at:)``.
  package func loss(at instant: Instant) -> LinkLoss? {
    if let workedAt, workedAt.duration(to: instant) <= Self.limit { return nil }
    guard isSettled(at: instant) else { return nil }
    let isAlive = livedAt.map { $0.duration(to: instant) <= Self.limit } ?? false
    switch peer?.health {
    case .goodbye?: return .goodbye
    case .stopped?: return .stopped
    case .hangs? where isAlive: return .hangs
    case .missing? where isAlive: return .missing
    default: break
    }
    if isNetworkDown { return .noNetwork }
    if let hintAt, hintAt.duration(to: instant) <= Self.limit { return .oneWay }
    return peer == nil ? .neverHeard : .silent
  }

  /// The other side's signals, as long as it is not lost.
  package var signals: [PeerFrame.Signal] { peer?.signals ?? PeerFrame(boot: 0, counter: 0).signals }

  /// What this box shows of the other one.
  /// - Parameter follows: whether it signals what the other one signals.
  package func elsewhere(follows: Bool, at instant: Instant) -> Elsewhere {
    var elsewhere = Elsewhere(isLinked: loss(at: instant) == nil)
    guard follows, elsewhere.isLinked else { return elsewhere }
    for (slot, signal) in zip(Elsewhere.Slot.allCases, signals) {
      elsewhere[slot] = signal.signal
      elsewhere[slot].number = signal.number
    }
    return elsewhere
  }

  /// The signals of this box that a person has silenced at the other one and that still sound here.
  package func answered(at instant: Instant) -> [Elsewhere.Slot] {
    guard let peer, loss(at: instant) == nil else { return [] }
    var slots: [Elsewhere.Slot] = []
    for (index, slot) in Elsewhere.Slot.allCases.enumerated() {
      let signal = own.signals[index]
      guard signal.signal.presence == .sounding || signal.signal.presence == .latched else { continue }
      if signal.number > 0, peer.answers[index] == signal.number { slots.append(slot) }
    }
    return slots
  }

  /// When ``frame(at:)`` or ``loss(at:)`` may say something else, if nothing is received.
  /// A loss is found at a frame, so up to ``interval`` late.
  package var nextDeadline: Instant { nextFrameAt }
}

/// Why the other box of a pair counts as lost, as far as this one can know.
package enum LinkLoss: String, Sendable {
  case silent
  /// Nothing has arrived from it since this process began.
  case neverHeard
  /// Its datagrams arrive but echo none of this box: it does not receive this one.
  case oneWay
  case noNetwork
  /// Its `lapwing outside` was ended on purpose.
  case goodbye
  /// Its run was ended on purpose.
  case stopped
  /// Its critical loop does not answer.
  case hangs
  /// Its run is gone.
  case missing

  package func sentence(_ box: String) -> String {
    switch self {
    case .silent: "Nothing is received from \(box): it has no power, or the network between the two is down."
    case .neverHeard:
      "Nothing has been received from \(box) yet: is it switched on, in this network, and joined (lapwing peer join)?"
    case .oneWay: "This box receives \(box), but \(box) does not receive this box."
    case .noNetwork: "This box has no network, so it cannot receive \(box)."
    case .goodbye: "lapwing outside of \(box) was stopped on purpose."
    case .stopped: "\(box) was stopped on purpose."
    case .hangs: "\(box) does not answer: its alarms do not work. Restart it."
    case .missing: "\(box) does not run, although its lapwing outside does. Look at its journal."
    }
  }
}
