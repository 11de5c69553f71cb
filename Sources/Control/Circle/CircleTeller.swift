import Alarms
import Circle
import Monitor
import Readings
import Status

/// What the box knows of the care circle, and the calls of people that wait for it.
///
/// One process reports it, `lapwing outside`. What that has said counts for ``lease``: a process that hangs or is dead leaves
/// no countdown behind. It belongs to ``ControlServerState`` and its thread.
struct CircleTeller {
  /// The process repeats itself twice a second.
  static let lease = Duration.seconds(3)
  /// How long the circle may be silent until messages count as ones that reach no person.
  static let longestSilence = Duration.seconds(30)
  /// How long a call waits for its answer: shorter than a client at the socket waits.
  static let patience = Duration.seconds(4)
  /// How many calls wait at once, and how many of them by links, which strangers may try: a call for help has a place all the same.
  static let mostCalls = 8, mostLinks = 4
  /// When a countdown is signalled besides its beginning, in seconds that are left.
  private static let marks = [30.0, 10]
  /// How much later the same end may be reported, since seconds are rounded and a report takes time.
  private static let jitter = Duration.seconds(2)
  /// Between two signals at least, whatever the process says.
  private static let pause = Duration.seconds(5)

  struct Waiting {
    let call: CircleCall
    /// The connection that it came by; `nil` for the buttons.
    let client: Int?
    let until: Instant
    var isHandedOver = false
  }

  /// The connection that reports; `nil` for none.
  private(set) var client: Int?
  private(set) var waiting: [Waiting] = []
  private var ends = Instant.start
  /// Since when it is silent, if it is; `nil` for a box that has no circle.
  private var heardAt: Instant?
  /// What the critical loop was given last, and when it is tried again after it had no room.
  private var reported = Reach.good
  private var triesAt: Instant?
  private var state = ShownCircle(.calm)
  private var countdownEnds: Instant?
  /// How many of the signals of this countdown were given.
  private var marksPassed = -1
  private var signalledAt: Instant?
  private var latest: UInt32 = 0

  /// - Parameter start: when the box began, if its configuration has a circle.
  init(start: Instant? = nil) { heardAt = start }

  func isHeard(at now: Instant) -> Bool { client != nil && ends > now }

  /// What is shown now; `nil` for a box that has no circle.
  func shown(at now: Instant) -> ShownCircle? {
    guard isHeard(at: now) else { return heardAt == nil ? nil : ShownCircle(.silent) }
    var report = state
    report.seconds = countdownEnds.map { max(0, (now.duration(to: $0).inSeconds * 10).rounded() / 10) }
    return report
  }

  /// Receives what the circle does.
  /// - Returns: the beeps with which the box says so, if any.
  /// - Throws: `usage` for what no circle says.
  mutating func receive(_ report: ShownCircle, from client: Int, at now: Instant) throws(LapwingError) -> UInt8? {
    let names = [report.next, report.by, report.says?.by].compactMap(\.self) + (report.failing ?? [])
    let isGood = names.count <= 3 + CircleBounds.people * CircleBounds.channels && names.allSatisfy(CircleBounds.isName)
    guard isGood, report.seconds.map({ (0...86_400).contains($0) }) ?? true else {
      throw LapwingError(
        .usage, code: "bad-circle",
        "the circle names people by up to 32 letters, digits and hyphens, and seconds up to a day")
    }
    let isNews = state.stage != .accepted && report.stage == .accepted
    self.client = client
    state = report
    if heardAt != nil { heardAt = now }
    ends = now.advanced(by: Self.lease)
    let end = report.seconds.map { now.advanced(by: .milliseconds(Int64(($0 * 1000).rounded()))) }
    // A countdown never grows longer, so this is another one.
    if let end, let countdownEnds, countdownEnds.duration(to: end) > Self.jitter { marksPassed = -1 }
    countdownEnds = end
    return isSignalDue(at: now) ? BeepCount.countdown : isNews ? BeepCount.done : nil
  }

  /// What the critical loop must be given now; `nil` if it has it.
  func reach(at now: Instant) -> Reach? {
    guard triesAt.map({ $0 <= now }) ?? true else { return nil }
    let reach = currentReach(at: now)
    return reach == reported ? nil : reach
  }

  private func currentReach(at now: Instant) -> Reach {
    if isHeard(at: now) { return state.stage == .unreached ? .none : state.fault == nil ? .good : .doubtful }
    guard let heardAt else { return .good }
    // What is known of the circle holds until it has been silent for too long.
    return heardAt.advanced(by: Self.longestSilence) <= now ? .doubtful : reported
  }

  /// The critical loop has it, or had no room for it.
  mutating func noteReported(_ reach: Reach, isTaken: Bool, at now: Instant) {
    if isTaken { reported = reach }
    triesAt = isTaken ? nil : now.advanced(by: .milliseconds(100))
  }

  private mutating func isSignalDue(at now: Instant) -> Bool {
    guard state.stage == .countdown, state.next != nil, let seconds = state.seconds else {
      marksPassed = -1
      return false
    }
    let passed = Self.marks.count { seconds <= $0 }
    guard passed > marksPassed else { return false }
    marksPassed = passed
    if let signalledAt, signalledAt.duration(to: now) < Self.pause { return false }
    signalledAt = now
    return true
  }

  /// The process is gone.
  /// - Returns: the calls that it had taken and not answered.
  mutating func lose() -> [Waiting] {
    (client, countdownEnds, marksPassed) = (nil, nil, -1)
    let lost = waiting.filter(\.isHandedOver)
    waiting.removeAll(where: \.isHandedOver)
    return lost
  }

  /// Keeps a call until the circle takes it.
  /// - Throws: `unavailable` if no circle is there, or too many calls wait.
  mutating func add(
    _ kind: CircleCall.Kind, link: String? = nil, person: String? = nil, seconds: Double? = nil, from client: Int?,
    at now: Instant
  ) throws(LapwingError) {
    guard isHeard(at: now) else { throw Self.nobodyHears }
    // A press that repeats one whose answer is still awaited says nothing new. So there are two at most, which need no place.
    guard client != nil || !waiting.contains(where: { $0.client == nil && $0.call.kind == kind }) else { return }
    let links = waiting.count { $0.call.kind.isByLink }
    guard client == nil || waiting.count < Self.mostCalls, !kind.isByLink || links < Self.mostLinks else {
      throw LapwingError(.unavailable, code: "busy", "too many people call the circle at once; try again")
    }
    latest &+= 1
    let call = CircleCall(number: latest, kind: kind, link: link, person: person, seconds: seconds)
    waiting.append(Waiting(call: call, client: client, until: now.advanced(by: Self.patience)))
  }

  /// Hands the circle what waits for it, each call once: help first, and links last.
  mutating func handOver() -> [CircleCall] {
    let fresh = waiting.filter { !$0.isHandedOver }.map(\.call)
    let (help, others) = (fresh.filter { $0.kind == .help }, fresh.filter { $0.kind != .help })
    for place in waiting.indices { waiting[place].isHandedOver = true }
    return help + others.filter { !$0.kind.isByLink } + others.filter(\.kind.isByLink)
  }

  /// Removes the call that the circle has answered; `nil` if it does not wait any more.
  mutating func takeAnswered(_ number: UInt32) -> Waiting? {
    waiting.firstIndex { $0.call.number == number && $0.isHandedOver }.map { waiting.remove(at: $0) }
  }

  /// Removes the calls that were not answered in time.
  mutating func takeLate(at now: Instant) -> [Waiting] {
    let late = waiting.filter { $0.until <= now }
    waiting.removeAll { $0.until <= now }
    return late
  }

  /// How long until ``takeLate(at:)`` or ``reach(at:)`` may have something, ms; -1 for never.
  func wait(at now: Instant) -> Int32 {
    var dues = waiting.map(\.until)
    if let triesAt {
      dues.append(triesAt)
    } else if let heardAt, reported != .doubtful {
      dues.append(isHeard(at: now) ? ends : heardAt.advanced(by: Self.longestSilence))
    }
    guard let first = dues.min() else { return -1 }
    return Int32(clamping: max(0, now.duration(to: first).wholeNanoseconds / 1_000_000 + 1))
  }

  static let nobodyHears = LapwingError(
    .unavailable, code: "no-circle",
    "no one can be reached: lapwing outside with a care circle does not report; call by phone, or look at "
      + "lapwing-outside.service"
  )
  /// The circle has received a call for help, and cannot alert anyone.
  static func nobodyIsTold(_ reason: String) -> LapwingError {
    LapwingError(.unavailable, code: nobodyHears.code, "no one can be reached: \(reason); call by phone")
  }
  static let noAnswer = LapwingError(
    .unavailable, code: "no-circle-answer",
    "lapwing outside gave no answer, so it is not known whether a message can be sent; look at lapwing circle status, or call by phone"
  )

}
