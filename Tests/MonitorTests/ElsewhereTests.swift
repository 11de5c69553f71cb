import Alarms
import Monitor
import Readings
import Testing

@Suite struct `A box that follows another one` {
  private final class Scene {
    var monitor: Monitor
    var now = Instant.start
    var lamps: [Lamp: LampPattern] = [:]
    var sound: SoundSignal?
    var alarms: [AlarmTransition] = []

    init(_ profile: BoxProfile = .cabin) {
      monitor = Monitor(settings: MonitorSettings(profile: profile, latchesSound: false, gradesAir: false))
      handle(.tick)
    }

    func handle(_ event: Event, after seconds: Double = 0) {
      let end = now.advanced(by: .milliseconds(Int(seconds * 1000)))
      while let deadline = monitor.nextDeadline, deadline < end, deadline > now {
        now = deadline
        take(.tick)
      }
      now = end
      take(event)
    }

    private func take(_ event: Event) {
      var actions: [Action] = []
      monitor.handle(event, at: now, into: &actions)
      for action in actions {
        switch action {
        case .lamp(let lamp, let pattern): lamps[lamp] = pattern
        case .sound(let sound): self.sound = sound
        case .alarm(let alarm): alarms.append(alarm)
        default: break
        }
      }
    }

    func hear(
      _ presence: Elsewhere.Presence, _ slot: Elsewhere.Slot = .high, _ family: SignalFamily = .heart,
      number: UInt32 = 0
    ) {
      var elsewhere = Elsewhere(isLinked: true)
      elsewhere[slot] = Elsewhere.Signal(presence, family, number: number)
      handle(.elsewhere(elsewhere), after: 1)
    }

    func states(of condition: ConditionID) -> [String] {
      alarms.filter { $0.condition == condition }.map { "\($0.presence.name) \($0.activation.name)" }
    }
  }

  @Test func `gives the lamp and the sound of the other one at once, and ends them with it`() {
    let scene = Scene()
    scene.hear(.sounding)
    #expect(scene.lamps[.red] == .highPriority)
    #expect(scene.sound == SoundSignal(priority: .high, family: .heart))
    scene.hear(.off)
    #expect(scene.lamps[.red] == .off)
    scene.handle(.tick, after: 10)
    #expect(scene.sound == nil, "the burst is played to its end, as always")
    #expect(scene.states(of: .elsewhereHigh) == ["on on", "off off"])
  }

  @Test func `shows a low alarm of a value in yellow, and one about the box there in blue`() {
    let scene = Scene()
    scene.hear(.sounding, .low, .air)
    #expect(scene.lamps[.yellow] == .lowPriority && scene.lamps[.blue] ?? .off == .off)
    scene.hear(.sounding, .box, .technical)
    #expect(scene.lamps[.yellow] == .off && scene.lamps[.blue] == .lowPriority)
  }

  @Test func `is silent if somebody has silenced the other one, and sounds again with it`() {
    let scene = Scene()
    for (slot, silent) in [(Elsewhere.Slot.high, "on paused"), (.medium, "ack off")] {
      scene.hear(.sounding, slot)
      scene.hear(.silent, slot)
      #expect(scene.states(of: slot.condition).last == silent)
      #expect(scene.sound == nil)
      scene.hear(.sounding, slot)
      #expect(scene.states(of: slot.condition).last == "on on")
      #expect(scene.sound?.priority == (slot == .high ? .high : .medium))
      scene.hear(.off, slot)
    }
  }

  @Test func `stays silenced here while nothing changes there`() {
    let scene = Scene()
    scene.hear(.sounding)
    scene.handle(.acknowledge(.elsewhereHigh), after: 1)
    #expect(scene.states(of: .elsewhereHigh).last == "on paused")
    for _ in 0..<20 { scene.hear(.sounding) }
    #expect(scene.states(of: .elsewhereHigh) == ["on on", "on paused"])
  }

  @Test(arguments: [Elsewhere.Slot.high, .medium]) func `sounds again for what has begun there since`(
    _ slot: Elsewhere.Slot
  ) {
    let scene = Scene()
    scene.hear(.sounding, slot, number: 7)
    scene.handle(.acknowledge(slot.condition), after: 1)
    #expect(scene.states(of: slot.condition).last == (slot == .high ? "on paused" : "ack off"))
    scene.hear(.sounding, slot, number: 8)
    #expect(scene.states(of: slot.condition).last == "on on")
    #expect(scene.sound?.priority == (slot == .high ? .high : .medium))
  }

  @Test func `stays silent while the other one is, though an alarm of its own has ended the pause`() {
    let scene = Scene()
    scene.hear(.sounding, number: 7)
    scene.hear(.silent, number: 7)
    scene.handle(.fault(.sounderFailed), after: 1)
    scene.hear(.silent, number: 7)
    #expect(scene.states(of: .elsewhereHigh).last == "on paused")
    #expect(scene.states(of: .sounderFailed).last == "on on")
  }

  @Test func `gives a latched sound without its lamp`() {
    let scene = Scene()
    scene.hear(.sounding, .high, .air)
    scene.hear(.latched, .high, .air)
    #expect(scene.lamps[.red] == .off)
    #expect(scene.sound == SoundSignal(priority: .high, family: .air))
  }

  @Test(arguments: [(BoxProfile.cabin, false, Priority.medium), (.cabin, true, .high), (.bedside, false, .high)])
  func `raises the loss of the other one by what it is for`(
    _ profile: BoxProfile, _ follows: Bool, _ priority: Priority
  ) {
    let scene = Scene(profile)
    var lost = Elsewhere(isLinked: false)
    lost.isFollowed = follows
    scene.handle(.elsewhere(lost), after: 1)
    let alarm = scene.alarms.last { $0.condition == .linkGone }
    #expect(alarm?.priority == priority && alarm?.presence == .on)
    scene.handle(.elsewhere(Elsewhere(isLinked: true)), after: 1)
    #expect(scene.states(of: .linkGone).last == "off off")
  }

  @Test func `lets the loss stand for an alarm of the other one, with its priority`() {
    let scene = Scene()
    scene.hear(.sounding)
    scene.handle(.elsewhere(Elsewhere(isLinked: false)), after: 1)
    #expect(scene.alarms.last { $0.condition == .linkGone }?.priority == .high)
    #expect(scene.states(of: .elsewhereHigh).last == "off off")
    scene.hear(.sounding)
    #expect(scene.states(of: .elsewhereHigh).last == "on on" && scene.states(of: .linkGone).last == "off off")
  }

  @Test func `ends a pause of its own alarm by a high one there, and mutes none of its own by one there`() {
    let scene = Scene()
    scene.handle(.fault(.sounderFailed), after: 1)
    scene.handle(.pause, after: 1)
    #expect(scene.states(of: .sounderFailed).last == "on paused")
    scene.hear(.sounding)
    #expect(scene.states(of: .sounderFailed).last == "on on")
    scene.hear(.silent)
    #expect(scene.states(of: .sounderFailed).last == "on on")
  }
}
