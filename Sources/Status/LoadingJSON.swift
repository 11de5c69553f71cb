import Monitor

extension JSONLine {
  /// Adds the scenario that somebody asked for, as far as the monitor knows it.
  package mutating func add(_ scenario: ScenarioState) {
    add("number", scenario.number)
    add("count", scenario.count)
    add("verdict", scenario.verdict.rawValue)
  }
}
