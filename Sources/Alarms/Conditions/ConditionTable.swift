import Readings

/// Every alarm condition, in the order of ``ConditionID``, each found by its name. It always holds them all.
package struct ConditionTable: Sendable {
  private var conditions: [Condition]

  package static let standard = ConditionTable(conditions: ConditionID.allCases.map(StandardConditions.condition))

  /// The condition of a name. Inlined, so that a caller of one field copies none of the texts.
  package subscript(id: ConditionID) -> Condition {
    @inline(__always) get { conditions[id.place] }
  }

  /// All of them.
  package var all: [Condition] { conditions }

  /// The limit of the next higher priority on the same side of the same quantity; `nil` where there is none in force.
  func nextLimit(above id: ConditionID) -> Double? {
    let own = self[id]
    return conditions.filter { $0.isEnabled && $0.trigger == own.trigger && $0.priority > own.priority }
      .min { $0.priority < $1.priority }?.limit
  }

  /// Sets a limit. `false`, and nothing changed, where the condition has none or the value is outside its range.
  package mutating func setLimit(_ limit: Double, of id: ConditionID) -> Bool {
    change(id) { condition in
      guard condition.limitRange?.contains(limit) == true else { return false }
      condition.limit = limit
      return true
    }
  }

  /// Sets the lower limit that counts after a long time, and that time. `false`, and nothing changed, where the
  /// condition has none, or one of them is outside its range.
  package mutating func setSustained(limit: Double, for time: Duration, of id: ConditionID) -> Bool {
    change(id) { condition in
      guard condition.sustained != nil, condition.limitRange?.contains(limit) == true,
        Self.sustainedTimes.contains(time)
      else { return false }
      condition.sustained = Condition.Sustained(limit: limit, time: time)
      return true
    }
  }

  /// Switches a condition on or off. `false`, and nothing changed, where it may not be switched off.
  package mutating func setEnabled(_ isEnabled: Bool, of id: ConditionID) -> Bool {
    change(id) { condition in
      guard isEnabled || condition.mayBeSwitchedOff else { return false }
      condition.isEnabled = isEnabled
      return true
    }
  }

  /// Sets for how long an acknowledgement of a low or medium alarm counts. High ones keep their own, shorter one, and so
  /// does the reminder of what is switched off.
  package mutating func setSnooze(_ time: Duration) {
    let time = min(max(time, Self.snoozeTimes.lowerBound), Self.snoozeTimes.upperBound)
    for index in conditions.indices where conditions[index].priority < .high && conditions[index].id != .alarmOff {
      conditions[index].acknowledgedFor = time
    }
  }

  /// How long an acknowledgement of a low or medium alarm may count.
  package static let snoozeTimes = Duration.seconds(60)...Duration.seconds(3600)
  /// How long a limit for a long time may have to be exceeded.
  package static let sustainedTimes = Duration.seconds(60)...Duration.seconds(3600)

  private mutating func change(_ id: ConditionID, _ body: (inout Condition) -> Bool) -> Bool {
    body(&conditions[id.place])
  }
}
