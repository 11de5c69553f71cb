import Foundation
import Testing
import WeightBalance

/// A question with the answer that its source gives.
struct WorkedCase: CustomTestStringConvertible, Sendable {
  let node: JSONNode

  var testDescription: String { if case .string(let id)? = node["id"]?.kind { id } else { "?" } }

  static func all(_ file: String) -> [WorkedCase] {
    guard let url = Bundle.module.url(forResource: "Cases/\(file)", withExtension: "jsonl"),
      let text = try? String(contentsOf: url, encoding: .utf8)
    else { return [] }
    return text.split(separator: "\n").compactMap { try? WorkedCase(node: JSONNode.parse($0)) }
  }
}

@Suite("Questions of the trade")
struct QuestionTests {
  @Test("Published cases come out as published", arguments: WorkedCase.all("published"))
  func published(worked: WorkedCase) throws { try check(worked) }

  @Test("So do cases in other units and with other inputs", arguments: WorkedCase.all("reckoned"))
  func reckoned(worked: WorkedCase) throws { try check(worked) }

  @Test("The cases are there")
  func present() {
    #expect(WorkedCase.all("published").count == 67)
    #expect(WorkedCase.all("reckoned").count >= 15)
  }

  private func check(_ worked: WorkedCase) throws {
    let answer = try Question(worked.node).answer()
    guard case .object(let expected)? = worked.node["expected"]?.kind else {
      Issue.record("nothing is expected")
      return
    }
    for field in expected {
      switch (field.value.kind, answer[field.key]) {
      case (.bool(let truth), .truth(let found)): #expect(truth == found, "\(field.key)")
      case (.string(let text), .text(let found)): #expect(text == found, "\(field.key)")
      case (.number(let text), .number(let found)):
        let wanted = try #require(Double(text)), value = try #require(Double(found))
        var tolerance = max(0.01, abs(wanted) * 1e-4)
        if case .number(let own)? = worked.node["tolerance"]?[field.key]?.kind { tolerance = Double(own) ?? 0 }
        #expect(abs(value - wanted) <= tolerance + 1e-9, "\(field.key)")
      default: Issue.record("\(field.key) is not answered: \(answer.fields)")
      }
    }
  }

  @Test(
    "What cannot be answered is refused with the input at fault",
    arguments: [
      (#"{"kind": "sum"}"#, "inputs: is missing"),
      (#"{"kind": "guess", "inputs": {}}"#, "kind: must be one of"),
      (#"{"kind": "sum", "inputs": []}"#, "must be an object"),
      (#"{"kind": "sum", "inputs": {}}"#, "terms: is missing"),
      (#"{"kind": "sum", "inputs": {"terms": ["a"]}}"#, "terms[0]: must be a number"),
      (#"{"kind": "minimum", "inputs": {"candidates": []}}"#, "candidates: must be a list of at least one"),
      (
        #"{"kind": "shift", "inputs": {"totalWeight": 0, "weight": 1, "from": 0, "to": 1}}"#,
        "totalWeight: must be above 0"
      ),
      (
        #"{"kind": "shiftNeeded", "inputs": {"totalWeight": 9, "cg": 1, "newCG": 2, "from": 3, "to": 3}}"#,
        "the same as from"
      ),
      (#"{"kind": "addNeeded", "inputs": {"totalWeight": 9, "cg": 1, "newCG": 2, "arm": 2}}"#, "is the wanted CG"),
      (#"{"kind": "locateBallast", "inputs": {"totalWeight": 9, "cg": 1, "newCG": 2, "weight": 0}}"#, "must not be 0"),
      (#"{"kind": "weighing", "inputs": {"scales": []}}"#, "at least one scale"),
      (#"{"kind": "weighing", "inputs": {"scales": [{"reading": 5}]}}"#, "scales[0].arm: is missing"),
      (#"{"kind": "percentMAC", "inputs": {"cg": 1, "lemac": 1, "mac": 0}}"#, "mac: must be above 0"),
      (#"{"kind": "drain", "inputs": {"overweight": 1}}"#, "lbPerGal: is missing"),
      (#"{"kind": "drain", "inputs": {"overweight": 1, "lbPerGal": 0}}"#, "write a number above 0"),
      (#"{"kind": "loading", "inputs": {"items": [{"weight": 1e300, "arm": 1}]}}"#, "items[0].weight: is too large"),
      (#"{"kind": "loading", "inputs": {"items": [{"weight": 5}]}}"#, "items[0].arm: is missing"),
      (#"{"kind": "loading", "inputs": {"items": [], "cgLimits": [1]}}"#, "two numbers"),
      (
        #"{"kind": "loading", "inputs": {"items": [{"weight": {"value": 1, "unit": "stone"}, "arm": 1}]}}"#,
        "unit “stone”"
      ),
      (#"{"kind": "envelope", "inputs": {"weight": 1, "cg": 1, "envelope": [[1, 1], [2, 2]]}}"#, "fewer than 3"),
      (#"{"kind": "envelope", "inputs": {"weight": 1, "cg": 1, "envelope": [[1, 1, 1]]}}"#, "a weight and a centre"),
      (
        #"{"kind": "phases", "inputs": {"items": [], "fuel": {"weight": 5, "arm": 1}, "taxi": 3, "burn": 3}}"#,
        "more than the fuel"
      ),
      (#"{"kind": "sum", "units": 5, "inputs": {}}"#, "units: must be a text"),
      (#"{"kind": "loading", "inputs": {"items": [], "momentDivisor": 0}}"#, "momentDivisor: must be a whole number"),
      ("[]", "a question must be an object"),
    ])
  func refused(text: String, words: String) {
    let error = #expect(throws: DataFileError.self) { try Question(JSONNode.parse(text)).answer() }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "answered")")
  }
}
