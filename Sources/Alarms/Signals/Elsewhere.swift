/// What another box signals, as the box that follows it shows it: four signals at most, since that is all that lamps and
/// sounder can distinguish. It says no condition, value or person: those stay in the room of the other box.
package struct Elsewhere: Equatable, Sendable {
  /// How an alarm of the other box is signalled.
  package enum Presence: UInt8, CaseIterable, Sendable {
    case off
    /// Lamp and sound.
    case sounding
    /// The lamp alone: a person has silenced it.
    case silent
    /// The sound alone: what raised it has ended, and its sound latches.
    case latched
  }

  package struct Signal: Equatable, Sendable {
    package var presence = Presence.off
    /// Whose sound it is.
    package var family = SignalFamily.technical
    /// Changes when something begins to sound in it: the person who has silenced what sounded before does not know of
    /// that.
    package var number: UInt32

    package init(_ presence: Presence = .off, _ family: SignalFamily = .technical, number: UInt32 = 0) {
      (self.presence, self.family, self.number) = (presence, family, number)
    }
  }

  /// One for each lamp.
  package enum Slot: UInt8, CaseIterable, Sendable {
    case high
    case medium
    case low
    /// Low, and about the box there or its sensors.
    case box

    package var condition: ConditionID {
      switch self {
      case .high: .elsewhereHigh
      case .medium: .elsewhereMedium
      case .low: .elsewhereLow
      case .box: .elsewhereBox
      }
    }

    package init(_ priority: Priority, isTechnical: Bool) {
      switch priority {
      case .high: self = .high
      case .medium: self = .medium
      case .low: self = isTechnical ? .box : .low
      }
    }
  }

  /// Whether the other box is received and well. Without that its signals are not known.
  package var isLinked: Bool
  /// Whether this box stands for the other one in another room, so that its loss is as urgent as what it may have to say.
  package var isFollowed = false
  private var signals: InlineArray<4, Signal>

  /// - Parameter isLinked: whether the other box is received and well.
  package init(isLinked: Bool) {
    self.isLinked = isLinked
    signals = InlineArray(repeating: Signal())
  }

  package subscript(slot: Slot) -> Signal {
    get { signals[Int(slot.rawValue)] }
    set { signals[Int(slot.rawValue)] = newValue }
  }

  package static func == (left: Elsewhere, right: Elsewhere) -> Bool {
    left.isLinked == right.isLinked && left.isFollowed == right.isFollowed
      && Slot.allCases.allSatisfy { left[$0] == right[$0] }
  }
}
