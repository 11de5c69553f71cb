import Alarms
import Testing

@Suite struct `The table of conditions` {
  @Test(arguments: ConditionID.allCases) func `finds a condition by its name, and changes no other`(id: ConditionID) {
    var table = ConditionTable.standard
    #expect(table[id].id.name == id.name)
    let isChanged = table.setEnabled(false, of: id)
    #expect(isChanged == table[id].mayBeSwitchedOff)
    for other in ConditionID.allCases where other.name != id.name { #expect(table[other].isEnabled) }
  }

  @Test func `tells names apart as their raw values do`() {
    for first in ConditionID.allCases {
      for second in ConditionID.allCases {
        #expect((first == second) == (first.name == second.name))
      }
    }
    #expect(Set(ConditionID.allCases).count == ConditionID.allCases.count)
  }

  @Test func `a condition is found by the name that is written, and by no other`() {
    for id in ConditionID.allCases { #expect(ConditionID(name: id.name) == id) }
    #expect(Set(ConditionID.allCases.map(\.name)).count == ConditionID.allCases.count)
    #expect(ConditionID.co2High.name == "co2-high")
    for name in ["", "CO2-high", "co2High", "0", "co2-high "] { #expect(ConditionID(name: name) == nil) }
  }
}
