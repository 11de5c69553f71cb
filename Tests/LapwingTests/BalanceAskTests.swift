import Testing
import TestSupport

@Suite("lapwing balance ask")
struct BalanceAskTests {
  @Test("Each line is answered by one line, and a bad one does not stop the rest")
  func lines() throws {
    let outcome = try LapwingProcess.run(
      ["balance", "ask"],
      input: """
        {"id": "a", "kind": "shift", "units": "lb,in", "inputs": {"totalWeight": 8000, "cg": 77, "weight": 100, "from": 30, "to": 150}}
        nonsense

        {"id": 3, "kind": "sum", "inputs": {}}
        {"id": 4, "kind": "sum", "inputs": {"terms": [1466.3, 352.0, 286.0, 73.9, 121.8]}}

        """)
    #expect(outcome.status == 0)
    #expect(
      outcome.lines == [
        #"{"id":"a","result":{"cgShift":1.5,"newCG":78.5}}"#,
        #"{"id":null,"error":"line 2: a value is expected, not “nonsense”"}"#,
        #"{"id":3,"error":"line 4: terms: is missing; add it"}"#,
        #"{"id":4,"result":{"value":2300}}"#,
      ])
  }
}
