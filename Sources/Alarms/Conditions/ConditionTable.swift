/// The rules of all alarm conditions, in the order of ``ConditionID``. A table always holds every condition; the
/// configuration changes limits, switches and times within their ranges.
package struct ConditionTable: Sendable {
  private var conditions: [Condition]

  package static let standard = ConditionTable(conditions: ConditionID.allCases.map(DefaultConditions.condition))

  /// Inlined, so that a caller that reads one field copies none of the texts.
  package subscript(id: ConditionID) -> Condition {
    @inline(__always) get { conditions[id.place] }
  }

  package var all: [Condition] { conditions }

  /// The limit of the next higher priority with the same trigger; `nil` if no such condition is on.
  func nextLimit(above id: ConditionID) -> Double? {
    let own = self[id]
    return conditions.filter { $0.isEnabled && $0.trigger == own.trigger && $0.priority > own.priority }
      .min { $0.priority < $1.priority }?.limit
  }

  /// - Returns: `false`, with nothing changed, if the condition has no limit or the value is outside its range.
  package mutating func setLimit(_ limit: Double, of id: ConditionID) -> Bool {
    change(id) { condition in
      guard condition.limitRange?.contains(limit) == true else { return false }
      condition.limit = limit
      return true
    }
  }

  /// Sets the lower limit for a long time, and that time.
  /// - Returns: `false`, with nothing changed, if the condition has no such limit or a value is outside its range.
  package mutating func setSustained(limit: Double, for time: Duration, of id: ConditionID) -> Bool {
    change(id) { condition in
      guard condition.sustained != nil, condition.limitRange?.contains(limit) == true,
        Self.sustainedTimes.contains(time)
      else { return false }
      condition.sustained = Condition.Sustained(limit: limit, time: time)
      return true
    }
  }

  /// - Returns: `false`, with nothing changed, if the condition may not be switched off.
  package mutating func setEnabled(_ isEnabled: Bool, of id: ConditionID) -> Bool {
    change(id) { condition in
      guard isEnabled || condition.mayBeSwitchedOff else { return false }
      condition.isEnabled = isEnabled
      return true
    }
  }

  /// Sets how long an acknowledgement of a low or medium alarm lasts, within ``snoozeTimes``. High alarms, and
  /// those of which an acknowledgement lasts for an hour, keep their own times.
  package mutating func setSnooze(_ time: Duration) {
    let time = min(max(time, Self.snoozeTimes.lowerBound), Self.snoozeTimes.upperBound)
    for index in conditions.indices where conditions[index].priority < .high && conditions[index].id.ownSnooze == nil {
      conditions[index].acknowledgedFor = time
    }
  }

  /// How long an acknowledgement of a low or medium alarm may last.
  package static let snoozeTimes = Duration.seconds(60)...Duration.seconds(3600)
  package static let sustainedTimes = Duration.seconds(60)...Duration.seconds(3600)

  private mutating func change(_ id: ConditionID, _ body: (inout Condition) -> Bool) -> Bool {
    body(&conditions[id.place])
  }
}
