import Readings

/// Whom to connect to and when: on sight, one at a time, with a pause after each failure that grows, and the device that has
/// waited longest first.
package struct ConnectionSchedule: Sendable {
  private struct Candidate: Sendable {
    var seenAt: Instant
    var interval: Duration?
    var triedAt: Instant?
    var notBefore: Instant
    var failures = 0
    var isOpen = false
    var isOwn = true
  }

  private var candidates: [LEAddress: Candidate] = [:]
  private var connecting: (device: LEAddress, since: Instant)?
  /// Until when those that failed before are not tried. While a connection is attempted nothing else is heard, and devices
  /// that never answer would starve those that advertise: the dongle listens for as long as the failed attempt took.
  private var listensUntil = Instant.start

  /// A dongle keeps about seven links at once; one is left for ``mayVisit(_:at:)``.
  static let mostConnections = 6
  /// So many of them may be strangers': one's own sensor that is heard for the first time finds one free.
  static let mostStrangers = 4
  /// The pauses after failures, from the first to the last and every further one.
  private static let pauses: [Duration] = [1, 2, 4, 8, 16, 30].map { .seconds($0) }
  /// Who was seen so recently may be there.
  private static let presence = Duration.seconds(3)
  /// Who was seen so recently and is not connected may come back at any moment.
  private static let lately = Duration.seconds(60)
  /// What is heard sooner after an advertisement is a part of it (Core, Vol 6, Part B, 4.4.2.2: at least 20 ms).
  private static let shortestInterval = Duration.milliseconds(20)
  /// For the random delay of an advertisement, up to 10 ms, and for one that is lost.
  private static let margin = Duration.milliseconds(500)
  /// Devices that change their address would fill the table.
  private static let mostCandidates = 256

  package init() {}

  /// A device that is wanted advertises that it can be connected to.
  /// - Parameter isOwn: whether it is one's own, which goes before strangers.
  /// - Returns: whether to connect to it now; it then counts as connecting until one of the other calls is made.
  package mutating func shouldConnect(to device: LEAddress, isOwn: Bool = true, at instant: Instant) -> Bool {
    if candidates[device] == nil, candidates.count >= Self.mostCandidates {
      candidates = candidates.filter { $0.value.isOpen || $0.value.seenAt.duration(to: instant) < .seconds(60) }
      if isOwn { candidates = candidates.filter { $0.value.isOpen || $0.value.isOwn } }
      guard candidates.count < Self.mostCandidates else { return false }
    }
    noteSight(of: device, at: instant)
    candidates[device]?.isOwn = isOwn
    guard let candidate = candidates[device], !candidate.isOpen, connecting == nil, candidate.notBefore <= instant,
      candidate.failures == 0 || listensUntil <= instant,
      candidates.values.count(where: \.isOpen) < Self.mostConnections,
      isOwn || candidates.values.count(where: { $0.isOpen && !$0.isOwn }) < Self.mostStrangers
    else { return false }
    let othersWaitLonger = candidates.contains { other, waiting in
      other != device && !waiting.isOpen && (waiting.isOwn || !isOwn) && waiting.notBefore <= instant
        && waiting.seenAt.duration(to: instant) <= Self.presence
        && (waiting.triedAt?.nanoseconds ?? .min) < (candidate.triedAt?.nanoseconds ?? .min)
    }
    guard !othersWaitLonger else { return false }
    connecting = (device, instant)
    candidates[device]?.triedAt = instant
    candidates[device]?.isOpen = true
    return true
  }

  /// The stranger whose connection one's own sensor needs; `nil` where it needs none, or all others are one's own too.
  package func strangerToLeave(for device: LEAddress, at instant: Instant) -> LEAddress? {
    guard candidates[device].map({ !$0.isOpen && $0.notBefore <= instant }) ?? true, connecting == nil,
      candidates.values.count(where: \.isOpen) >= Self.mostConnections
    else { return nil }
    return candidates.first { $0.value.isOpen && !$0.value.isOwn }?.key
  }

  /// A device that is not urgent, and that nothing is expected of but a visit, advertises that it can be connected to.
  /// It takes the link that the others leave free, and no attempt from any of them that was there lately.
  /// - Returns: whether to connect to it now; it then counts as connecting until one of the other calls is made.
  package mutating func mayVisit(_ device: LEAddress, at instant: Instant) -> Bool {
    let someoneWaits = candidates.values.contains { waiting in
      !waiting.isOpen && waiting.seenAt.duration(to: instant) <= Self.lately
    }
    guard connecting == nil, listensUntil <= instant, !someoneWaits else { return false }
    connecting = (device, instant)
    return true
  }

  private mutating func noteSight(of device: LEAddress, at instant: Instant) {
    var candidate = candidates[device] ?? Candidate(seenAt: instant, notBefore: instant)
    let interval = candidate.seenAt.duration(to: instant)
    if interval >= Self.shortestInterval { candidate.interval = min(candidate.interval ?? interval, interval) }
    candidate.seenAt = instant
    candidates[device] = candidate
  }

  /// How long the kernel is to call it: until its next advertisement. The kernel begins when it hears one, so that a
  /// device which advertises more rarely would never be connected to.
  package func patience(for device: LEAddress) -> Duration {
    guard let interval = candidates[device]?.interval else { return ConnectionDefaults.shortestPatience }
    return min(max(interval + Self.margin, ConnectionDefaults.shortestPatience), ConnectionDefaults.longestPatience)
  }

  /// The connection stands; another device may be connected to.
  package mutating func connected(_ device: LEAddress) { if connecting?.device == device { connecting = nil } }

  /// It has given a value: what failed before is forgotten.
  package mutating func gaveValue(_ device: LEAddress) { candidates[device]?.failures = 0 }

  /// There is no connection any more, or none came about.
  /// - Returns: how long it is left alone.
  @discardableResult
  package mutating func closed(_ device: LEAddress, at instant: Instant) -> Duration {
    if let attempt = connecting, attempt.device == device {
      connecting = nil
      listensUntil = instant.advanced(by: attempt.since.duration(to: instant))
    }
    guard var candidate = candidates[device] else { return .zero }
    let pause = Self.pauses[min(candidate.failures, Self.pauses.count - 1)]
    candidate.failures += 1
    candidate.isOpen = false
    candidate.notBefore = instant.advanced(by: pause)
    candidates[device] = candidate
    return pause
  }
}
