import Alarms
import Readings

@testable import Peer

/// Two boxes and the network between them, in a time that the test moves. What is sent is kept, so that it can be sent again.
struct Pair {
  static let secret = [UInt8](repeating: 0x5A, count: 32)
  static let bedKey = PeerKey(own: 1, other: 2, secret: secret)
  static let hallKey = PeerKey(own: 2, other: 1, secret: secret)

  var bed: PeerLink
  var hall: PeerLink
  var now = Instant.start
  /// What the bed has sent, in its order.
  var fromBed: [[UInt8]] = []
  var fromHall: [[UInt8]] = []
  /// Whether a datagram arrives, by its number.
  var bedArrives: (Int) -> Bool = { _ in true }

  init() {
    bed = PeerLink(key: Self.bedKey, boot: 11, at: .start)
    hall = PeerLink(key: Self.hallKey, boot: 22, at: .start)
    tellBed(.works)
    hall.tell(.works, hall.signals, answers: [0, 0, 0, 0], at: now)
  }

  mutating func tellBed(_ health: PeerFrame.Health, high: Elsewhere.Presence = .off, number: UInt32 = 1) {
    var signals = PeerFrame(boot: 0, counter: 0).signals
    if high != .off { signals[0] = PeerFrame.Signal(Elsewhere.Signal(high, .heart), number: number) }
    bed.tell(health, signals, answers: [0, 0, 0, 0], at: now)
  }

  /// Lets time pass in steps of 50 ms. What is sent arrives at once.
  mutating func pass(_ seconds: Double, bedSends: Bool = true, hallSends: Bool = true) {
    for _ in 0..<Int(seconds * 20) {
      now = now.advanced(by: .milliseconds(50))
      if bedSends, let frame = bed.frame(at: now) {
        fromBed.append(frame)
        if bedArrives(fromBed.count) { _ = hall.receive(frame, at: now) }
      }
      if hallSends, let frame = hall.frame(at: now) {
        fromHall.append(frame)
        _ = bed.receive(frame, at: now)
      }
    }
  }

  /// What the hall shows of the bed.
  var shown: Elsewhere { hall.elsewhere(follows: true, at: now) }
  var loss: LinkLoss? { hall.loss(at: now) }
}
