import Alarms
import Testing

@Suite struct `The table of conditions` {
  @Test(arguments: ConditionID.allCases) func `finds a condition by its name, and changes no other`(id: ConditionID) {
    var table = ConditionTable.standard
    #expect(table[id].id.rawValue == id.rawValue)
    let isChanged = table.setEnabled(false, of: id)
    #expect(isChanged == table[id].mayBeSwitchedOff)
    for other in ConditionID.allCases where other.rawValue != id.rawValue { #expect(table[other].isEnabled) }
  }

  @Test func `tells names apart as their raw values do`() {
    for first in ConditionID.allCases {
      for second in ConditionID.allCases {
        #expect((first == second) == (first.rawValue == second.rawValue))
      }
    }
    #expect(Set(ConditionID.allCases).count == ConditionID.allCases.count)
  }
}
