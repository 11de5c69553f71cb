import Alarms
import Peer
import Readings
import Status
import Testing

@testable import Outside

/// A box of a pair, and a peer that says what the test wants.
private struct Scene {
  static let key = PeerKey(own: 1, other: 2, secret: [UInt8](repeating: 9, count: 32))
  static let otherKey = PeerKey(own: 2, other: 1, secret: [UInt8](repeating: 9, count: 32))

  var state = PeerState(key: key, boot: 5, number: 100, follows: true, at: .start)
  var other = PeerFrame(boot: 7, counter: 0)
  var now = Instant.start
  var sent: PeerFrame?

  mutating func pass(_ seconds: Double) {
    for _ in 0..<Int(seconds * 20) {
      now = now.advanced(by: .milliseconds(50))
      guard let bytes = state.frame(at: now), let frame = try? PeerFrame(bytes, by: Self.otherKey) else { continue }
      sent = frame
      say()
    }
  }

  mutating func say() {
    other.counter += 1
    (other.echoedBoot, other.echoedCounter) = (sent?.boot ?? 0, sent?.counter ?? 0)
    _ = state.receive(other.bytes(by: Self.otherKey), at: now)
  }

  /// The other box signals this in its high slot.
  mutating func sayHigh(_ presence: Elsewhere.Presence, _ number: UInt32 = 44) {
    other.signals[0] = PeerFrame.Signal(Elsewhere.Signal(presence, .heart), number: number)
    say()
  }

  /// This box has received a high signal of the other one for a second, and then a person silences it.
  mutating func hearAndSilence() {
    pass(2)
    sayHigh(.sounding)
    obey()
    report(.elsewhereHigh, .high, .on, .on, family: .heart)
    pass(1)
    report(.elsewhereHigh, .high, .on, .paused, family: .heart)
  }

  /// The box accepts what it receives.
  mutating func obey() {
    if let order = state.order(at: now) { state.noteDone(order, at: now) }
  }

  mutating func report(
    _ condition: ConditionID, _ priority: Priority, _ presence: Presence, _ activation: Activation,
    family: SignalFamily = .technical
  ) {
    let isTechnical = family == .technical
    let alarm = AlarmTransition(
      sequence: 1, condition: condition, sensor: nil, priority: priority, isTechnical: isTechnical, presence: presence,
      isOnset: false, activation: activation, limit: nil, value: nil, family: family)
    state.apply(AlarmReport(alarm, persons: [], address: nil), at: now)
  }
}

@Suite struct `What a box tells and hears as one of a pair` {
  @Test func `an alarm is told at once, by its place and family and by nothing else`() {
    var scene = Scene()
    scene.pass(2)
    scene.report(.heartRateLow, .high, .on, .on, family: .heart)
    scene.pass(0.1)
    #expect(scene.sent?.signals[0].signal == Elsewhere.Signal(.sounding, .heart))
    scene.report(.heartRateLow, .high, .on, .paused, family: .heart)
    scene.pass(0.1)
    #expect(scene.sent?.signals[0].signal.presence == .silent)
    scene.report(.heartRateLow, .high, .off, .off, family: .heart)
    scene.pass(0.1)
    #expect(scene.sent?.signals[0] == PeerFrame.Signal())
  }

  @Test func `what is about the other box is not told to it, and what is withheld is not either`() {
    var scene = Scene()
    scene.report(.elsewhereHigh, .high, .on, .on, family: .heart)
    scene.report(.linkGone, .high, .on, .on)
    scene.report(.co2Medium, .medium, .on, .off, family: .air)
    scene.pass(2)
    #expect(scene.sent?.signals == [PeerFrame.Signal](repeating: PeerFrame.Signal(), count: 4))
  }

  @Test func `a new alarm of a priority has a new number, so that an old answer is not one to it`() {
    var scene = Scene()
    scene.report(.sounderFailed, .high, .on, .on)
    scene.pass(2)
    let first = scene.sent?.signals[0].number ?? 0
    scene.other.answers[0] = first
    scene.say()
    #expect(scene.state.answered(at: scene.now) == ["sounder-failed"])
    scene.report(.heartRateLow, .high, .on, .on, family: .heart)
    scene.pass(1)
    #expect(scene.sent?.signals[0].number != first)
    #expect(scene.state.answered(at: scene.now).isEmpty)
  }

  @Test func `a person's silence here is an answer there`() {
    var scene = Scene()
    scene.hearAndSilence()
    scene.pass(0.1)
    #expect(scene.sent?.answers[0] == 44)
    scene.sayHigh(.silent)
    scene.pass(0.2)
    #expect(scene.sent?.answers[0] == 0)
  }

  @Test func `a silence that comes from there is no answer to what begins there`() {
    var scene = Scene()
    scene.pass(2)
    scene.sayHigh(.silent)
    scene.obey()
    // Something begins there. The report that this box was silenced comes late.
    scene.sayHigh(.sounding, 45)
    scene.obey()
    scene.report(.elsewhereHigh, .high, .on, .paused, family: .heart)
    scene.pass(1)
    #expect(scene.sent?.answers[0] == 0)
  }

  @Test func `nothing is told to the box before the link is known`() {
    var scene = Scene()
    #expect(scene.state.order(at: scene.now) == nil)
    scene.pass(2)
    #expect(scene.state.order(at: scene.now)?.elsewhere.isLinked == true)
    let later = scene.now.advanced(by: .seconds(6))
    #expect(scene.state.order(at: later)?.elsewhere.isLinked == false)
  }

  @Test func `an alarm that is silenced here and goes on there sounds here again after 4 s`() {
    var scene = Scene()
    scene.pass(2)
    scene.sayHigh(.sounding)
    scene.obey()
    let first = scene.state.order(at: scene.now)?.elsewhere[.high]
    // Sooner than an answer counts, so the other box does not get it.
    scene.report(.elsewhereHigh, .high, .on, .on, family: .heart)
    scene.report(.elsewhereHigh, .high, .on, .paused, family: .heart)
    scene.pass(3)
    #expect(scene.sent?.answers[0] == 0)
    #expect(scene.state.order(at: scene.now)?.elsewhere[.high] == first)
    scene.pass(1.5)
    let again = scene.state.order(at: scene.now)?.elsewhere[.high]
    #expect(again?.presence == .sounding && again?.number != first?.number)
  }

  @Test func `an answer that the other box has taken needs no repetition`() {
    var scene = Scene()
    scene.hearAndSilence()
    scene.pass(1)
    scene.sayHigh(.silent)
    scene.pass(10)
    #expect(scene.state.order(at: scene.now)?.elsewhere[.high].number == 44)
  }

  @Test func `an answer to a medium alarm does not silence a high one of the same condition`() {
    var scene = Scene()
    scene.report(.noData, .high, .on, .on)
    scene.pass(2)
    let test = AlarmTransition(
      sequence: 2, condition: .noData, sensor: nil, priority: .medium, isTechnical: true, presence: .on,
      isOnset: true, activation: .on, isTest: true, limit: nil, value: nil, family: .technical)
    scene.state.apply(AlarmReport(test, persons: [], address: nil), at: scene.now)
    scene.pass(1)
    scene.other.answers[1] = scene.sent?.signals[1].number ?? 0
    #expect(scene.other.answers[1] > 0)
    scene.say()
    #expect(scene.state.answered(at: scene.now).isEmpty)
  }

  @Test func `an alarm that this version does not know sounds there all the same`() throws {
    var scene = Scene()
    scene.pass(2)
    let alarm = try OutsideScene.alarm("of-a-later-version", "on", sequence: 1)
    scene.state.apply(alarm, at: scene.now)
    scene.pass(0.1)
    #expect(scene.sent?.signals[0].signal.presence == .sounding)
  }
}
