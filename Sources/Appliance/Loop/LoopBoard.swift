import Alarms
import Board
import Engine
import Readings
import Settings
import Speech
import System

/// The hardware that is open at the moment, for the critical loop. A part that the plan does not name takes every
/// command. Every command is also reported, for views of the box.
final class LoopBoard: LampDriver, SounderDriver {
  private(set) var plan: BoardPlan
  /// The parts that give signals, by the plan.
  private var planned: BoardParts
  private var records: [LoopOutput] = []
  private(set) var lines: GPIOLines?
  private(set) var card: PCMSounder?
  /// Whether a first attempt to open has failed. Before that nothing is missing.
  private var lacksLines = false
  private var lacksCard = false
  /// Whether the microphone did not receive the tone of the card.
  private var isUnheard = false
  private var isBuzzerLost = false
  private var reportedUnderruns = 0
  private var signal: SoundSignal?
  private var loudness = Loudness.normal
  private var buzzer = PulseLine()
  private var vibration = PulseLine()
  private var announcer: Announcer
  /// The signal of the alarm whose burst was played last.
  private(set) var latestBurst: SoundSignal?
  private var buttons: BoardButtons
  /// Reports of the buttons. Empty except while the buttons are read.
  private var buttonNews: [ButtonNews] = []

  init(plan: BoardPlan) {
    self.plan = plan
    planned = BoardParts(plan)
    buttons = BoardButtons(plan.buttons)
    announcer = Announcer(plan.speech)
    records.reserveCapacity(64)
    buttonNews.reserveCapacity(16)
  }

  /// Whether all hardware of the plan is open, or known to be missing.
  var isComplete: Bool {
    (plan.lines == nil || lines != nil || lacksLines) && (plan.sound == nil || card != nil || lacksCard)
  }

  /// Whether there are no lines, and no card or an inaudible one. A restart of the process would find no more than the
  /// opener does.
  var isMissing: Bool { lines == nil && (card == nil || isUnheard) }

  var hasSounder: Bool { card != nil && !isUnheard || lines?.has(.buzzer) == true }
  var hasLamps: Bool {
    guard let lines else { return false }
    return lines.has(.red) || lines.has(.yellow) || lines.has(.green) || lines.has(.blue)
  }

  /// The parts that give signals, as they are now.
  /// - Parameters:
  ///   - areLampsBroken: whether a lamp takes no commands.
  ///   - isSounderBroken: whether card or buzzer do not.
  func parts(areLampsBroken: Bool, isSounderBroken: Bool) -> BoardParts {
    var parts = planned
    parts.doLampsWork = lines != nil && !areLampsBroken
    let buzzes = lines?.has(.buzzer) == true && !isBuzzerLost
    switch parts.sounder {
    case .card:
      parts.doesSounderWork = card != nil && !isUnheard && (!isSounderBroken || isBuzzerLost)
      if !parts.doesSounderWork, buzzes {
        (parts.sounder, parts.doesSounderWork, parts.lacksCard) = (.buzzer, true, true)
      }
    case .buzzer: parts.doesSounderWork = buzzes
    case nil: break
    }
    return parts
  }

  func adopt(_ lines: GPIOLines, at instant: Instant) {
    self.lines = lines
    lacksLines = false
    buttons.forget()
    for button in Button.allCases where lines.isPressed(button.place) ?? false {
      buttons.find(pressed: button.place, at: instant)
    }
  }

  func adopt(_ card: PCMSounder, isHeard: Bool) {
    self.card = card
    reportedUnderruns = 0
    lacksCard = false
    isUnheard = !isHeard
    card.level = loudness.level(from: plan.level)
    card.language = plan.speech.language
    announcer.dropRequest()
    try? card.fill()
  }

  /// Puts another plan in force. Parts with another description are given up, and do not count as missing until they
  /// were tried again.
  func adopt(_ plan: BoardPlan) {
    if plan.lines != self.plan.lines {
      (lines, lacksLines) = (nil, false)
      buttons.forget()
    }
    if plan.isOtherCard(than: self.plan) { (card, lacksCard, isUnheard) = (nil, false, false) }
    buttons.adopt(plan.buttons)
    if plan.speech != self.plan.speech {
      card?.stopSpeaking()
      announcer = Announcer(plan.speech)
    }
    self.plan = plan
    planned = BoardParts(plan)
    card?.level = loudness.level(from: plan.level)
    card?.language = plan.speech.language
  }

  func loseLines() {
    lines = nil
    buttons.forget()
    lacksLines = plan.lines != nil
  }

  func loseCard() {
    card = nil
    announcer.dropRequest()
    isUnheard = false
    lacksCard = plan.sound != nil
  }

  /// The number of underruns of the card in words, at the 1st, 2nd, 4th, 8th time and so on, so that a card with many
  /// underruns does not fill the journal.
  func takeUnderruns() -> String? {
    guard let card, card.underruns.leadingZeroBitCount < reportedUnderruns.leadingZeroBitCount else { return nil }
    reportedUnderruns = card.underruns
    return "the sound card has run dry and was started again, \(card.underruns) times so far, "
      + "\(card.underrunsAtOnset) of them as an alarm began"
  }

  func set(_ lamp: Lamp, isLit: Bool) throws(BoardFault) {
    guard let lines else {
      if lacksLines { throw .lamp(lamp) }
      records.append(.lamp(lamp, isLit: isLit))
      return
    }
    try lines.set(lamp, isLit: isLit)
    records.append(.lamp(lamp, isLit: isLit))
  }

  func play(_ signal: SoundSignal) throws(BoardFault) {
    records.append(.burst(signal))
    if signal.beeps == 0 {
      latestBurst = signal
      announcer.noteBurst()
    }
    // A card that is still being opened plays the signal later.
    if let card { try card.play(signal) } else if lacksCard { throw .sounder }
  }

  func stop() throws(BoardFault) { try card?.stop() }

  /// Sets the signal that buzzer and motor follow as well.
  func follow(_ signal: SoundSignal?, at instant: Instant) {
    self.signal = signal
    vibration.play(signal, at: instant)
    buzzer.play(isBuzzerNeeded ? signal : nil, at: instant)
  }

  func setLoudness(_ loudness: Loudness) {
    self.loudness = loudness
    card?.level = loudness.level(from: plan.level)
  }

  /// Keeps what a person has requested, to be spoken.
  /// - Returns: why the box cannot speak; `nil` if it can.
  func say(_ parts: [SpeechPart], at instant: Instant) -> LapwingError? {
    guard plan.speech.use != .off else {
      return LapwingError(
        .unavailable, code: "speech-off", "this box does not speak: speech.use is off; set it to on-request or alarms")
    }
    guard card != nil, !isUnheard else {
      return LapwingError(
        .unavailable, code: "no-voice",
        "this box has no sound card that works, and cannot speak; see board.sound.device and lapwing doctor")
    }
    announcer.request(parts, at: instant)
    return nil
  }

  /// Whether ``speak(_:minuteOfDay:at:)`` has something to do.
  var hasToSpeak: Bool {
    guard let card else { return false }
    return announcer.isFollowing || (announcer.isWaiting && card.mayBeginToSpeak)
  }

  /// Speaks what is due in a pause of the sounder, and ends what is spoken about an alarm that no longer sounds.
  /// - Parameters:
  ///   - heard: the alarm that sounds.
  ///   - minute: of the local day.
  func speak(_ heard: HeardAlarm?, minuteOfDay minute: Int?, at instant: Instant) {
    guard let card else { return }
    if announcer.follow(heard) { card.stopSpeaking() }
    guard announcer.isWaiting, card.mayBeginToSpeak else { return }
    card.speak(by: &announcer, heard, at: instant, decibels: plan.speech.decibels(at: minute))
  }

  /// Whether the buzzer replaces a missing or inaudible card, or joins in because no one answers.
  private var isBuzzerNeeded: Bool { card == nil || isUnheard || loudness.usesSecondSounder }

  /// Drives the edges of buzzer and motor that are due.
  /// - Throws: if the card of the plan is missing or inaudible, if the buzzer refuses its level, or if the lines of the
  ///   only sounder are missing.
  func advance(to instant: Instant) throws(BoardFault) {
    buzzer.play(isBuzzerNeeded ? signal : nil, at: instant)
    if let isOn = buzzer.advance(to: instant) {
      isBuzzerLost = lines?.set(.buzzer, isActive: isOn) == false
      if isBuzzerLost { buzzer.refused() }
    }
    if let isOn = vibration.advance(to: instant), lines?.set(.vibration, isActive: isOn) == false {
      vibration.refused()
    }
    if lacksCard || isUnheard || isBuzzerLost || (lacksLines && card == nil && hangsSounderOnLines) { throw .sounder }
  }

  private var hangsSounderOnLines: Bool {
    guard let outputs = plan.lines?.outputs else { return false }
    return outputs[.buzzer] != nil || outputs[.vibration] != nil
  }

  /// - Throws: if the lines of the plan are missing.
  func checkLines() throws(BoardFault) { if lacksLines { throw .lamp(.red) } }

  /// When buzzer, motor, card or a button has something to do.
  var nextEdge: Instant? {
    var next: Instant?
    if lines?.has(.buzzer) == true { next.lower(to: buzzer.nextEdge) }
    if lines?.has(.vibration) == true { next.lower(to: vibration.nextEdge) }
    next.lower(to: buttons.nextDeadline)
    next.lower(to: card?.nextCheck)
    return next
  }

  /// Reads the changes of the buttons and reports their meanings.
  /// - Parameter clock: converts the kernel's time of a change to the time of the loop.
  /// - Throws: if the lines are gone.
  func takeButtons(
    at instant: Instant, clock: MonotonicClock, _ take: (ButtonNews) -> Void
  ) throws(GPIOLines.Failure) {
    defer {
      for news in buttonNews { take(news) }
      buttonNews.removeAll(keepingCapacity: true)
    }
    while let edge = try lines?.nextButtonEdge() {
      let changed = min(clock.instant(kernelNanoseconds: edge.kernelNanoseconds), instant)
      buttons.handle(edge.button, isPressed: edge.isPressed, at: changed, into: &buttonNews)
    }
    buttons.advance(to: instant, into: &buttonNews)
  }

  /// Passes on what lamps and sounder have done since the last call.
  func takeRecords(_ take: (LoopOutput) -> Void) {
    for record in records { take(record) }
    records.removeAll(keepingCapacity: true)
  }
}

extension BoardParts {
  /// The parts that a plan names; none works yet.
  fileprivate init(_ plan: BoardPlan) {
    self.init()
    let outputs = plan.lines?.outputs ?? [:]
    self[.red] = outputs[.red] != nil
    self[.green] = outputs[.green] != nil
    self[.blue] = outputs[.blue] != nil
    // Of one lamp for all colours, red and green are yellow.
    self[.yellow] = outputs[.yellow] != nil || plan.lines?.isOneLamp == true && self[.red] && self[.green]
    sounder = plan.sound?.isHeard == true ? .card : outputs[.buzzer] != nil ? .buzzer : nil
    hasButtons = plan.lines?.buttons.contains { $0 != nil } ?? false
  }
}
