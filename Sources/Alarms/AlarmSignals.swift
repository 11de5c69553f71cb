import Readings

extension Occurrence {
  /// What it sounds like.
  var signal: SoundSignal { SoundSignal(priority: priority, family: family) }
}

/// What is signalled.
extension AlarmSystem {
  /// Whether any condition is there, acknowledged, latched or withheld.
  public var isAnythingPresent: Bool { occurrences.contains { $0.presence != .off } }

  /// The one signal that sounds: the highest priority, in it the heart before air before the appliance.
  public var sounding: SoundSignal? { placeOfHeard.map { occurrences[$0].signal } }

  /// The newest of the alarms that are heard.
  var heard: Occurrence? { placeOfHeard.map { occurrences[$0] } }

  private var placeOfHeard: Int? {
    var loudest: Int?
    for index in occurrences.indices where isSounding(occurrences[index]) {
      guard let other = loudest else {
        loudest = index
        continue
      }
      let signal = occurrences[index].signal, otherSignal = occurrences[other].signal
      let isNewer = (occurrences[index].onsetAt ?? .start) >= (occurrences[other].onsetAt ?? .start)
      if otherSignal.isOutranked(by: signal) || (otherSignal == signal && isNewer) { loudest = index }
    }
    return loudest
  }

  /// What the lamps show.
  public var lamps: AlarmLamps {
    var lamps = AlarmLamps()
    for occurrence in occurrences {
      // The lamp does not latch, and shows no alarm that is withheld. It outlasts an acknowledgement and a pause.
      let isShown = occurrence.presence == .on || occurrence.presence == .ack
      if isShown, !occurrence.isWithheld(isWithholding) { lamps.add(occurrence) }
    }
    return lamps
  }

  func isSounding(_ occurrence: Occurrence) -> Bool { occurrence.activation(isWithholding: isWithholding) == .on }
}

/// What the lamps show of all alarms. Each lamp stands for its own priority, so the lower ones show beside the highest.
public struct AlarmLamps: Sendable {
  private var isHigh = false, isMedium = false, isLow = false, isLowTechnical = false

  fileprivate mutating func add(_ occurrence: Occurrence) {
    switch occurrence.priority {
    case .high: isHigh = true
    case .medium: isMedium = true
    case .low: if occurrence.family == .technical { isLowTechnical = true } else { isLow = true }
    }
  }

  /// The pattern of a lamp.
  public subscript(lamp: Lamp) -> LampPattern {
    switch lamp {
    case .red: isHigh ? .highPriority : .off
    case .yellow: isMedium ? .mediumPriority : isLow ? .lowPriority : .off
    case .blue: isLowTechnical ? .lowPriority : .off
    case .green: .off
    }
  }
}
