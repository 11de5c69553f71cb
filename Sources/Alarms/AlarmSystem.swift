import Readings

/// The state machine of all alarms: from "the condition holds" to what is signalled.
///
/// It is told what holds and what a person did, with the time, and reports every change once. It keeps these rules:
/// a condition is signalled when it has held for its *not before* time; an audio pause lasts at most
/// ``longestPause`` and ends with any new occurrence of the same or a higher priority; pausing a priority never mutes
/// another; a high priority is never acknowledged by the button that pauses it, and never withheld.
public struct AlarmSystem: Sendable {
  /// An audio pause never lasts longer (ICU and ventilator convention).
  public static let longestPause = Duration.seconds(120)

  private var conditions: ConditionTable
  private var latchesSound: Bool
  private var isWithholding = false
  private var occurrences: [Occurrence] = []
  private var lastSequence: UInt64 = 0

  /// - Parameters:
  ///   - conditions: the rules in force.
  ///   - latchesSound: whether the sound of a medium or high alarm outlives its condition until it is reset.
  public init(conditions: ConditionTable, latchesSound: Bool) {
    self.conditions = conditions
    self.latchesSound = latchesSound
    occurrences.reserveCapacity(64)
  }

  /// Puts other rules in force. Alarms that are on stay on until their condition has ended by the new limit.
  public mutating func adopt(conditions: ConditionTable, latchesSound: Bool) {
    self.conditions = conditions
    self.latchesSound = latchesSound
  }

  // MARK: What holds

  /// A condition holds.
  /// - Parameters:
  ///   - escalates: whether it becomes high priority with time, where the condition does so at all.
  ///   - standsInForHigh: whether it takes the place of a high alarm whose data are stale, so that no phase withholds it.
  public mutating func hold(
    _ id: ConditionID, at sensor: SensorIndex?, value: Double? = nil, escalates: Bool = false,
    standsInForHigh: Bool = false, since instant: Instant
  ) {
    guard let index = index(of: id, at: sensor, rememberedAt: instant) else {
      occurrences.append(
        Occurrence(condition: conditions[id], sensor: sensor, escalates: escalates, at: instant, value: value))
      occurrences[occurrences.count - 1].standsInForHigh = standsInForHigh
      return
    }
    occurrences[index].value = value
    occurrences[index].isBeyondLimit = true
    occurrences[index].suspendedAt = nil
    if standsInForHigh { occurrences[index].standsInForHigh = true }
    if occurrences[index].heldSince == nil { occurrences[index].heldSince = instant }
  }

  /// Since when a condition has held, or `nil` where it does not.
  public func heldSince(_ id: ConditionID, at sensor: SensorIndex?) -> Instant? {
    index(of: id, at: sensor).flatMap { occurrences[$0].heldSince }
  }

  /// A condition's value lies between its limit and its hysteresis: what holds goes on, nothing begins.
  public mutating func linger(_ id: ConditionID, at sensor: SensorIndex?, value: Double, at instant: Instant) {
    guard let index = index(of: id, at: sensor, rememberedAt: instant), occurrences[index].heldSince != nil else {
      return
    }
    occurrences[index].value = value
    occurrences[index].isBeyondLimit = false
    occurrences[index].suspendedAt = nil
  }

  /// A condition does not hold.
  /// - Parameter value: the latest value, where there is one.
  public mutating func release(
    _ id: ConditionID, at sensor: SensorIndex?, value: Double? = nil, at instant: Instant
  ) {
    guard let index = index(of: id, at: sensor) else { return }
    if let value { occurrences[index].value = value }
    if occurrences[index].heldSince != nil { occurrences[index].endedAt = instant }
    if !occurrences[index].escalates { occurrences[index].onsetAt = nil }
    occurrences[index].heldSince = nil
    occurrences[index].suspendedAt = nil
    occurrences[index].standsInForHigh = false
    switch occurrences[index].presence {
    case .on: occurrences[index].presence = latchesSound && conditions[id].mayLatch ? .latched : .off
    case .ack: occurrences[index].presence = .off
    case .off, .latched: break
    }
  }

  /// The data behind a condition have gone stale: it is not signalled on them, and does not latch. Fresh data that are
  /// still beyond the limit go on where it was.
  /// - Returns: whether a high alarm ended by it.
  public mutating func suspend(_ id: ConditionID, at sensor: SensorIndex?, at instant: Instant) -> Bool {
    guard let index = index(of: id, at: sensor), occurrences[index].heldSince != nil else { return false }
    let wasHigh = occurrences[index].presence != .off && occurrences[index].priority == .high
    occurrences[index].presence = .off
    occurrences[index].pausedUntil = nil
    occurrences[index].suspendedAt = instant
    return wasHigh
  }

  // MARK: What a person does

  /// For what sounds now: low and medium alarms are acknowledged, high ones are paused.
  public mutating func silence(at instant: Instant) {
    guard let priority = sounding?.priority else { return }
    if priority == .high {
      pause(at: instant)
    } else {
      let isWithholding = isWithholding
      acknowledge { $0.priority == priority && $0.activation(isWithholding: isWithholding) == .on }
    }
  }

  /// Acknowledges every occurrence of one condition, whatever its priority and whether or not it sounds right now.
  public mutating func acknowledge(_ id: ConditionID) { acknowledge { $0.condition == id } }

  /// Pauses the sound of the priority that sounds now for ``longestPause``. It can not be made longer by asking again.
  public mutating func pause(at instant: Instant) {
    guard let priority = sounding?.priority else { return }
    for index in occurrences.indices where isSounding(occurrences[index]) && occurrences[index].priority == priority {
      occurrences[index].pausedUntil = instant.advanced(by: Self.longestPause)
    }
  }

  /// Ends every latched sound.
  public mutating func resetLatched() {
    for index in occurrences.indices where occurrences[index].presence == .latched {
      occurrences[index].presence = .off
    }
  }

  /// Sets whether low and medium alarms are withheld, as in a busy phase of flight.
  public mutating func withholdLowAndMedium(_ isWithholding: Bool) { self.isWithholding = isWithholding }

  // MARK: Time and reports

  /// Lets what is due happen: dwell times that are over, pauses that end, priorities that rise; then reports every
  /// change since the last call, oldest occurrence first.
  public mutating func settle(at instant: Instant, into transitions: inout [AlarmTransition]) {
    for index in occurrences.indices {
      if let due = dueAt(occurrences[index]), due <= instant {
        if occurrences[index].onsetAt == nil || !occurrences[index].escalates { occurrences[index].onsetAt = instant }
        begin(index)
      }
      if let rise = riseAt(occurrences[index]), rise <= instant {
        occurrences[index].priority = .high
        begin(index)
      }
    }
    for index in occurrences.indices {
      if let end = occurrences[index].pausedUntil, end <= instant { occurrences[index].pausedUntil = nil }
      report(index, into: &transitions)
    }
    occurrences.removeAll { $0.isOver(at: instant) }
  }

  /// When ``settle(at:into:)`` has something to do next, if nothing else happens.
  public var nextDeadline: Instant? {
    var next: Instant?
    func consider(_ instant: Instant?) {
      if let instant, next.map({ instant < $0 }) ?? true { next = instant }
    }
    for occurrence in occurrences {
      consider(dueAt(occurrence))
      consider(occurrence.pausedUntil)
      consider(riseAt(occurrence))
    }
    return next
  }

  private mutating func begin(_ index: Int) {
    occurrences[index].presence = .on
    occurrences[index].pausedUntil = nil
    endPauses(upTo: occurrences[index].priority)
  }

  private func dueAt(_ occurrence: Occurrence) -> Instant? {
    occurrence.dueAt(after: conditions[occurrence.condition].notBefore)
  }

  private func riseAt(_ occurrence: Occurrence) -> Instant? {
    guard occurrence.escalates, occurrence.priority < .high, occurrence.heldSince != nil,
      occurrence.presence == .on || occurrence.presence == .ack, let onset = occurrence.onsetAt,
      let after = conditions[occurrence.condition].escalatesAfter
    else { return nil }
    return onset.advanced(by: after)
  }

  private mutating func endPauses(upTo priority: Priority) {
    for index in occurrences.indices where occurrences[index].priority <= priority {
      occurrences[index].pausedUntil = nil
    }
  }

  private mutating func acknowledge(where matches: (Occurrence) -> Bool) {
    for index in occurrences.indices where matches(occurrences[index]) {
      switch occurrences[index].presence {
      case .on: occurrences[index].presence = .ack
      case .latched: occurrences[index].presence = .off
      case .off, .ack: break
      }
    }
  }

  private mutating func report(_ index: Int, into transitions: inout [AlarmTransition]) {
    let occurrence = occurrences[index]
    let condition = conditions[occurrence.condition]
    let report = Occurrence.Report(
      presence: occurrence.presence, activation: occurrence.activation(isWithholding: isWithholding),
      priority: occurrence.priority)
    let wasPending = occurrence.reported.presence == .off && report.presence == .off
    guard report != occurrence.reported, !wasPending else { return }
    let isOnset =
      report.presence == .on
      && (report.priority > occurrence.reported.priority || ![.on, .ack].contains(occurrence.reported.presence))
    occurrences[index].reported = report
    lastSequence += 1
    transitions.append(
      AlarmTransition(
        sequence: lastSequence, condition: condition.id, sensor: occurrence.sensor, priority: report.priority,
        isTechnical: condition.isTechnical, presence: report.presence, isOnset: isOnset, activation: report.activation,
        limit: condition.limit, value: occurrence.value))
  }

  /// The occurrence of a condition, unless it is long over.
  private mutating func index(of id: ConditionID, at sensor: SensorIndex?, rememberedAt instant: Instant) -> Int? {
    guard let index = index(of: id, at: sensor) else { return nil }
    guard occurrences[index].isOver(at: instant), occurrences[index].reported.presence == .off else { return index }
    occurrences.remove(at: index)
    return nil
  }

  private func index(of id: ConditionID, at sensor: SensorIndex?) -> Int? {
    occurrences.firstIndex { $0.condition == id && $0.sensor == sensor }
  }
}

// MARK: What is signalled

extension AlarmSystem {
  /// Whether any condition is there, acknowledged, latched or withheld.
  public var isAnythingPresent: Bool { occurrences.contains { $0.presence != .off } }

  /// The one signal that sounds: the highest priority, in it the heart before air before the appliance.
  public var sounding: SoundSignal? {
    var loudest: SoundSignal?
    for occurrence in occurrences where isSounding(occurrence) {
      let signal = SoundSignal(priority: occurrence.priority, family: conditions[occurrence.condition].family)
      if loudest.map({ $0.isOutranked(by: signal) }) ?? true { loudest = signal }
    }
    return loudest
  }

  /// The pattern of a lamp. Each lamp stands for its own priority, so the lower ones show beside the highest.
  public func pattern(of lamp: Lamp) -> LampPattern {
    var isHigh = false, isMedium = false, isLow = false, isLowTechnical = false
    for occurrence in occurrences {
      // The lamp does not latch, and shows no alarm that is withheld. It outlasts an acknowledgement and a pause.
      let isShown = occurrence.presence == .on || occurrence.presence == .ack
      guard isShown, !occurrence.isWithheld(isWithholding) else { continue }
      switch occurrence.priority {
      case .high: isHigh = true
      case .medium: isMedium = true
      case .low:
        if conditions[occurrence.condition].isTechnical { isLowTechnical = true } else { isLow = true }
      }
    }
    return switch lamp {
    case .red: isHigh ? .highPriority : .off
    case .yellow: isMedium ? .mediumPriority : isLow ? .lowPriority : .off
    case .blue: isLowTechnical ? .lowPriority : .off
    case .green: .off
    }
  }

  private func isSounding(_ occurrence: Occurrence) -> Bool {
    occurrence.activation(isWithholding: isWithholding) == .on
  }
}
